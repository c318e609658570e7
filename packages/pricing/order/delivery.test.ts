import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { promisedDates } from '../time/promise.ts'
import { deliveryDate, deliveryRoute } from './delivery.ts'
import { landedEstimate } from './landed-estimate.ts'
import { orderTotal } from './order-total.ts'
import { tenParts } from './ten-parts.fixture.ts'

const catalogue = packagedCatalogue
const monday = Date.UTC(2026, 10, 16, 2)

const routeOf = (lines: Parameters<typeof landedEstimate>[0], country: string) =>
  deliveryRoute(landedEstimate(lines, country, catalogue), country, catalogue)

describe('the delivery date before checkout', () => {
  it.each(['FR', 'US', 'ZA', 'HK'])('is that of checkout with the cheapest carrier to %s', (country) => {
    const lines = [tenParts(), tenParts({ workingDays: 7 })]
    const total = orderTotal({ lines, destination: country, carrier: 'cheapest' }, catalogue)
    const route = routeOf(lines, country)
    if ('refusals' in total || !route) throw new Error('no total')

    const { workingDays, shipping } = total
    const request = { orderedAt: monday, workingDays, transitDays: shipping.transitDays, country }
    expect(deliveryDate(workingDays, monday, route, catalogue)).toBe(promisedDates(request, catalogue).deliveryLatest)
  })

  it('depends on the country', () => {
    const [toFrance, toSouthAfrica] = ['FR', 'ZA'].map((country) => {
      const route = routeOf([tenParts()], country)
      return route && deliveryDate(3, monday, route, catalogue)
    })

    expect(toFrance).toBeDefined()
    expect(toSouthAfrica).not.toBe(toFrance)
  })

  it.each([
    ['nothing is ready', []],
    ['a part fits no carton', [tenParts({ sizeMm: [3000, 60, 30] })]],
  ])('assumes the cheapest carrier of a small parcel while %s', (_name, lines) => {
    const small = landedEstimate([tenParts({ quantity: 1, sizeMm: [10, 10, 10], weightG: 1 })], 'FR', catalogue)

    expect(routeOf(lines, 'FR')).toEqual(deliveryRoute(small, 'FR', catalogue))
  })

  it('is unknown in a country that no carrier serves', () => {
    const shipping = { ...catalogue.shipping, zones: [] }

    expect(deliveryRoute({ refusals: [] }, 'FR', { ...catalogue, shipping })).toBeUndefined()
  })
})
