import { announcedDaysOff, festivals } from './chinese-festivals.ts'
import { civilOf, type Day, dayOf, dayOfDate, isWeekend, weekdayOf } from './day.ts'

/** Easter Sunday of a year: Gregorian computus, after Meeus, Jones and Butcher. */
export function easterSunday(year: number): Day {
  const a = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const d = century % 4
  const g = Math.floor((8 * century + 13) / 25)
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30
  const l = (32 + 2 * d + 2 * Math.floor(yearOfCentury / 4) - h - (yearOfCentury % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)

  return dayOf(year, 3, 22) + h + l - 7 * m
}

const fixedInFrance = new Set(['1-1', '5-1', '5-8', '7-14', '8-15', '11-1', '11-11', '12-25'])

/** Easter Monday, Ascension and Whit Monday, in days after Easter Sunday. */
const afterEaster = new Set([1, 39, 50])

function isFrenchHoliday(day: Day): boolean {
  const { year, month, date } = civilOf(day)
  return fixedInFrance.has(`${month}-${date}`) || afterEaster.has(day - easterSunday(year))
}

/** The Monday after a one-day holiday that falls on a weekend; otherwise the day itself. */
function observed(day: Day): Day {
  if (!isWeekend(day)) return day
  return day + (weekdayOf(day) === 6 ? 2 : 1)
}

/**
 * Days off at lunisolar festivals. Weekends worked in exchange do not count as working days, so an
 * order may be early but never late.
 */
function festivalDaysOff(): ReadonlySet<Day> {
  const days = new Set<Day>()
  for (const [spring, qingming, dragonBoat, midAutumn] of festivals) {
    const newYear = dayOfDate(spring)
    for (let day = newYear - 1; day < newYear + 7; day++) days.add(day)
    for (const festival of [qingming, dragonBoat, midAutumn].map(dayOfDate)) days.add(festival).add(observed(festival))

    // If Mid-Autumn falls in the National Day week, the week is a day longer, as in 2020 and 2025.
    const nationalDay = dayOf(Number(midAutumn.slice(0, 4)), 10, 1)
    if (dayOfDate(midAutumn) >= nationalDay) days.add(nationalDay + 7)
  }

  for (const [from, to] of announcedDaysOff) for (let day = dayOfDate(from); day <= dayOfDate(to); day++) days.add(day)
  return days
}

/** Prepared when first needed, because a browser loads this file long before it shows a date. */
let chineseFestivalDays: ReadonlySet<Day> | undefined

function isChineseHoliday(day: Day): boolean {
  chineseFestivalDays ??= festivalDaysOff()
  if (chineseFestivalDays.has(day)) return true

  const { year, month, date } = civilOf(day)
  if (month === 1) return date === 1 || day === observed(dayOf(year, 1, 1))
  return (month === 5 && date <= 5) || (month === 10 && date <= 7)
}

/** Whether a day is a public holiday of France or mainland China, the only known countries. */
export function isPublicHoliday(day: Day, country: string): boolean {
  if (country === 'FR') return isFrenchHoliday(day)
  if (country === 'CN') return isChineseHoliday(day)
  return false
}
