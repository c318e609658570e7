import { configurationFaults, technologySlugs } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { referenceParts } from '#pricing/reference/reference-parts.ts'
import { firstConfiguration } from './first-configuration.ts'

const [housing] = referenceParts
if (!housing) throw new Error('no reference part')

const { measures } = housing
const giant = { ...measures, sizeMm: [9000, 9000, 9000] } as const
const start = { service: 'cnc', materialId: null, quantity: 1 } as const

const without = (id: string) => ({
  ...catalogue,
  materials: catalogue.materials.map((one) => (one.id === id ? { ...one, available: false } : one)),
})

describe('the configuration of a new line', () => {
  it('starts with the material that the customer came with', () => {
    const configuration = firstConfiguration({ measures }, { ...start, materialId: 'ss-316l', quantity: 3 }, catalogue)
    expect(configuration).toMatchObject({ materialId: 'ss-316l', quantity: 3 })
  })

  it('keeps the wanted material for a part that is too large, so that the line says why', () => {
    const configuration = firstConfiguration({ measures: giant }, { ...start, materialId: 'ss-316l' }, catalogue)
    if (!configuration) throw new Error('nothing offered')
    expect(configuration.materialId).toBe('ss-316l')
    expect(configurationFaults(giant, configuration, catalogue)).not.toEqual([])
  })

  it('starts with the suggested process if the wanted material is unknown or out of stock', () => {
    const usual = firstConfiguration({ measures }, start, catalogue)
    const unknown = { ...start, materialId: 'unobtainium' }
    expect(firstConfiguration({ measures }, unknown, catalogue)).toEqual(usual)
    const soldOut = { ...start, materialId: 'ss-316l' }
    expect(firstConfiguration({ measures }, soldOut, without('ss-316l'))).toEqual(usual)
  })

  it('skips a material that is out of stock', () => {
    const configuration = firstConfiguration({ measures }, start, without('al-6061-t6'))
    expect(configuration?.process).toBe('milling')
    expect(configuration?.materialId).not.toBe('al-6061-t6')
  })

  it.each([...technologySlugs, null])('starts with a configuration that has no fault in %s', (service) => {
    const configuration = firstConfiguration({ measures }, { ...start, service, quantity: 7 }, catalogue)
    if (!configuration) throw new Error('nothing offered')
    expect(configuration).toMatchObject({ quantity: 7, lead: 'standard' })
    expect(configurationFaults(measures, configuration, catalogue)).toEqual([])
  })

  it('does not exist for a part that fits no machine', () => {
    expect(firstConfiguration({ measures: giant }, start, catalogue)).toBeUndefined()
  })
})
