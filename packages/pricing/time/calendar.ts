import type { Holidays } from '@cotation/domain'
import { type Day, dayOfDate, isWeekend } from './day.ts'
import { isPublicHoliday } from './public-holidays.ts'

interface DaysOff {
  from: Day
  to: Day
}

/** Cache of the days off that a catalogue adds, by country: every counted day is checked against them. */
const addedDaysOff = new WeakMap<Holidays, ReadonlyMap<string, readonly DaysOff[]>>()

function addedBy(holidays: Holidays): ReadonlyMap<string, readonly DaysOff[]> {
  const known = addedDaysOff.get(holidays)
  if (known) return known

  const byCountry = new Map<string, DaysOff[]>()
  for (const { country, from, to } of holidays.extra) {
    const ofCountry = byCountry.get(country) ?? []
    ofCountry.push({ from: dayOfDate(from), to: dayOfDate(to) })
    byCountry.set(country, ofCountry)
  }

  addedDaysOff.set(holidays, byCountry)
  return byCountry
}

/**
 * Whether a day is a working day in a country. Saturday and Sunday are off everywhere. Public holidays are known for France and
 * mainland China only; other countries (DE, US, GB, AE, …) have weekends and the days that the catalogue adds.
 */
export function isWorkingDay(day: Day, country: string, holidays: Holidays): boolean {
  if (isWeekend(day) || isPublicHoliday(day, country)) return false
  return !addedBy(holidays)
    .get(country)
    ?.some(({ from, to }) => from <= day && day <= to)
}

/** The day itself if it is a working day, else the next one. */
export function workingDayFrom(day: Day, country: string, holidays: Holidays): Day {
  let candidate = day
  while (!isWorkingDay(candidate, country, holidays)) candidate++
  return candidate
}

/** The working day `count` working days after a day, which does not count itself; for 0 the first working day from it on. */
export function addWorkingDays(day: Day, count: number, country: string, holidays: Holidays): Day {
  let reached = workingDayFrom(count > 0 ? day + 1 : day, country, holidays)
  for (let counted = 1; counted < count; counted++) reached = workingDayFrom(reached + 1, country, holidays)
  return reached
}
