import type { Catalogue } from '@cotation/domain'
import { promisedDates } from '../time/promise.ts'
import type { LandedEstimate } from './landed-estimate.ts'
import type { OrderRefusal } from './order-refusal.ts'
import { cheapestOffer, shippingOffers } from './shipping.ts'

/** How an order travels to its country (ISO 3166). */
export interface DeliveryRoute {
  country: string
  transitDays: readonly [fastest: number, slowest: number]
}

/**
 * The route that delivery dates assume before an address and a carrier are chosen: the carrier of
 * the estimate, or while there is none, the cheapest for the smallest parcel. Undefined if no
 * carrier delivers to the country.
 */
export function deliveryRoute(
  estimate: LandedEstimate | { refusals: readonly OrderRefusal[] },
  country: string,
  { shipping }: Catalogue,
): DeliveryRoute | undefined {
  if (!('refusals' in estimate)) return { country, transitDays: estimate.order.shipping.transitDays }

  const offer = cheapestOffer(shippingOffers([], country, shipping))
  return offer && { country, transitDays: offer.transitDays }
}

/** The latest delivery date (ISO) of an order placed at `orderedAt` (epoch ms). */
export function deliveryDate(
  workingDays: number,
  orderedAt: number,
  route: DeliveryRoute,
  catalogue: Catalogue,
): string {
  return promisedDates({ orderedAt, workingDays, ...route }, catalogue).deliveryLatest
}
