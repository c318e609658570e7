import { expect, it } from 'vitest'
import { dueText } from './due-text.ts'

// Ten o'clock in Paris.
const now = '2026-03-02T09:00:00.000Z'

it.each([
  ['2026-03-02T09:00:30Z', 'now', 0, 'warning'],
  ['2026-03-02T09:20:00Z', 'inMinutes', 20, 'warning'],
  ['2026-03-02T12:30:00Z', 'inHours', 3, 'warning'],
  ['2026-03-02T13:00:00Z', 'inHours', 4, 'neutral'],
  ['2026-03-04T08:00:00Z', 'inHours', 47, 'neutral'],
  ['2026-03-04T09:00:00Z', 'inDays', 2, 'neutral'],
  ['2026-03-02T08:59:00Z', 'lateMinutes', 1, 'danger'],
  ['2026-03-02T07:00:00Z', 'lateHours', 2, 'danger'],
  ['2026-02-28T08:00:00Z', 'lateDays', 2, 'danger'],
  // 58 hours, and three dates.
  ['2026-02-27T22:30:00Z', 'lateDays', 3, 'danger'],
])('says of a task that is due at %s: %s %s', (dueAt, key, count, tone) => {
  expect(dueText(dueAt, now, 'Europe/Paris')).toEqual({ key, count, tone })
})

it.each([
  ['2026-03-04T23:00:00Z', 'inDays', 2, 'neutral'],
  ['2026-03-02T23:00:00Z', 'today', 0, 'warning'],
  ['2026-03-01T23:00:00Z', 'lateDays', 1, 'danger'],
  ['2026-02-27T23:00:00Z', 'lateDays', 3, 'danger'],
])('counts what is due by the end of a day in the days of the shop: %s is %s %s', (dueAt, key, count, tone) => {
  expect(dueText(dueAt, now, 'Europe/Paris')).toEqual({ key, count, tone })
})
