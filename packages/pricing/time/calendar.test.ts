import type { Holidays } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkingDays, isWorkingDay, workingDayFrom } from './calendar.ts'
import { civilOf, dateOfDay, dayOf, dayOfDate, isWeekend, localTimeOf, weekdayOf } from './day.ts'
import { easterSunday, isPublicHoliday } from './public-holidays.ts'

const holidays: Holidays = { workshop: 'CN', extra: [] }
const works = (date: string, country: string, given = holidays): boolean =>
  isWorkingDay(dayOfDate(date), country, given)
const daysBetween = (from: string, to: string): number[] =>
  Array.from({ length: dayOfDate(to) - dayOfDate(from) + 1 }, (_, index) => dayOfDate(from) + index)

/** Weekdays without work in a span. */
const offWeekdays = (country: string, from: string, to: string, given = holidays): string[] =>
  daysBetween(from, to)
    .filter((day) => !isWeekend(day) && !isWorkingDay(day, country, given))
    .map(dateOfDay)

const anyDay = fc.integer({ min: dayOfDate('2000-01-01'), max: dayOfDate('2080-12-31') })
const anyCountry = fc.constantFrom('FR', 'CN', 'DE', 'US')

describe('days', () => {
  it.each([
    ['1970-01-01', 0, 4],
    ['1969-12-31', -1, 3],
    ['1969-12-20', -12, 6],
    ['2026-11-15', 20_772, 0],
    ['2028-02-29', 21_243, 2],
  ])('%s is day %i, weekday %i', (date, day, weekday) => {
    expect(dayOfDate(date)).toBe(day)
    expect(dateOfDay(day)).toBe(date)
    expect(weekdayOf(day)).toBe(weekday)
  })

  it('reads year, month and date back', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { year, month, date } = civilOf(day)
        expect(dayOf(year, month, date)).toBe(day)
        expect(dateOfDay(day)).toBe(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
      }),
    )
  })

  it('finds day and hour of an instant ahead of UTC', () => {
    expect(localTimeOf(Date.parse('2026-11-16T15:59:59Z'), 8)).toEqual({
      day: dayOfDate('2026-11-16'),
      hour: 24 - 1 / 3600,
    })
    expect(localTimeOf(Date.parse('2026-11-16T16:00:00Z'), 8)).toEqual({ day: dayOfDate('2026-11-17'), hour: 0 })
    expect(localTimeOf(Date.parse('2026-11-16T04:30:00Z'), -5)).toEqual({ day: dayOfDate('2026-11-15'), hour: 23.5 })
  })
})

describe('public holidays of France', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2100, '2100-03-28'],
    [2285, '2285-03-22'],
  ])('Easter %i is %s', (year, date) => {
    expect(dateOfDay(easterSunday(year))).toBe(date)
  })

  it('have the same Easter as Oudin’s algorithm, for 400 years', () => {
    for (let year = 1900; year < 2300; year++) {
      const century = Math.floor(year / 100)
      const golden = year % 19
      const k = Math.floor((century - 17) / 25)
      let i = (century - Math.floor(century / 4) - Math.floor((century - k) / 3) + 19 * golden + 15) % 30
      i -= Math.floor(i / 28) * (1 - Math.floor(i / 28) * Math.floor(29 / (i + 1)) * Math.floor((21 - golden) / 11))

      const j = (year + Math.floor(year / 4) + i + 2 - century + Math.floor(century / 4)) % 7
      const month = 3 + Math.floor((i - j + 40) / 44)

      expect(easterSunday(year)).toBe(dayOf(year, month, i - j + 28 - 31 * Math.floor(month / 4)))
    }
  })

  it('are eleven, of which 2026 has these on weekdays', () => {
    expect(offWeekdays('FR', '2026-01-01', '2026-12-31')).toEqual([
      '2026-01-01',
      '2026-04-06',
      '2026-05-01',
      '2026-05-08',
      '2026-05-14',
      '2026-05-25',
      '2026-07-14',
      '2026-11-11',
      '2026-12-25',
    ])

    const all = daysBetween('2026-01-01', '2026-12-31').filter((day) => isPublicHoliday(day, 'FR'))
    expect(all).toHaveLength(11)
    expect(all).toContain(dayOfDate('2026-08-15'))
    expect(all).toContain(dayOfDate('2026-11-01'))
  })
})

describe('public holidays of mainland China', () => {
  it('are exactly those announced for 2026', () => {
    const announced = [
      ['01-01', '01-03'],
      ['02-15', '02-23'],
      ['04-04', '04-06'],
      ['05-01', '05-05'],
      ['06-19', '06-21'],
      ['09-25', '09-27'],
      ['10-01', '10-07'],
    ].flatMap(([from, to]) => daysBetween(`2026-${from}`, `2026-${to}`))
    expect(daysBetween('2026-01-01', '2026-12-31').filter((day) => isPublicHoliday(day, 'CN'))).toEqual(announced)
  })

  it('follow the rule in 2027: eight days from the eve of the Spring Festival, festivals on a weekend on the Monday', () => {
    expect(offWeekdays('CN', '2027-01-01', '2027-12-31')).toEqual([
      '2027-01-01',
      '2027-02-05',
      '2027-02-08',
      '2027-02-09',
      '2027-02-10',
      '2027-02-11',
      '2027-02-12',
      '2027-04-05',
      '2027-05-03',
      '2027-05-04',
      '2027-05-05',
      '2027-06-09',
      '2027-09-15',
      '2027-10-01',
      '2027-10-04',
      '2027-10-05',
      '2027-10-06',
      '2027-10-07',
    ])

    // Sundays: Dragon Boat 2028, 1 January 2034. Saturdays: Mid-Autumn 2029, 1 January 2028.
    for (const monday of ['2028-05-29', '2029-09-24', '2028-01-03', '2034-01-02'])
      expect(works(monday, 'CN')).toBe(false)
    for (const next of ['2028-05-30', '2029-09-25', '2028-01-04', '2034-01-03', '2029-01-02', '2029-01-03'])
      expect(works(next, 'CN')).toBe(true)

    // New Year's Day is a holiday even if the Monday after it replaces it.
    for (const [date, holiday] of [
      ['2028-01-01', true],
      ['2028-01-02', false],
      ['2028-01-03', true],
    ] as const) {
      expect(isPublicHoliday(dayOfDate(date), 'CN')).toBe(holiday)
    }
  })

  it('have an eighth day in October only if Mid-Autumn is in the National Day week', () => {
    // 8 October is a weekday in all three years; Mid-Autumn is on 1 October 2031, 4 October 2036.
    expect(works('2031-10-08', 'CN')).toBe(false)
    expect(works('2031-10-09', 'CN')).toBe(true)
    expect(works('2036-10-08', 'CN')).toBe(false)
    expect(works('2026-10-08', 'CN')).toBe(true)
  })

  it('are only the fixed ones after 2050', () => {
    expect(offWeekdays('CN', '2051-01-01', '2051-12-31')).toEqual([
      '2051-01-02',
      '2051-05-01',
      '2051-05-02',
      '2051-05-03',
      '2051-05-04',
      '2051-05-05',
      '2051-10-02',
      '2051-10-03',
      '2051-10-04',
      '2051-10-05',
      '2051-10-06',
    ])
  })
})

describe('working days', () => {
  const extra = {
    workshop: 'CN',
    extra: [
      { country: 'CN', from: '2026-11-17', to: '2026-11-18', name: { fr: 'Inventaire', en: 'Stock-taking' } },
      { country: 'CN', from: '2026-12-01', to: '2026-12-01', name: { fr: 'Fermeture', en: 'Closed' } },
      { country: 'DE', from: '2026-12-25', to: '2026-12-25', name: { fr: 'Noël', en: 'Christmas' } },
    ],
  }

  it('exclude the days off that the catalogue adds for a country, both ends included', () => {
    expect(offWeekdays('CN', '2026-11-09', '2026-12-31', extra)).toEqual(['2026-11-17', '2026-11-18', '2026-12-01'])
    expect(works('2026-11-17', 'FR', extra)).toBe(true)
    expect(works('2026-12-25', 'DE', extra)).toBe(false)
  })

  it('are all days but weekends in other countries', () => {
    expect(offWeekdays('US', '2026-01-01', '2026-12-31')).toEqual([])
    expect(works('2026-11-14', 'US')).toBe(false)
    expect(works('2026-11-15', 'US')).toBe(false)
  })

  it.each([
    ['2026-11-13', 0, '2026-11-13'],
    ['2026-11-13', 1, '2026-11-16'],
    ['2026-11-14', 0, '2026-11-16'],
    ['2026-11-14', 1, '2026-11-16'],
    ['2026-11-14', 2, '2026-11-17'],
    ['2026-11-16', 5, '2026-11-23'],
    ['2026-09-30', 1, '2026-10-08'],
  ])('%s plus %i working days in China is %s', (date, count, expected) => {
    expect(dateOfDay(addWorkingDays(dayOfDate(date), count, 'CN', holidays))).toBe(expected)
  })

  it('are counted one by one, and later for a later day or a greater count', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(40), anyCountry, (day, count, country) => {
        const reached = addWorkingDays(day, count, country, holidays)
        expect(isWorkingDay(reached, country, holidays)).toBe(true)

        let counted = 0
        for (let passed = day + 1; passed <= reached; passed++) if (isWorkingDay(passed, country, holidays)) counted++
        if (count > 0) expect(counted).toBe(count)
        else expect(reached).toBe(workingDayFrom(day, country, holidays))

        expect(addWorkingDays(day + 1, count, country, holidays)).toBeGreaterThanOrEqual(reached)
        expect(addWorkingDays(day, count + 1, country, holidays)).toBeGreaterThanOrEqual(reached)
      }),
    )
  })
})
