import { dayIn, daysBetween } from './time-zone.ts'

/** The calendar day on which something is due; what is due at midnight is due on the day that ends then. */
export const dueDayOf = (timeZone: string, dueAt: Date): string => dayIn(timeZone, new Date(dueAt.getTime() - 1))

/** Whether something is due by the end of a day rather than at a time of the day. */
export const isDueAtDayEnd = (timeZone: string, dueAt: Date): boolean =>
  dueDayOf(timeZone, dueAt) !== dayIn(timeZone, dueAt)

/** Calendar days since the due day, 0 on that day, negative while days are left. Lists count the same in SQL. */
export const daysLate = (timeZone: string, dueAt: Date, now: Date): number =>
  daysBetween(dueDayOf(timeZone, dueAt), dayIn(timeZone, now))
