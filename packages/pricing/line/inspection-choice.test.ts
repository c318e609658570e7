import { type Configuration, defaultConfiguration, type PartMeasures, selectService } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { referenceParts } from '#pricing/reference/reference-parts.ts'
import { inspectionChoice } from './inspection-choice.ts'

const part: PartMeasures = {
  ...(referenceParts[0]?.measures as PartMeasures),
  holes: [
    { diameterMm: 4, depthMm: 8, through: false, wallMm: 2 },
    { diameterMm: 4, depthMm: 12, through: false, wallMm: undefined },
  ],
}

const usual = (materialId: string, quantity = 3): Configuration =>
  defaultConfiguration(part, materialId, catalogue, quantity)
const asked = (configuration: Configuration) => inspectionChoice(part, configuration, catalogue)?.configuration

describe('the choice that a part is inspected for', () => {
  it('is undefined for an unknown material', () => {
    expect(inspectionChoice(part, { ...usual('mjf-pa12'), materialId: 'unobtainium' }, catalogue)).toBeUndefined()
  })

  it('contains process, material and quantity', () => {
    const choice = inspectionChoice(part, usual('al-6061-t6'), catalogue)
    expect(choice).toMatchObject({ process: 'milling', material: { id: 'al-6061-t6' } })
    expect(choice?.configuration).toEqual({ quantity: 3, threads: [], inserts: [], tolerances: [] })
  })

  it('contains the whole width of a tolerance on the longest side', () => {
    expect(asked({ ...usual('al-6061-t6'), toleranceId: 'pm-0.02' })?.tolerances).toEqual([
      { nominalMm: 100, widthMm: 0.04 },
    ])
  })

  it('contains each thread by its nominal diameter, tapped and not printed', () => {
    const tapping = { id: 'tapping', option: '6H', items: [{ size: 'M4', count: 2, depthMm: 9 }] } as const
    expect(asked({ ...usual('mjf-pa12'), services: [tapping] })?.threads).toEqual([
      { nominalMm: 4, depthMm: 9, printed: false },
    ])
  })

  it('contains each insert with its picked holes, or with the depth that the customer entered', () => {
    const insert = (holes?: number[]) => {
      const item = { size: 'M3', count: 2, depthMm: 20, ...(holes && { holes }) }
      return asked({ ...usual('mjf-pa12'), services: [{ id: 'brass-insert', option: 'heat-set', items: [item] }] })
    }
    const m3 = { lengthMm: 5.7, minBossWallMm: 1.6 }

    expect(insert([0, 1])?.inserts).toEqual([
      { ...m3, holeDepthMm: 8, bossWallMm: 2 },
      { ...m3, holeDepthMm: 12 },
    ])
    expect(insert()?.inserts).toEqual([{ ...m3, holeDepthMm: 20 }])
  })

  it('contains the type and quantity of anodizing, and whether it covers a fit', () => {
    const anodized = (option: string) =>
      selectService(
        usual('al-6061-t6'),
        { id: 'anodizing', option, colour: 'black', gloss: 'matte', quantity: 3 },
        catalogue,
      ).configuration

    expect(asked(anodized('type-iii'))?.anodizing).toEqual({ quantity: 3, type: 'III', withFit: false })

    const reaming = { id: 'reaming', option: 'H7', items: [{ diameterMm: 4, depthMm: 5, count: 1 }] } as const
    const withFit = selectService(anodized('type-ii'), reaming, catalogue).configuration

    expect(asked(withFit)?.anodizing).toEqual({ quantity: 3, type: 'II', withFit: true })
  })
})
