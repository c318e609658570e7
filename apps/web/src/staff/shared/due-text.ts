import { daysLate, isDueAtDayEnd } from '@cotation/domain'
import type { Tone } from '#ui/tone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Below this, the remaining time is a warning. */
const soonMs = 4 * hourMs

type DueKey = 'inMinutes' | 'inHours' | 'inDays' | 'today' | 'lateMinutes' | 'lateHours' | 'lateDays' | 'now'

export interface DueText {
  key: DueKey
  count: number
  tone: Tone
}

/**
 * How long until a task is due, or since when it is late. Days are those of the shop's calendar, as in
 * lists: what is due by the end of a day is always counted in them, other tasks from two days on.
 */
export function dueText(dueAt: string, now: string, timeZone: string): DueText {
  const leftMs = Date.parse(dueAt) - Date.parse(now)
  const spanMs = Math.abs(leftMs)
  const due = new Date(dueAt)
  if (spanMs >= 2 * dayMs || isDueAtDayEnd(timeZone, due)) return inDays(daysLate(timeZone, due, new Date(now)))

  const isLate = leftMs < 0
  const inTime: Tone = leftMs < soonMs ? 'warning' : 'neutral'
  const tone = isLate ? 'danger' : inTime

  if (spanMs < minuteMs) return { key: 'now', count: 0, tone }
  if (spanMs < hourMs) return { key: isLate ? 'lateMinutes' : 'inMinutes', count: Math.floor(spanMs / minuteMs), tone }
  return { key: isLate ? 'lateHours' : 'inHours', count: Math.floor(spanMs / hourMs), tone }
}

function inDays(late: number): DueText {
  if (late > 0) return { key: 'lateDays', count: late, tone: 'danger' }
  if (late === 0) return { key: 'today', count: 0, tone: 'warning' }
  return { key: 'inDays', count: -late, tone: 'neutral' }
}
