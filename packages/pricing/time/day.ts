/** Whole days since 1 January 1970, UTC. Dates on the wire are ISO strings (`2026-11-15`). */
export type Day = number

const dayMs = 86_400_000

/** The day of an ISO date. */
export const dayOfDate = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / dayMs

/** The day of a year, a month (1 to 12) and a date of it. */
export const dayOf = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date) / dayMs

/** The ISO date of a day. */
export const dateOfDay = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Year, month (1 to 12) and date of a day. */
export function civilOf(day: Day): { year: number; month: number; date: number } {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() }
}

/** Local day and hour (fractional) of an instant (epoch ms); clocks are `utcOffsetHours` ahead. */
export function localTimeOf(epochMs: number, utcOffsetHours: number): { day: Day; hour: number } {
  const localMs = epochMs + utcOffsetHours * 3_600_000
  const day = Math.floor(localMs / dayMs)
  return { day, hour: (localMs - day * dayMs) / 3_600_000 }
}

/** Day of the week, 0 Sunday to 6 Saturday. Day 0, 1 January 1970, was a Thursday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7

/** Saturday or Sunday. */
export const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0
