import type { Catalogue } from '@cotation/domain'
import { addWorkingDays, workingDayFrom } from './calendar.ts'
import { type Day, dateOfDay, localTimeOf } from './day.ts'

export interface PromiseRequest {
  /** Epoch ms at which the order is paid. */
  orderedAt: number
  /** Of the slowest line. */
  workingDays: number
  transitDays: readonly [fastest: number, slowest: number]
  /** ISO 3166 code of the country of delivery. */
  country: string
}

/** ISO dates, ascending: `start` and `ship` at the workshop, the others at the destination. */
export interface PromisedDates {
  start: string
  ship: string
  deliveryEarliest: string
  deliveryLatest: string
}

/** The day of an order up to the cut-off hour of a working day, else the next working day. */
function startOf(orderedAt: number, { leadTimes, holidays }: Catalogue): Day {
  const { day, hour } = localTimeOf(orderedAt, leadTimes.utcOffsetHours)
  return workingDayFrom(hour > leadTimes.cutOffHour ? day + 1 : day, holidays.workshop, holidays)
}

const shipDay = (start: Day, workingDays: number, { holidays }: Catalogue): Day =>
  addWorkingDays(start, workingDays, holidays.workshop, holidays)

/** The date (ISO) on which a part ordered at `orderedAt` (epoch ms) leaves the workshop. */
export const shipDate = (workingDays: number, orderedAt: number, catalogue: Catalogue): string =>
  dateOfDay(shipDay(startOf(orderedAt, catalogue), workingDays, catalogue))

/**
 * When an order leaves the workshop and arrives (catalogue 3, `cutOff`). Production starts on day 0
 * and counts in working days of the workshop, transit in those of the destination.
 */
export function promisedDates(request: PromiseRequest, catalogue: Catalogue): PromisedDates {
  const { holidays } = catalogue
  const [fastest, slowest] = request.transitDays

  const start = startOf(request.orderedAt, catalogue)
  const ship = shipDay(start, request.workingDays, catalogue)
  const deliveryEarliest = addWorkingDays(ship, fastest, request.country, holidays)
  const deliveryLatest = addWorkingDays(ship, Math.max(fastest, slowest), request.country, holidays)

  return {
    start: dateOfDay(start),
    ship: dateOfDay(ship),
    deliveryEarliest: dateOfDay(deliveryEarliest),
    deliveryLatest: dateOfDay(deliveryLatest),
  }
}
