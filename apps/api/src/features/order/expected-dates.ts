import { type Catalogue, isBeingMade, type OrderStatus } from '@cotation/domain'
import { type JourneyDates, journeyDates, nextShipDate, workshopDate } from '@cotation/pricing'
import type { OrderRow } from '#db/order-rows.ts'

interface DatedOrder {
  order: OrderRow
  events: readonly { at: Date; to_status: OrderStatus }[]
  /** When its last open run is due (ISO); null if everything is made and packed. */
  lastDueDay: string | null
}

/** The days on which a late order is expected to leave and arrive; null if it is on time. */
export function expectedDatesOf(dated: DatedOrder, catalogue: Catalogue, now: Date): JourneyDates | null {
  const ship = expectedShipDay(dated, catalogue, now)
  return ship === null ? null : lateJourneyOf(dated.order, ship, catalogue)
}

/** The dates of an order that leaves on a day (ISO); null if that is not later than promised. */
export function lateJourneyOf(
  { dates, shipping_address: { country }, total }: OrderRow,
  ship: string,
  catalogue: Catalogue,
): JourneyDates | null {
  if (ship <= dates.ship) return null
  return journeyDates(ship, { country, transitDays: total.shipping.transitDays }, catalogue)
}

function expectedShipDay({ order, events, lastDueDay }: DatedOrder, catalogue: Catalogue, now: Date): string | null {
  const nextShip = nextShipDate(now.getTime(), catalogue)
  // A plan whose last day is over ends today at the earliest.
  const planned = lastDueDay === null ? '' : latest(lastDueDay, nextShip)

  if (isBeingMade(order.status)) return latest(planned, nextShip)
  if (order.status !== 'shipped') return null

  const shippedAt = events.findLast(({ to_status }) => to_status === 'shipped')?.at
  // Pieces that are made again follow the others.
  return shippedAt ? latest(planned, workshopDate(shippedAt.getTime(), catalogue)) : null
}

const latest = (one: string, other: string) => (one > other ? one : other)
