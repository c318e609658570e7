import { describe, expect, it } from 'vitest'
import { dateText } from './date-text.ts'

const first = new Date('2026-12-01T11:01:00Z')
const shortDay = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const longMoment = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('a date in words', () => {
  it.each([
    [{ dateStyle: 'long', timeZone: 'UTC' }, '1er décembre 2026'],
    [{ dateStyle: 'medium', timeZone: 'UTC' }, '1er déc. 2026'],
    [shortDay, 'mar. 1er déc.'],
    [longMoment, '1er décembre 2026 à 11:01'],
    [{ dateStyle: 'short', timeZone: 'UTC' }, '01/12/2026'],
  ] as const)('calls the first of a month "1er" in French with %o', (options, text) => {
    expect(plain(dateText(first, 'fr', options))).toBe(text)
  })

  it('leaves other days and other languages as they are', () => {
    expect(plain(dateText(new Date('2026-12-11T00:00:00Z'), 'fr', shortDay))).toBe('ven. 11 déc.')
    expect(dateText(first, 'en', { dateStyle: 'long', timeZone: 'UTC' })).toBe('December 1, 2026')
  })

  it('takes the day of the time zone', () => {
    const evening = new Date('2026-11-30T23:30:00Z')
    expect(dateText(evening, 'fr', { dateStyle: 'long', timeZone: 'Europe/Paris' })).toBe('1er décembre 2026')
  })
})
