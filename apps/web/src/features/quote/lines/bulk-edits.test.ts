import { maxParts } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import {
  colourChoices,
  colourForAll,
  leadForAll,
  materialForAll,
  quantityForAll,
  toleranceChoices,
  toleranceForAll,
} from './bulk-edits.ts'
import { aLine, beam, configurationIn, housing, shaft } from './configured-lines.fixture.ts'
import { sharedMaterials } from './fitting-materials.ts'

describe('a bulk edit', () => {
  const lines = () => [
    aLine('housing-100x60x30', configurationIn(housing, 'mjf-pa12', { quantity: 2 }), 'housing'),
    aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6', { quantity: 300 }), 'shaft'),
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

  it('leaves out lines that another lead time serves as early', () => {
    const resin = aLine('housing-100x60x30', configurationIn(housing, 'sla-9600-white'), 'resin')
    const { step, leftOut } = leadForAll([resin], 'express', catalogue)
    expect(step).toBeUndefined()
    expect(leftOut).toMatchObject([{ left: [{ what: 'lead-refused', fault: { code: 'LEAD_BRINGS_NOTHING' } }] }])
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
    const long = { ...aLine('housing-100x60x30', configurationIn(housing, 'al-6061-t6'), 'beam'), part: beam }
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
