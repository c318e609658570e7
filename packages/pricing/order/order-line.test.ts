import { defaultConfiguration, type LeadTier, selectService } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { priceLine } from '../line/price-line.ts'
import { housing } from '../making/making.fixture.ts'
import { customsFactsOf, orderLineOf, quotedOrderLine } from './order-line.ts'

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
      hsCode: '392690',
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
  ] as const)(
    'has the technology of its material: %s is of %i; fragile: %s (catalogue 6)',
    (materialId, technologyId, fragile) => {
      expect(orderLineOf(priced(materialId, 2), part, catalogue)).toMatchObject({ technologyId, fragile })
    },
  )

  it('does not count an unknown material as fragile', () => {
    const price = { ...priced('sla-9600-white', 2), materialId: 'lost' }
    expect(orderLineOf(price, part, catalogue).fragile).toBe(false)
  })
})

describe('what customs ask about a line', () => {
  const line = { ...orderLineOf(priced('al-6061-t6', 3), part, catalogue), weightG: 12.34 }

  it('is its class, the country of the workshop and the weight of all parts', () => {
    expect(customsFactsOf(line, catalogue)).toMatchObject({
      commodity: { hsCode: '761699', name: { en: 'Other articles of aluminium' }, source: 'wco' },
      origin: 'CN',
      netWeightG: 37,
    })
  })

  it('is undefined without a class of the material, or in a catalogue without classes', () => {
    const { hsCode: _, ...unclassified } = line
    const { customs: __, ...earlier } = catalogue
    expect(customsFactsOf(unclassified, catalogue)).toBeUndefined()
    expect(customsFactsOf(line, earlier)).toBeUndefined()
  })
})

describe('the order line of a quote line', () => {
  const configuration = defaultConfiguration(part, 'al-6061-t6', catalogue, 3)
  const line = { price: null, part, configuration, expert: null }
  const offer = { unitMinor: 1250, workingDays: null, sizeMm: null, weightG: null }

  it('has the automatic price without an expert’s, and is absent without any', () => {
    const price = priced('al-6061-t6', 3)
    expect(quotedOrderLine({ ...line, price }, 'cnc', catalogue)).toEqual(orderLineOf(price, part, catalogue))
    expect(quotedOrderLine(line, 'cnc', catalogue)).toBeUndefined()
  })

  it('has the expert’s price, parcel and days', () => {
    const expert = { unitMinor: 1250, workingDays: 9, sizeMm: [40, 30, 20], weightG: 500 } as const
    expect(quotedOrderLine({ ...line, price: priced('al-6061-t6', 3), expert }, 'cnc', catalogue)).toEqual({
      technologyId: 23,
      goodsMinor: 3750,
      servicesMinor: 0,
      expressExtraMinor: 0,
      quantity: 3,
      weightG: 500,
      sizeMm: [40, 30, 20],
      fragile: false,
      workingDays: 9,
      hsCode: '761699',
    })
  })

  it('is measured by the analysis where the expert gave no parcel', () => {
    const weightG = (part.volumeMm3 * 2.7) / 1000
    expect(quotedOrderLine({ ...line, expert: offer }, 'cnc', catalogue)).toMatchObject({
      sizeMm: part.sizeMm,
      weightG: expect.closeTo(weightG, 3),
      workingDays: 0,
    })
  })

  it('is the smallest parcel of the project’s technology for a part that nobody measured', () => {
    const unknown = { price: null, part: null, configuration: null, expert: offer }
    const found = quotedOrderLine(unknown, 'vacuum-casting', catalogue)
    expect(found).toMatchObject({ technologyId: 27, quantity: 1, weightG: 0, sizeMm: [0, 0, 0], fragile: false })
    expect(found?.hsCode).toBeUndefined()
  })
})
