import { describe, expect, it } from 'vitest'
import { block, pin, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { materialWays } from './material-ways.ts'

const faultOf = (part: typeof block, materialId: string, process: string, catalogue = smallCatalogue) =>
  materialWays(part, catalogue).find((way) => way.material.id === materialId && way.process === process)?.fault?.code

describe('the ways to make a part', () => {
  it('list every material with every process of it, in the sequence of the catalogue', () => {
    const expected = smallCatalogue.materials.flatMap(({ id, processIds }) =>
      processIds.map((process) => [id, process]),
    )
    expect(materialWays(block, smallCatalogue).map(({ material, process }) => [material.id, process])).toEqual(expected)
  })

  it('say why a lathe cannot make a block', () => {
    expect(faultOf(block, 'al-6061-t6', 'turning')).toBe('PART_NOT_TURNED')
    expect(faultOf(block, 'al-6061-t6', 'milling')).toBeUndefined()
    expect(faultOf(pin, 'al-6061-t6', 'turning')).toBeUndefined()
  })

  it('are all refused for a material that is out of stock', () => {
    const materials = smallCatalogue.materials.map((one) => ({ ...one, available: one.id !== 'al-6061-t6' }))
    const soldOut = { ...smallCatalogue, materials }
    expect(faultOf(pin, 'al-6061-t6', 'milling', soldOut)).toBe('MATERIAL_UNAVAILABLE')
    expect(faultOf(pin, 'al-6061-t6', 'turning', soldOut)).toBe('MATERIAL_UNAVAILABLE')
  })
})
