import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { type LandedEstimate, landedCostOf, landedEstimate } from './landed-estimate.ts'
import type { OrderLine } from './order-line.ts'
import { orderTotal } from './order-total.ts'
import { tenParts } from './ten-parts.fixture.ts'

/** Ten plastic parts. */
const line = (given: Partial<OrderLine> = {}): OrderLine => tenParts({ hsCode: '392690', ...given })

function estimate(lines: readonly OrderLine[], country: string): LandedEstimate {
  const found = landedEstimate(lines, country, packagedCatalogue)
  if ('refusals' in found) throw new Error(found.refusals.map(({ code }) => code).join())
  return found
}

describe('the estimate of an order before login', () => {
  it.each([
    ['FR', 'sf', 2550, 13_810, 898 + 2942],
    ['DE', 'sf', 2550, 13_810, 898 + 2795],
    ['US', 'sf', 2550, 13_810, 597 + 845],
    ['CH', 'sf', 2550, 13_810, 1119],
    // SF does not deliver to the last zone, and there are no figures for duty.
    ['ZA', 'fedex', 6600, 17_860, 0],
  ])('ships to %s by %s', (country, carrier, carriageMinor, orderMinor, importMinor) => {
    const { order, totalMinor } = estimate([line()], country)

    expect(order.shipping).toMatchObject({ carrier, minor: carriageMinor, chargeableKg: 3 })
    expect(order.totalMinor).toBe(orderMinor)
    expect(totalMinor).toBe(orderMinor + importMinor)
  })

  it('is the total of checkout for the same country and carrier', () => {
    const lines = [line(), line({ technologyId: 23, goodsMinor: 900, servicesMinor: 100, hsCode: '761699' })]
    const { order, landed } = estimate(lines, 'FR')

    expect(order).toEqual(orderTotal({ lines, destination: 'FR', carrier: 'sf' }, packagedCatalogue))
    expect(landed).toEqual(landedCostOf(lines, order, 'FR', packagedCatalogue))
  })

  it('counts services and the small-order minimum as price of the goods', () => {
    const { order, landed } = estimate([line({ goodsMinor: 500, servicesMinor: 300 })], 'US')

    expect(order.smallOrderMinor).toBe(500)
    expect(landed).toMatchObject({ charges: [{ baseMinor: 1300, amountMinor: 69 }, { baseMinor: 1300 }] })
  })

  it.each([
    ['an empty order', [], 'FR', 'empty-order'],
    ['a part that fits no carton', [line({ sizeMm: [3000, 60, 30] })], 'FR', 'too-large-to-ship'],
  ])('is refused with the reason: %s', (_name, lines, country, code) => {
    expect(landedEstimate(lines, country, packagedCatalogue)).toMatchObject({ refusals: [{ code }] })
  })

  it('is refused if no carrier delivers to the country', () => {
    const { shipping } = packagedCatalogue
    const zones = shipping.zones.map((zone) => ({ ...zone, countries: zone.countries.filter((code) => code !== '*') }))
    const catalogue = { ...packagedCatalogue, shipping: { ...shipping, zones } }

    expect(landedEstimate([line()], 'VE', catalogue)).toMatchObject({ refusals: [{ code: 'country-not-served' }] })
  })
})
