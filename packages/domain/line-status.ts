import type { UploadState } from './upload-state.ts'

/** Line statuses (product decisions 4). Only ready lines can be ordered. */
export const lineStatuses = [
  'configuring',
  'analysing',
  'needs-decision',
  'ready',
  'manual-quote',
  'expired',
  'ordered',
] as const
export type LineStatus = (typeof lineStatuses)[number]

export interface LineFacts {
  /** The line is in an order that was not given up. */
  isOrdered: boolean
  file: UploadState
  /** The project's prices have expired. */
  priceExpired: boolean
  /** Number of faults in the configuration. */
  faults: number
  /** Warnings not yet accepted. */
  openWarnings: number
  blocking: number
  /** Outside the envelope of automatic prices. */
  beyondAutomatic: boolean
  /** State of the question to an expert, if there is one. */
  expert: 'asked' | 'answered' | 'declined' | undefined
}

/**
 * The status of a line, most severe condition first. What was ordered stays ordered, whatever
 * becomes of the file and of the project's prices. An expert's price overrides all findings and
 * limits. An unreadable file needs a decision: another file, or an expert.
 */
export function lineStatus(line: LineFacts): LineStatus {
  if (line.isOrdered) return 'ordered'
  if (line.expert === 'asked') return 'manual-quote'
  if (line.file === 'uploading' || line.file === 'received' || line.file === 'analysing') return 'analysing'
  if (line.priceExpired) return 'expired'
  if (line.expert === 'answered') return 'ready'
  if (line.file === 'failed' || line.file === 'expired') return 'needs-decision'
  if (line.faults > 0) return 'configuring'
  if (line.blocking > 0 || line.openWarnings > 0 || line.beyondAutomatic || line.expert === 'declined')
    return 'needs-decision'

  return 'ready'
}
