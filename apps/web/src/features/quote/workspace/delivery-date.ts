import type { CarrierId, Catalogue } from '@cotation/domain'
import { promisedDates } from '@cotation/pricing'

/**
 * Assumed until the customer gives an address: the most common country, and a carrier that delivers
 * everywhere.
 */
const destination = 'FR'
const carrierId: CarrierId = 'dhl'

/**
 * The latest delivery date (ISO) of an order placed at `now` (epoch ms); undefined if the carrier
 * does not deliver there.
 */
export function deliveryDate(workingDays: number, now: number, catalogue: Catalogue): string | undefined {
  const { carriers, zones } = catalogue.shipping
  const zone = zones.find(({ countries }) => countries.includes(destination))
  const rate = zone && carriers.find(({ id }) => id === carrierId)?.rates[zone.id]
  if (!rate) return undefined

  const order = { orderedAt: now, workingDays, transitDays: rate.transitDays, country: destination }
  return promisedDates(order, catalogue).deliveryLatest
}

/** Delivery dates by working days, cached: a hundred options share a handful of dates. */
export function cachedDeliveryDates(now: number, catalogue: Catalogue): (workingDays: number) => string | undefined {
  const dates = new Map<number, string | undefined>()
  return (workingDays) => {
    if (!dates.has(workingDays)) dates.set(workingDays, deliveryDate(workingDays, now, catalogue))
    return dates.get(workingDays)
  }
}
