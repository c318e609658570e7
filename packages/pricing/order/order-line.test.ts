import { defaultConfiguration, type LeadTier, selectService } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { priceLine } from '../line/price-line.ts'
import { housing } from '../making/making.fixture.ts'
import { orderLineOf } from './order-line.ts'

const part = housing()

function priced(materialId: string, quantity: number, lead: LeadTier = 'standard') {
  const plain = { ...defaultConfiguration(part, materialId, catalogue, quantity), lead }
  const paint = { id: 'painting', option: 'pantone', colours: ['PANTONE 186 C'], finish: 'matte' } as const
  const verdict = priceLine(part, selectService(plain, paint, catalogue).configuration, catalogue)
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.faults))
  return verdict.price
}

describe('the order line of a priced line', () => {
  it('takes goods, services, weight, size and days from the price', () => {
    const price = priced('sls-pa12-3201', 10)
    const line = orderLineOf(price, part, catalogue)

    expect(line).toEqual({
      technologyId: 22,
      goodsMinor: price.goods.minor,
      servicesMinor: price.services.minor,
      expressExtraMinor: 0,
      quantity: 10,
      weightG: price.weightG,
      sizeMm: part.sizeMm,
      fragile: false,
      workingDays: price.leadTime.workingDays,
    })
    expect(line.servicesMinor).toBeGreaterThan(0)
    expect(line.goodsMinor + line.servicesMinor).toBe(price.linePrice.minor)
  })

  it('states the extra cost of express', () => {
    const hasty = orderLineOf(priced('sls-pa12-3201', 10, 'express'), part, catalogue)
    const usual = orderLineOf(priced('sls-pa12-3201', 10), part, catalogue)
    expect(hasty.expressExtraMinor).toBe(hasty.goodsMinor - usual.goodsMinor)
    expect(hasty.expressExtraMinor).toBeGreaterThan(0)
  })

  it.each([
    ['sla-9600-white', 22, true],
    ['mjf-pa12', 22, false],
    ['al-6061-t6', 23, false],
    ['vc-pu-abs', 27, false],
  ] as const)('of %s is of technology %i; fragile: %s (catalogue 6)', (materialId, technologyId, fragile) => {
    expect(orderLineOf(priced(materialId, 2), part, catalogue)).toMatchObject({ technologyId, fragile })
  })

  it('does not count an unknown material as fragile', () => {
    const price = { ...priced('sla-9600-white', 2), materialId: 'lost' }
    expect(orderLineOf(price, part, catalogue).fragile).toBe(false)
  })
})
