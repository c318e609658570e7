import type { Holidays } from '@cotation/domain'
import { type Day, dayOfDate, isWeekend } from './day.ts'
import { isPublicHoliday } from './public-holidays.ts'

interface DaysOff {
  from: Day
  to: Day
}

/** Cache of a catalogue's extra days off by country: every counted day is checked against them. */
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
 * Whether a day is a working day in a country; Saturday and Sunday never are. Holidays are known
 * for France and mainland China; others (DE, US, GB, AE, …) only have the days the catalogue adds.
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

/** The day `count` working days after a day; for 0, that day or the next working day. */
export function addWorkingDays(day: Day, count: number, country: string, holidays: Holidays): Day {
  let reached = workingDayFrom(count > 0 ? day + 1 : day, country, holidays)
  for (let counted = 1; counted < count; counted++) reached = workingDayFrom(reached + 1, country, holidays)
  return reached
}
