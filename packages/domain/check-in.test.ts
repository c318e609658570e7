import { describe, expect, it } from 'vitest'
import { checkInPoints, nextCheckInAt, nextStreak } from './check-in.ts'

const timeZone = 'Europe/Paris'
const rules = { points: [2, 2, 3, 3, 4, 4, 10], monthlyBonus: { days: 20, points: 30 }, monthlyCapPoints: 150 }

const on = (day: string, hour = '10:00') => ({ day, timeZone, at: new Date(`${day}T${hour}:00Z`) })

describe('the cycle of check-ins', () => {
  it.each([
    ['the first check-in', '2026-03-02', undefined, 1],
    ['the next day', '2026-03-02', { ...on('2026-03-01'), streak: 1 }, 2],
    ['the next month', '2026-03-01', { ...on('2026-02-28'), streak: 6 }, 7],
    ['the day after a cycle', '2026-03-02', { ...on('2026-03-01'), streak: 7 }, 1],
    ['a day after a missed one', '2026-03-03', { ...on('2026-03-01'), streak: 3 }, 1],
    ['a leap day', '2028-02-29', { ...on('2028-02-28'), streak: 3 }, 4],
  ])('counts %s', (_name, day, last, streak) => {
    expect(nextStreak(on(day), last, 7)).toBe(streak)
  })

  it('goes on if a change of the time zone skipped a day', () => {
    const last = { day: '2026-03-01', timeZone: 'Pacific/Niue', at: new Date('2026-03-02T10:00:00Z'), streak: 3 }
    const next = { day: '2026-03-03', timeZone: 'Pacific/Kiritimati', at: new Date('2026-03-02T11:00:00Z') }
    expect(nextStreak(next, last, 7)).toBe(4)
    expect(nextStreak({ ...next, day: '2026-03-05', at: new Date('2026-03-05T00:00:00Z') }, last, 7)).toBe(1)
  })
})

describe('the points of a check-in', () => {
  it.each([
    [1, { daysBefore: 0, pointsBefore: 0 }, { points: 2, bonus: 0 }],
    [7, { daysBefore: 6, pointsBefore: 18 }, { points: 10, bonus: 0 }],
    [6, { daysBefore: 19, pointsBefore: 70 }, { points: 4, bonus: 30 }],
    [6, { daysBefore: 20, pointsBefore: 104 }, { points: 4, bonus: 0 }],
    [7, { daysBefore: 30, pointsBefore: 145 }, { points: 5, bonus: 0 }],
    [7, { daysBefore: 19, pointsBefore: 130 }, { points: 10, bonus: 10 }],
    [7, { daysBefore: 30, pointsBefore: 150 }, { points: 0, bonus: 0 }],
  ])('follow the cycle: on day %i after %o they are %o', (streak, month, points) => {
    expect(checkInPoints(streak, month, rules)).toEqual(points)
  })
})

describe('the next check-in', () => {
  it('is free at once after the first, and a day after it at the latest of two in a row', () => {
    const first = new Date('2026-03-28T22:59:00Z')
    const free = nextCheckInAt(first, null)
    expect(free).toEqual(first)
    expect(nextCheckInAt(new Date('2026-03-28T23:00:00Z'), free)).toEqual(new Date('2026-03-29T22:59:00Z'))
    expect(nextCheckInAt(new Date('2026-04-10T00:00:00Z'), free)).toEqual(new Date('2026-04-10T00:00:00Z'))
  })
})
