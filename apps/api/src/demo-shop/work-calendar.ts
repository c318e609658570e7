import { dayIn } from '@cotation/domain'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Moments of the shop's working days, by its own clock. */
export interface WorkCalendar {
  /** The start of the demo: nothing happens after it. */
  now: Date
  /** A time (`09:30`) of the working day that lies so many working days back; 1 is the last one before today. */
  daysBack(days: number, time: string): Date
  minutesBack(minutes: number): Date
  /** The next moment at which people work: the same, or the next morning. */
  whenOpen(at: Date): Date
  /** When people go home on the day of a moment. */
  closingAt(at: Date): Date
}

const opening = '08:00'
const closing = '17:30'

/** The moment of a local time. Two steps, because the offset may differ between guess and result. */
function momentOf(timeZone: string, day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  let at = wanted
  for (let i = 0; i < 2; i++) at = wanted - (localMsOf(timeZone, new Date(at)) - at)
  return new Date(at)
}

/** The local date and time, as if it were UTC. */
function localMsOf(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

const isWorkday = (day: string): boolean => {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

function nextWorkday(day: string, direction: 1 | -1): string {
  let next = plusDays(day, direction)
  while (!isWorkday(next)) next = plusDays(next, direction)
  return next
}

export function workCalendar(timeZone: string, now: Date): WorkCalendar {
  const today = dayIn(timeZone, now)

  return {
    now,
    daysBack(days, time) {
      let day = today
      for (let i = 0; i < days; i++) day = nextWorkday(day, -1)
      return momentOf(timeZone, day, time)
    },
    minutesBack: (minutes) => new Date(now.getTime() - minutes * minuteMs),
    whenOpen(at) {
      const day = dayIn(timeZone, at)
      if (!isWorkday(day)) return momentOf(timeZone, nextWorkday(day, 1), opening)

      const open = momentOf(timeZone, day, opening)
      if (at < open) return open
      return at < momentOf(timeZone, day, closing) ? at : momentOf(timeZone, nextWorkday(day, 1), opening)
    },
    closingAt: (at) => momentOf(timeZone, dayIn(timeZone, at), closing),
  }
}
