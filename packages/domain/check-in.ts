import type { Loyalty } from './catalogue/loyalty.ts'
import { daysBetween } from './time-zone.ts'

/** A check-in on a calendar day of the customer's time zone. */
export interface CheckIn {
  day: string
  timeZone: string
  at: Date
  /** The day of the cycle, from 1. */
  streak: number
}

const dayMs = 24 * 3_600_000

/**
 * The day of the cycle of a check-in, from 1. A missed day starts the cycle again; a calendar day
 * that a change of the time zone skipped is not missed.
 */
export function nextStreak(
  { day, timeZone, at }: Omit<CheckIn, 'streak'>,
  last: CheckIn | undefined,
  cycleDays: number,
): number {
  if (!last) return 1

  const isNextDay = daysBetween(last.day, day) === 1
  const skippedByZone = timeZone !== last.timeZone && at.getTime() - last.at.getTime() <= 2 * dayMs
  return isNextDay || skippedByZone ? (last.streak % cycleDays) + 1 : 1
}

/**
 * When the next check-in is possible at the earliest: next' = max(at, next + 24 h). It lets at most
 * k + 1 check-ins into any k × 24 hours. Calendar days alone do not: a day of 23 hours, or a change
 * of the time zone, would let three into 24 hours.
 */
export function nextCheckInAt(at: Date, next: Date | null): Date {
  return next === null ? at : new Date(Math.max(at.getTime(), next.getTime() + dayMs))
}

/** The points of a check-in, and of the bonus if it is due, up to the limit of the month. */
export function checkInPoints(
  streak: number,
  month: { daysBefore: number; pointsBefore: number },
  { points, monthlyBonus, monthlyCapPoints }: Loyalty['checkIn'],
): { points: number; bonus: number } {
  const left = Math.max(0, monthlyCapPoints - month.pointsBefore)
  const own = Math.min(left, points[streak - 1] ?? 0)
  const hasBonus = month.daysBefore + 1 === monthlyBonus.days
  return { points: own, bonus: hasBonus ? Math.min(left - own, monthlyBonus.points) : 0 }
}
