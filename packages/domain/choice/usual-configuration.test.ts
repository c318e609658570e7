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
  it.each(['3d-printing', 'cnc', 'vacuum-casting'] as const)('is one of the technology asked: %s', (technology) => {
    const id = smallCatalogue.technologies.find(({ slug }) => slug === technology)?.id
    const first = smallCatalogue.materials.find((material) => material.technologyId === id)
    expect(firstOffered(block, technology, smallCatalogue)?.materialId).toBe(first?.id)
  })

  it('is turned where a lathe makes the part', () => {
    expect(firstOffered(pin, 'cnc', smallCatalogue)).toEqual({ materialId: 'al-6061-t6', process: 'turning' })
  })

  it('is the next one where one is out of stock', () => {
    expect(firstOffered(block, 'cnc', without('al-6061-t6'))?.materialId).toBe('steel-1045')
  })

  it('is one of another technology where the part is too large for the one asked', () => {
    expect(firstOffered(plate, 'vacuum-casting', smallCatalogue)?.materialId).toBe('al-6061-t6')
  })

  it('is none for a part that no machine holds', () => {
    expect(firstOffered(giant, 'cnc', smallCatalogue)).toBeUndefined()
    expect(usualConfiguration(giant, 'cnc', smallCatalogue, 1)).toBeUndefined()
  })
})

describe('what a new line starts with', () => {
  it.each(['3d-printing', 'cnc', 'vacuum-casting'] as const)('can be made as it is: %s', (technology) => {
    const configuration = usualConfiguration(pin, technology, smallCatalogue, 7)
    expect(configuration?.quantity).toBe(7)
    if (!configuration) throw new Error('nothing offered')
    expect(configurationFaults(pin, configuration, smallCatalogue)).toEqual([])
  })

  it('says how the part is made', () => {
    expect(usualConfiguration(pin, 'cnc', smallCatalogue, 1)).toMatchObject({ process: 'turning', lead: 'standard' })
  })
})
