import { describe, expect, it } from 'vitest'
import { configurationFaults } from '../configuration/configuration-faults.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { block, pin, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { firstOffered, usualConfiguration } from './usual-configuration.ts'

const giant: PartMeasures = { ...block, sizeMm: [9000, 9000, 9000] }
const plate: PartMeasures = { ...block, sizeMm: [500, 500, 5] }

const without = (id: string) => ({
  ...smallCatalogue,
  materials: smallCatalogue.materials.map((one) => (one.id === id ? { ...one, available: false } : one)),
})

describe('the first material offered', () => {
  it.each(['3d-printing', 'cnc', 'vacuum-casting'] as const)(
    'offers a material of the requested technology %s',
    (technology) => {
      const id = smallCatalogue.technologies.find(({ slug }) => slug === technology)?.id
      const first = smallCatalogue.materials.find((material) => material.technologyId === id)
      expect(firstOffered(block, technology, smallCatalogue)?.materialId).toBe(first?.id)
    },
  )

  it('chooses turning when a lathe can make the part', () => {
    expect(firstOffered(pin, 'cnc', smallCatalogue)).toEqual({ materialId: 'al-6061-t6', process: 'turning' })
  })

  it('skips a material that is out of stock', () => {
    expect(firstOffered(block, 'cnc', without('al-6061-t6'))?.materialId).toBe('steel-1045')
  })

  it('offers another technology when the part is too large for the requested one', () => {
    expect(firstOffered(plate, 'vacuum-casting', smallCatalogue)?.materialId).toBe('al-6061-t6')
  })

  it('offers no material for a part that fits no machine', () => {
    expect(firstOffered(giant, 'cnc', smallCatalogue)).toBeUndefined()
    expect(usualConfiguration(giant, 'cnc', smallCatalogue, 1)).toBeUndefined()
  })
})

describe('the configuration of a new line', () => {
  it('starts with the material that the customer came with', () => {
    expect(usualConfiguration(block, 'cnc', smallCatalogue, 3, 'steel-1045')).toMatchObject({
      materialId: 'steel-1045',
      quantity: 3,
    })
  })

  it('keeps the wanted material for a part that is too large, so that the line says why', () => {
    const configuration = usualConfiguration(giant, 'cnc', smallCatalogue, 1, 'steel-1045')
    if (!configuration) throw new Error('nothing offered')
    expect(configuration.materialId).toBe('steel-1045')
    expect(configurationFaults(giant, configuration, smallCatalogue)).not.toEqual([])
  })

  it('starts with the first material if the wanted one is unknown or out of stock', () => {
    const usual = usualConfiguration(block, 'cnc', smallCatalogue, 1)
    expect(usualConfiguration(block, 'cnc', smallCatalogue, 1, 'unobtainium')).toEqual(usual)
    expect(usualConfiguration(block, 'cnc', without('steel-1045'), 1, 'steel-1045')).toEqual(usual)
  })

  it.each(['3d-printing', 'cnc', 'vacuum-casting'] as const)(
    'starts with a configuration that has no fault in %s',
    (technology) => {
      const configuration = usualConfiguration(pin, technology, smallCatalogue, 7)
      expect(configuration?.quantity).toBe(7)
      if (!configuration) throw new Error('nothing offered')
      expect(configurationFaults(pin, configuration, smallCatalogue)).toEqual([])
    },
  )

  it('names the process of the part', () => {
    expect(usualConfiguration(pin, 'cnc', smallCatalogue, 1)).toMatchObject({ process: 'turning', lead: 'standard' })
  })
})
