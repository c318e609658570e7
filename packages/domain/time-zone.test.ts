import { describe, expect, it } from 'vitest'
import { dayIn, daysBetween, isoMomentIn, isTimeZone, startOfDay, startOfNextDay, zoneAt } from './time-zone.ts'

describe('a time zone', () => {
  it.each(['Europe/Paris', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])(
    'is known by its name: %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true)
    },
  )

  it.each(['', '+02:00', 'Mars/Olympus', 'Europe/Paris ', '../etc/passwd', 'x'.repeat(65)])(
    'is refused if unknown: "%s"',
    (name) => {
      expect(isTimeZone(name)).toBe(false)
    },
  )

  it.each([
    ['Europe/Paris', '2026-03-01T22:59:59Z', '2026-03-01', '2026-03-01T23:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-01T10:00:00Z', '2026-03-02', '2026-03-02T10:00:00.000Z'],
    ['Pacific/Niue', '2026-03-01T10:59:00Z', '2026-02-28', '2026-03-01T11:00:00.000Z'],
    // A day of 23 hours, one of 25, a leap day, a day that begins at one o'clock, a day that never was.
    ['Europe/Paris', '2026-03-28T23:00:00Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Europe/Paris', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['Europe/Paris', '2028-02-29T12:00:00Z', '2028-02-29', '2028-02-29T23:00:00.000Z'],
    ['America/Asuncion', '2023-09-30T12:00:00Z', '2023-09-30', '2023-10-01T04:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-29', '2011-12-30T10:00:00.000Z'],
  ])('%s has at %s the day %s and the next one from %s', (zone, at, day, next) => {
    expect(dayIn(zone, new Date(at))).toBe(day)
    expect(startOfNextDay(zone, new Date(at)).toISOString()).toBe(next)
  })

  it.each([
    ['Europe/Paris', '2026-06-02', '2026-06-01T22:00:00.000Z'],
    ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-02', '2026-03-01T10:00:00.000Z'],
    ['Pacific/Niue', '2026-03-01', '2026-03-01T11:00:00.000Z'],
    // A day that begins at one o'clock, a day that never was.
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('%s begins the day %s at %s', (zone, day, start) => {
    expect(startOfDay(zone, day).toISOString()).toBe(start)
  })

  it('gives a moment the form that spreadsheets read', () => {
    expect(isoMomentIn('Europe/Paris', new Date('2026-06-01T22:30:05Z'))).toBe('2026-06-02 00:30:05')
    expect(isoMomentIn('UTC', new Date('2026-06-01T22:30:05Z'))).toBe('2026-06-01 22:30:05')
  })

  it('is in force from the moment for which it was chosen', () => {
    const choice = (timeZone: string, validFrom: string) => ({ timeZone, validFrom: new Date(validFrom) })
    const choices = [choice('Asia/Tokyo', '2026-05-02T00:00:00Z'), choice('UTC', '2026-03-02T00:00:00Z')]
    expect(zoneAt(choices, new Date('2026-03-01T00:00:00Z'))).toBeUndefined()
    expect(zoneAt(choices, new Date('2026-03-02T00:00:00Z'))).toBe('UTC')
    expect(zoneAt(choices, new Date('2026-06-01T00:00:00Z'))).toBe('Asia/Tokyo')
  })

  it('counts days across months and leap years', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
  })
})
