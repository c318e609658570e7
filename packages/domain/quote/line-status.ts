import type { UploadState } from './upload-state.ts'

/** What a customer sees of a line (product decisions, Quote). Checkout takes the ready ones. */
export const lineStatuses = ['configuring', 'analysing', 'needs-decision', 'ready', 'manual-quote', 'expired'] as const
export type LineStatus = (typeof lineStatuses)[number]

export interface LineFacts {
  file: UploadState
  /** The time for which the project's prices hold is over. */
  priceExpired: boolean
  /** What is wrong with the configuration, or missing in it. */
  faults: number
  /** Warnings nobody has accepted yet, and findings that block. */
  openWarnings: number
  blocking: number
  /** The automatic price does not hold for so many, so dear or so exact a part. */
  beyondAutomatic: boolean
  /** An expert was asked, and has answered with a price or with a refusal; undefined where nobody was asked. */
  expert: 'asked' | 'answered' | 'declined' | undefined
}

/**
 * The status of a line, worst news first. An expert's price settles every finding and limit that it was asked about; a file that
 * cannot be read needs the customer's decision (another file, or an expert).
 */
export function lineStatus(line: LineFacts): LineStatus {
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
