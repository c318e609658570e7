/** A time zone by its IANA name; not an offset such as `+02:00`, which knows no daylight saving. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Formats by time zone: creating one is slow, and a server uses few of them. Swedish dates are ISO dates. */
function isoFormats(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}

const dayFormat = isoFormats({ year: 'numeric', month: '2-digit', day: '2-digit' })
const momentFormat = isoFormats({ dateStyle: 'short', timeStyle: 'medium' })

/** `2026-03-29`: the calendar day of a moment in a time zone. */
export const dayIn = (timeZone: string, at: Date): string => dayFormat(timeZone).format(at)

/** `2026-03-29 14:05:00`: a moment in a time zone, which spreadsheets of both languages read as a date. */
export const isoMomentIn = (timeZone: string, at: Date): string => momentFormat(timeZone).format(at)

const hourMs = 3_600_000

/** Longer than any day: a zone that moves across the date line skips a whole one. */
const maxDayMs = 50 * hourMs

/** The first moment of the next calendar day. */
export function startOfNextDay(timeZone: string, at: Date): Date {
  const today = dayIn(timeZone, at)
  const start = at.getTime()
  return firstMoment(start, start + maxDayMs, (time) => dayIn(timeZone, time) !== today)
}

/** The first moment of a calendar day (`2026-03-29`); of the next one if the day never happened. */
export function startOfDay(timeZone: string, day: string): Date {
  const midnight = Date.parse(day)
  return firstMoment(midnight - maxDayMs, midnight + maxDayMs, (time) => dayIn(timeZone, time) >= day)
}

/**
 * When something begins to hold that does not at first and does at last. Found by bisection, because
 * days have 23 to 25 hours, some do not begin at midnight, and a few never happened.
 */
function firstMoment(before: number, after: number, holds: (time: Date) => boolean): Date {
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (holds(new Date(middle))) after = middle
    else before = middle
  }
  return new Date(after)
}

/** Days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / (24 * hourMs)

/** A time zone from a moment on. */
export interface ZoneChoice {
  timeZone: string
  validFrom: Date
}

/** The time zone in force at a moment, of choices in any sequence; undefined before the first. */
export function zoneAt(choices: readonly ZoneChoice[], at: Date): string | undefined {
  const past = choices.filter(({ validFrom }) => validFrom <= at)
  return past.sort((one, other) => Number(other.validFrom) - Number(one.validFrom))[0]?.timeZone
}

/** How long a chosen time zone stays. */
export const zoneChangeDays = 30

/** `29/03 14:05`: day, month and time of a moment in a time zone, as both languages write them. */
export const timeIn = (timeZone: string, at: Date): string => {
  const parts = { timeZone, day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', parts).format(at).replace(',', '')
}
