import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { freeLine, freeOrderTotal } from './free-order.ts'
import type { OrderLine } from './order-line.ts'

const bought: OrderLine = {
  technologyId: 23,
  goodsMinor: 11_260,
  servicesMinor: 1720,
  expressExtraMinor: 900,
  quantity: 10,
  weightG: 47.5,
  sizeMm: [100, 60, 30],
  fragile: false,
  workingDays: 3,
}

const request = { lines: [freeLine(bought, 4)], destination: 'FR', vatNumber: '', carrier: 'dhl' } as const

describe('an order at no cost', () => {
  it('charges nothing: no parts, no minimum order, no carriage, no VAT, no points', () => {
    expect(freeOrderTotal(request, packagedCatalogue)).toMatchObject({
      lines: [{ goodsMinor: 0, servicesMinor: 0, discountMinor: 0, paidMinor: 0 }],
      smallOrder: [],
      smallOrderMinor: 0,
      shipping: { carrier: 'dhl', minor: 0, discountMinor: 0 },
      tax: { baseMinor: 0, minor: 0 },
      totalMinor: 0,
      points: 0,
      display: { currency: 'USD', shippingMinor: 0, smallOrderMinor: 0, totalMinor: 0 },
    })
  })

  it('is packed and dated as a paid one', () => {
    const total = freeOrderTotal(request, packagedCatalogue)
    const parts = total?.shipping.cartons.flatMap((carton) =>
      carton.parts.map(({ quantity }) => quantity * carton.count),
    )
    expect(parts?.reduce((sum, quantity) => sum + quantity, 0)).toBe(4)
    expect(total?.workingDays).toBe(3)
  })

  it('is refused where the carrier does not deliver', () => {
    expect(freeOrderTotal({ ...request, destination: 'MA', carrier: 'sf' }, packagedCatalogue)).toBeNull()
  })
})
