import type { Configuration } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { configurationText, parseConfiguration } from './configuration-text.ts'
import { aLine, beam, configurationIn, housing, shaft } from './configured-lines.fixture.ts'
import { pastedConfiguration } from './paste-configuration.ts'

describe('a copied configuration', () => {
  const copied = configurationIn(shaft, 'al-6061-t6', {
    process: 'turning',
    quantity: 7,
    lead: 'express',
    services: [
      { id: 'anodizing', option: 'sulphuric', colour: 'black', gloss: 'matt', quantity: 7 },
      { id: 'risk-acceptance', option: 'accept', ruleIds: ['wall-thickness'] },
    ],
  })

  it('keeps the quantity of each line, and never copies an accepted risk', () => {
    const line = aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6', { quantity: 3 }))
    const { step } = pastedConfiguration([line], copied, shaft, catalogue)
    expect(step?.label).toBe('paste')
    const taken = step?.edits[0]?.configuration
    expect(taken).toMatchObject({ materialId: 'al-6061-t6', quantity: 3, lead: 'express', process: 'turning' })
    expect(taken?.services.some(({ id }) => id === 'risk-acceptance')).toBe(false)
  })

  it('is pasted to all lines in one step, and reports what each left out', () => {
    const fits = aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6'), 'shaft')
    const notTurned = aLine('housing-100x60x30', configurationIn(housing, 'mjf-pa12'), 'housing')
    const tooMany = aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6', { quantity: 5000 }), 'many shafts')
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
    const line = { ...aLine('housing-100x60x30', configurationIn(housing, 'al-6061-t6')), part: beam }
    const edit = pastedConfiguration([line], configurationIn(housing, 'mjf-pa12'), housing, catalogue)
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
    const wished = { ...configurationIn(housing, 'al-6061-t6'), services }
    const line = aLine('housing-100x60x30', configurationIn(housing, 'al-6061-t6'))
    const text = JSON.stringify(pastedConfiguration([line], wished, undefined, catalogue).step)

    expect(text).not.toContain('"holes"')
    expect(text).not.toContain('a-file')
  })

  it('skips and reports a line whose part is not analysed yet', () => {
    const line = { ...aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6')), part: undefined }
    const edit = pastedConfiguration([line], copied, shaft, catalogue)
    expect(edit).toEqual({
      step: undefined,
      leftOut: [{ lineId: line.id, name: line.name, left: [{ what: 'not-ready' }] }],
    })
  })

  it('skips a line whose file was refused, and says so', () => {
    const line = aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6'))
    const refused = { ...line, part: undefined, refusal: { code: 'html-page' } as const }
    const { leftOut } = pastedConfiguration([refused], copied, shaft, catalogue)
    expect(leftOut[0]?.left).toEqual([{ what: 'unusable' }])
  })
})

describe('a configuration as text', () => {
  const configuration = configurationIn(shaft, 'al-6061-t6')

  it('is parsed back to the same configuration', async () => {
    expect(await parseConfiguration(configurationText(configuration), catalogue)).toEqual(configuration)
  })

  it.each([
    ['is not JSON', 'hello'],
    ['is of another kind', JSON.stringify(configuration)],
    ['has an unknown field', configurationText({ ...configuration, price: 1 } as Configuration)],
    ['asks for half a part', configurationText({ ...configuration, quantity: 0.5 })],
    ['names an unknown material', configurationText({ ...configuration, materialId: 'unobtainium' })],
    ['exceeds the size limit', `${configurationText(configuration)}${' '.repeat(100_000)}`],
  ])('is refused if it %s', async (_name, text) => {
    expect(await parseConfiguration(text, catalogue)).toBeUndefined()
  })
})
