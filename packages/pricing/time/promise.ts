import type { Catalogue } from '@cotation/domain'
import { addWorkingDays, workingDayFrom } from './calendar.ts'
import { type Day, dateOfDay, dayOfDate, localTimeOf } from './day.ts'

export interface PromiseRequest {
  /** Epoch ms at which the order is paid. */
  orderedAt: number
  /** Working days of the slowest line. */
  workingDays: number
  transitDays: readonly [fastest: number, slowest: number]
  /** ISO 3166 code of the country of delivery. */
  country: string
}

/** ISO dates, ascending: `ship` at the workshop, the others at the destination. */
export interface JourneyDates {
  ship: string
  deliveryEarliest: string
  deliveryLatest: string
}

/** With the day on which the workshop begins. */
export interface PromisedDates extends JourneyDates {
  start: string
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
  const start = startOf(request.orderedAt, catalogue)
  const ship = shipDay(start, request.workingDays, catalogue)
  return { start: dateOfDay(start), ...journeyDates(dateOfDay(ship), request, catalogue) }
}

/** When what leaves the workshop on a day (ISO) arrives. */
export function journeyDates(
  ship: string,
  { transitDays, country }: Pick<PromiseRequest, 'country' | 'transitDays'>,
  { holidays }: Catalogue,
): JourneyDates {
  const [fastest, slowest] = transitDays
  const arrival = (days: number) => dateOfDay(addWorkingDays(dayOfDate(ship), days, country, holidays))
  return { ship, deliveryEarliest: arrival(fastest), deliveryLatest: arrival(Math.max(fastest, slowest)) }
}

/** The day (ISO) at the workshop at a moment (epoch ms). */
export const workshopDate = (at: number, { leadTimes }: Catalogue): string =>
  dateOfDay(localTimeOf(at, leadTimes.utcOffsetHours).day)

/** The first day (ISO) from a moment (epoch ms) on which the workshop ships. */
export const nextShipDate = (at: number, { leadTimes, holidays }: Catalogue): string =>
  dateOfDay(workingDayFrom(localTimeOf(at, leadTimes.utcOffsetHours).day, holidays.workshop, holidays))
