import type { Tone } from '#ui/tone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Below this, the remaining time is a warning. */
const soonMs = 4 * hourMs

type DueKey = 'inMinutes' | 'inHours' | 'inDays' | 'lateMinutes' | 'lateHours' | 'lateDays' | 'now'

export interface DueText {
  key: DueKey
  count: number
  tone: Tone
}

/** How long until a task is due, or since when it is late, in the largest unit that is reached. */
export function dueText(dueAt: string, now: string): DueText {
  const leftMs = Date.parse(dueAt) - Date.parse(now)
  const spanMs = Math.abs(leftMs)
  const isLate = leftMs < 0
  const inTime: Tone = leftMs < soonMs ? 'warning' : 'neutral'
  const tone = isLate ? 'danger' : inTime

  if (spanMs < minuteMs) return { key: 'now', count: 0, tone }
  if (spanMs < hourMs) return { key: isLate ? 'lateMinutes' : 'inMinutes', count: Math.floor(spanMs / minuteMs), tone }
  if (spanMs < 2 * dayMs) return { key: isLate ? 'lateHours' : 'inHours', count: Math.floor(spanMs / hourMs), tone }
  return { key: isLate ? 'lateDays' : 'inDays', count: Math.floor(spanMs / dayMs), tone }
}
