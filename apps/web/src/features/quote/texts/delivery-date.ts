import type { CarrierId, Catalogue } from '@cotation/domain'
import { promisedDates } from '@cotation/pricing'

/** Until the customer gives an address: where most live, with the carrier that goes everywhere. */
const destination = 'FR'
const carrierId: CarrierId = 'dhl'

/** The day (ISO) on which an order placed at `now` (epoch ms) is delivered at the latest; undefined where nobody goes there. */
export function deliveryDate(workingDays: number, now: number, catalogue: Catalogue): string | undefined {
  const { carriers, zones } = catalogue.shipping
  const zone = zones.find(({ countries }) => countries.includes(destination))
  const rate = zone && carriers.find(({ id }) => id === carrierId)?.rates[zone.id]
  if (!rate) return undefined
  const order = { orderedAt: now, workingDays, transitDays: rate.transitDays, country: destination }
  return promisedDates(order, catalogue).deliveryLatest
}
