import type { UploadView } from '@cotation/contracts'
import { fileRetention } from '@cotation/domain'
import type { UploadWithAnalysis } from './upload.repository.ts'

/** The same day some months on, or the last of a shorter month. */
function monthsAfter(date: Date, months: number): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + months)
  // 30 November and three months is no 2 March.
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

export function uploadViewOf(row: UploadWithAnalysis, now: Date): UploadView {
  const isSettled = row.state === 'done' || row.state === 'failed'
  const isKept = isSettled && row.sha256 !== null
  const wait = row.state === 'analysing' && row.queued_at ? now.getTime() - row.queued_at.getTime() : null

  return {
    id: row.id,
    purpose: row.purpose,
    name: row.name,
    bytes: Number(row.bytes),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    expiresAt: isKept ? monthsAfter(row.last_used_at, fileRetention.months).toISOString() : null,
    summary: row.summary,
    refusal: row.state === 'failed' ? (row.refusal ?? row.analysis_refusal) : null,
    analysingSeconds: wait === null ? null : Math.max(0, Math.floor(wait / 1000)),
  }
}
