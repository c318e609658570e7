import { type Configuration, defaultConfiguration, maxParts, type PartMeasures } from '@cotation/domain'
import { referenceParts } from '@cotation/pricing'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { parseQuantity, withQuantity } from '#features/quote/workspace/quantity.ts'
import { aWorkLine } from '#features/quote/workspace/workspace.fixture.ts'
import {
  colourChoices,
  colourForAll,
  leadForAll,
  materialForAll,
  quantityForAll,
  toleranceChoices,
  toleranceForAll,
} from './bulk-edits.ts'
import { sharedMaterials } from './fitting-materials.ts'
import { configurationText, parseConfiguration, pastedConfiguration } from './paste-configuration.ts'

const housing = referenceParts.find(({ id }) => id === 'housing-100x60x30')?.measures as PartMeasures
const shaft = referenceParts.find(({ id }) => id === 'shaft-30x80')?.measures as PartMeasures

const inMaterial = (part: PartMeasures, materialId: string, more: Partial<Configuration> = {}): Configuration => ({
  ...defaultConfiguration(part, materialId, catalogue),
  ...more,
})

const aLine = (reference: string, configuration: Configuration, name = reference) =>
  aWorkLine(catalogue, { reference, configuration, name })

/** Too long for any printer. */
const beam = { ...housing, sizeMm: [900, 60, 30] as const }

describe('a copied configuration', () => {
  const copied = inMaterial(shaft, 'al-6061-t6', {
    process: 'turning',
    quantity: 7,
    lead: 'express',
    services: [
      { id: 'anodizing', option: 'sulphuric', colour: 'black', gloss: 'matt', quantity: 7 },
      { id: 'risk-acceptance', option: 'accept', ruleIds: ['wall-thickness'] },
    ],
  })

  it('keeps the quantity of each line, and never copies an accepted risk', () => {
    const line = aLine('shaft-30x80', inMaterial(shaft, 'al-6061-t6', { quantity: 3 }))
    const { step } = pastedConfiguration([line], copied, shaft, catalogue)
    expect(step?.label).toBe('paste')
    const taken = step?.edits[0]?.configuration
    expect(taken).toMatchObject({ materialId: 'al-6061-t6', quantity: 3, lead: 'express', process: 'turning' })
    expect(taken?.services.some(({ id }) => id === 'risk-acceptance')).toBe(false)
  })

  it('is pasted to all lines in one step, and reports what each left out', () => {
    const fits = aLine('shaft-30x80', inMaterial(shaft, 'al-6061-t6'), 'shaft')
    const notTurned = aLine('housing-100x60x30', inMaterial(housing, 'mjf-pa12'), 'housing')
    const tooMany = aLine('shaft-30x80', inMaterial(shaft, 'al-6061-t6', { quantity: 5000 }), 'many shafts')
    const { step, leftOut } = pastedConfiguration(
      [fits, notTurned, tooMany],
      { ...copied, services: [] },
      shaft,
      catalogue,
    )

    expect(step?.edits).toHaveLength(3)
    expect(leftOut).toEqual([
      { lineId: notTurned.id, name: 'housing', left: [{ what: 'process' }] },
      { lineId: tooMany.id, name: 'many shafts', left: [{ what: 'lead' }] },
    ])
    expect(step?.edits[1]?.configuration?.process).toBeUndefined()
    expect(step?.edits[2]?.configuration?.lead).toBe('standard')
  })

  it('leaves a line unchanged if its part does not fit the material, and reports why', () => {
    const line = { ...aLine('housing-100x60x30', inMaterial(housing, 'al-6061-t6')), part: beam }
    const edit = pastedConfiguration([line], inMaterial(housing, 'mjf-pa12'), housing, catalogue)
    expect(edit.step).toBeUndefined()
    expect(edit.leftOut[0]?.left[0]).toMatchObject({ what: 'material', fault: { code: 'PART_TOO_LARGE' } })
  })

  it('does not copy holes of another part or files of another line', () => {
    const services: Configuration['services'] = [
      { id: 'tapping', option: 'standard', items: [{ size: 'M4', count: 1, depthMm: 6, holes: [0] }] },
      {
        id: 'silkscreen',
        option: 'standard',
        colours: ['#000000'],
        zones: 1,
        position: 'top',
        artworkFileId: 'a-file',
      },
    ]
    const wished = { ...inMaterial(housing, 'al-6061-t6'), services }
    const line = aLine('housing-100x60x30', inMaterial(housing, 'al-6061-t6'))
    const text = JSON.stringify(pastedConfiguration([line], wished, undefined, catalogue).step)

    expect(text).not.toContain('"holes"')
    expect(text).not.toContain('a-file')
  })

  it('skips and reports a line whose part is not analysed yet', () => {
    const line = { ...aLine('shaft-30x80', inMaterial(shaft, 'al-6061-t6')), part: undefined }
    const edit = pastedConfiguration([line], copied, shaft, catalogue)
    expect(edit).toEqual({
      step: undefined,
      leftOut: [{ lineId: line.id, name: line.name, left: [{ what: 'not-ready' }] }],
    })
  })
})

describe('a configuration as text', () => {
  const configuration = inMaterial(shaft, 'al-6061-t6')

  it('is parsed back to the same configuration', () => {
    expect(parseConfiguration(configurationText(configuration), catalogue)).toEqual(configuration)
  })

  it.each([
    ['is not JSON', 'hello'],
    ['is of another kind', JSON.stringify(configuration)],
    ['has an unknown field', configurationText({ ...configuration, price: 1 } as Configuration)],
    ['asks for half a part', configurationText({ ...configuration, quantity: 0.5 })],
    ['names an unknown material', configurationText({ ...configuration, materialId: 'unobtainium' })],
    ['exceeds the size limit', `${configurationText(configuration)}${' '.repeat(100_000)}`],
  ])('is refused if it %s', (_name, text) => {
    expect(parseConfiguration(text, catalogue)).toBeUndefined()
  })
})

describe('a bulk edit', () => {
  const lines = () => [
    aLine('housing-100x60x30', inMaterial(housing, 'mjf-pa12', { quantity: 2 }), 'housing'),
    aLine('shaft-30x80', inMaterial(shaft, 'al-6061-t6', { quantity: 300 }), 'shaft'),
  ]

  it('selects another material with the chosen process', () => {
    const { step, leftOut } = materialForAll(lines(), { materialId: 'al-6061-t6', process: 'milling' }, catalogue)
    expect(step?.edits.map(({ configuration }) => [configuration?.materialId, configuration?.process])).toEqual([
      ['al-6061-t6', 'milling'],
      ['al-6061-t6', 'milling'],
    ])
    expect(leftOut.flatMap(({ left }) => left).every(({ what }) => what === 'service')).toBe(true)
  })

  it('sets or multiplies the quantity up to the maximum', () => {
    const quantities = (edit: ReturnType<typeof quantityForAll>) =>
      edit.step?.edits.map(({ configuration }) => configuration?.quantity)
    expect(quantities(quantityForAll(lines(), { set: 10 }))).toEqual([10, 10])
    expect(quantities(quantityForAll(lines(), { times: 3 }))).toEqual([6, 900])
    expect(quantities(quantityForAll(lines(), { times: 900_000 }))).toEqual([maxParts, maxParts])
  })

  it('sets the lead time of the lines that support it', () => {
    const { step, leftOut } = leadForAll(lines(), 'express', catalogue)
    expect(step?.edits).toHaveLength(1)
    expect(leftOut).toMatchObject([
      { name: 'shaft', left: [{ what: 'lead-refused', fault: { code: 'LEAD_NOT_OFFERED' } }] },
    ])
  })

  it('offers the colours and tolerances that all lines have', () => {
    const same = [lines()[0], lines()[0]].filter((line) => line !== undefined)
    const colours = colourChoices(same, catalogue)

    expect(colours.length).toBeGreaterThan(0)

    const colour = colours.at(-1)?.id ?? ''
    const { step } = colourForAll(same, colour, catalogue)

    expect(step).toMatchObject({ label: 'colour', edits: [{ configuration: { colourId: colour } }, {}] })

    const tolerance = toleranceChoices(same, catalogue).at(-1)?.id ?? ''
    expect(toleranceForAll(same, tolerance).step?.edits[1]?.configuration?.toleranceId).toBe(tolerance)
    expect(toleranceChoices(lines(), catalogue)).toEqual([])
  })

  it('offers the materials that fit all parts, and names the part that excludes the others', () => {
    const long = { ...aLine('housing-100x60x30', inMaterial(housing, 'al-6061-t6'), 'beam'), part: beam }
    const [first] = lines()
    if (!first?.part) throw new Error('no part')

    const groups = sharedMaterials([{ ...first, part: first.part }, long], catalogue)
    const option = (process: string, id: string) =>
      groups.find((group) => group.process === process)?.options.find(({ materialId }) => materialId === id)

    expect(option('mjf', 'mjf-pa12')).toMatchObject({ misfit: 'beam', misfits: 1, fault: { code: 'PART_TOO_LARGE' } })
    expect(option('milling', 'al-6061-t6')).toMatchObject({ fault: undefined, misfits: 0 })
    expect(option('turning', 'al-6061-t6')).toMatchObject({ misfits: 2, fault: { code: 'PART_NOT_TURNED' } })
  })
})

it('keeps the quantity of anodizing equal to that of its line (spec 5)', () => {
  const anodizing = { id: 'anodizing', option: 'sulphuric', colour: 'black', gloss: 'matt', quantity: 2 } as const
  const configuration = inMaterial(shaft, 'al-6061-t6', { quantity: 2, services: [anodizing] })
  expect(withQuantity(configuration, 9).services).toEqual([{ ...anodizing, quantity: 9 }])
  const apart = { ...configuration, services: [{ ...anodizing, quantity: 1 }] }
  expect(withQuantity(apart, 9).services).toEqual([{ ...anodizing, quantity: 1 }])
})

it.each([
  ['12', 12],
  [' 007 ', 7],
  ['0', undefined],
  ['1.5', undefined],
  ['-2', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['1000001', undefined],
])('parses the quantity "%s" as %s', (text, quantity) => {
  expect(parseQuantity(text).quantity).toBe(quantity)
})
