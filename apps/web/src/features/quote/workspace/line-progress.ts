import type { LineView } from '@cotation/contracts'
import type { Stage } from '@cotation/geometry'
import type { TransferState } from '#lib/uploads/transfer.ts'
import type { LineProgress } from './work-line.ts'

export interface ProgressSources {
  view: LineView
  /** The browser's own reading; undefined where it does not read the file, or is done with it. */
  reading: { stage: Stage | undefined; done: number } | undefined
  transfer: TransferState | undefined
  isLong: boolean
  isRefused: boolean
}

const steps = {
  looking: 'waiting',
  waiting: 'waiting',
  sending: 'uploading',
  elsewhere: 'uploading',
  paused: 'paused',
  broken: 'interrupted',
  lost: 'interrupted',
  telling: 'storing',
} as const satisfies Record<TransferState['state'], LineProgress['step']>

/** How far a line's file is on its way; undefined once it has arrived and was looked at. */
export function lineProgress(sources: ProgressSources): LineProgress | undefined {
  const { view, reading, transfer, isLong, isRefused } = sources
  const { state, bytes } = view.upload

  // Read, and not judged yet: the file is done, the line is not.
  const isUnjudged = state === 'done' && view.status === 'analysing'
  if (isRefused || (state === 'done' && !isUnjudged) || state === 'failed' || state === 'expired') return undefined

  const sentBytes = state === 'uploading' ? (transfer?.sentBytes ?? 0) : bytes
  const whole = { stage: reading?.stage, sentBytes, bytes, isLong: false }
  if (state === 'received') return { ...whole, step: 'storing', done: undefined }
  if (state === 'analysing' || isUnjudged) return { ...whole, step: 'analysing', done: undefined, isLong }

  const step = steps[transfer?.state ?? 'looking']
  // Spec 4: parsing, then uploading; both run at once, and the one that brings the price is shown first.
  if (reading && (step === 'waiting' || step === 'uploading')) {
    return { ...whole, step: reading.stage ? 'parsing' : 'waiting', done: reading.stage ? reading.done : 0 }
  }

  const isMoving = step === 'uploading' && transfer?.state === 'sending'
  return { ...whole, step, done: isMoving || step === 'paused' ? sentBytes / bytes : undefined }
}
