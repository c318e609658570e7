import { dayIn, daysBetween } from '@cotation/domain'

/** Calendar days of the shop since a moment, 0 on the same day. */
export const calendarDays = (timeZone: string, since: string, now = new Date()): number =>
  daysBetween(dayIn(timeZone, new Date(since)), dayIn(timeZone, now))
