import { describe, expect, it } from 'vitest'
import { festivals } from './chinese-festivals.ts'
import { dateOfDay, dayOfDate } from './day.ts'
import { newMoonDayInBeijing, newMoonJde, sunLongitude } from './new-moon.fixture.ts'

const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
const platformLunarDate = (day: number): string => lunar.format(new Date(day * 86_400_000))

/** The day of a year to which the platform's calendar gives a lunar month and date. */
function platformDay(year: number, monthAndDate: string): number {
  const first = dayOfDate(`${year}-01-01`)
  for (let day = first; day < first + 366; day++) if (platformLunarDate(day) === monthAndDate) return day
  return Number.NaN
}

describe('festivals of mainland China', () => {
  it('knows every year from 2026 to 2050, each date in its year', () => {
    expect(festivals.map(([spring]) => Number(spring.slice(0, 4)))).toEqual(
      Array.from({ length: 25 }, (_, index) => 2026 + index),
    )
    for (const dates of festivals) {
      expect(new Set(dates.map((date) => date.slice(0, 4))).size).toBe(1)
      expect(dates.map((date) => dateOfDay(dayOfDate(date)))).toEqual(dates)
    }
  })

  it('computes the new moon of Meeus’ example (18 February 1977, 3:37:42)', () => {
    expect(newMoonJde(-283)).toBeCloseTo(2443192.65118, 3)
  })

  it.each(festivals)('%s, %s, %s and %s follow the true moon and sun in Beijing time', (...dates) => {
    const [spring, qingming, dragonBoat, midAutumn] = dates.map(dayOfDate) as [number, number, number, number]
    expect(spring).toBe(newMoonDayInBeijing(spring))
    expect(dragonBoat - 4).toBe(newMoonDayInBeijing(dragonBoat - 4))
    expect(midAutumn - 14).toBe(newMoonDayInBeijing(midAutumn - 14))
    // Qingming is the day in Beijing on which the sun reaches 15°.
    expect(sunLongitude(qingming - 8 / 24)).toBeLessThan(15)
    expect(sunLongitude(qingming + 16 / 24)).toBeGreaterThanOrEqual(15)
  })

  it('agrees with the platform’s calendar, unless the new moon is within ten minutes of midnight', () => {
    const differing = festivals.flatMap(([spring, , dragonBoat, midAutumn]) => {
      const year = Number(spring.slice(0, 4))
      const platform = [platformDay(year, '1/1'), platformDay(year, '5/5'), platformDay(year, '8/15')]
      const differences = [spring, dragonBoat, midAutumn].map(
        (date, index) => dayOfDate(date) - Number(platform[index]),
      )
      expect(differences.every((days) => Math.abs(days) <= 1)).toBe(true)
      return [spring, dragonBoat, midAutumn].filter((_, index) => differences[index] !== 0)
    })
    // A platform with corrected data agrees on these as well.
    expect(['2027-02-06', '2030-02-03']).toEqual(expect.arrayContaining(differing))
  })
})
