import type { LineView } from '@cotation/contracts'
import type { Stage } from '@cotation/geometry'
import type { TransferState } from '#lib/files/transfer.ts'
import type { LineProgress } from './work-line.ts'

interface ProgressSources {
  view: LineView
  /** The analysis in this browser; undefined if there is none or it is over. */
  reading: { stage: Stage | undefined; done: number } | undefined
  transfer: TransferState | undefined
  isLong: boolean
  isRefused: boolean
}

const stepOf = {
  looking: 'waiting',
  waiting: 'waiting',
  sending: 'uploading',
  elsewhere: 'uploading',
  paused: 'paused',
  broken: 'interrupted',
  lost: 'interrupted',
  telling: 'storing',
} as const satisfies Record<TransferState['state'], LineProgress['step']>

/** The upload and analysis progress of a line's file; undefined once it is analysed. */
export function lineProgress(sources: ProgressSources): LineProgress | undefined {
  const { view, reading, transfer, isLong, isRefused } = sources
  const { state, bytes } = view.upload

  // The file is analysed, but the line is not judged yet.
  const isUnjudged = state === 'done' && view.status === 'analysing'
  if (isRefused || (state === 'done' && !isUnjudged) || state === 'failed' || state === 'expired') return undefined

  const sentBytes = state === 'uploading' ? (transfer?.sentBytes ?? 0) : bytes
  const whole = { stage: reading?.stage, sentBytes, bytes, isLong: false }
  if (state === 'received') return { ...whole, step: 'storing', done: undefined }
  if (state === 'analysing' || isUnjudged) return { ...whole, step: 'analysing', done: undefined, isLong }

  const step = stepOf[transfer?.state ?? 'looking']
  // Spec 4: parsing, then uploading. Both run in parallel; parsing is shown first because it gives
  // the price.
  if (reading && (step === 'waiting' || step === 'uploading')) {
    return { ...whole, step: reading.stage ? 'parsing' : 'waiting', done: reading.stage ? reading.done : 0 }
  }

  const isMoving = step === 'uploading' && transfer?.state === 'sending'
  return { ...whole, step, done: isMoving || step === 'paused' ? sentBytes / bytes : undefined }
}
