import type { ErrorCode } from '@cotation/contracts'
import type { Operation, WorkChallenge } from '@cotation/domain'

/** An invalid field; `code` is a key of the `validation` messages. */
export interface RefusedField {
  path: string
  code: string
  /** The largest number that is allowed, for texts that name it. */
  max?: number | undefined
}

export interface UnfinishedPieces {
  wanted: number
  finished: number
  operations: readonly Operation[]
}

interface Details {
  fields?: RefusedField[]
  /** The check that the text names (`CHECK_PASSED`), by the id of its rule. */
  check?: string
  /** The order that the text names (`LINE_ORDERED`, `ORDER_OPEN`, `CLAIM_SENT`, `TRAY_ORDER_ENDED`). */
  orderNumber?: string
  /** The member of staff that the text names (such as `STAFF_TASK_TAKEN`, `TRAY_CLOSED`, `DRAFT_OVERTAKEN`). */
  holderName?: string
  /** When that person acted, in the time of the shop (`STEP_REPORTED`, `TRAY_CLOSED`). */
  heldAt?: string
  /** The tray that the text names (`STEP_IN_TRAY`, `TRAY_STATE`, `TRAY_CHANGED`, `TRAY_EMPTY`). */
  trayCode?: string
  /** The part that the text names (`WORK_HELD`, `PIECES_UNFINISHED`). */
  part?: string
  /** The additional cost that the text names (`WORK_HELD`). */
  costNumber?: string
  /** How many pieces are wanted and finished, and what is still to be done (`PIECES_UNFINISHED`). */
  unfinished?: UnfinishedPieces
  /** The tracking number that the text names, and the parcel that has it (`TRACKING_NUMBER_USED`). */
  trackingNumber?: string
  parcelNumber?: number
  retryAfterSeconds?: number
  /** What the client has to solve first (`WORK_NEEDED`). */
  work?: WorkChallenge
  cause?: unknown
}

/** Thrown by services; `http/error-answer.ts` turns it into an answer in the caller's language. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fields: RefusedField[]
  readonly check: string | null
  readonly orderNumber: string
  readonly holderName: string
  readonly heldAt: string
  readonly trayCode: string
  readonly part: string
  readonly costNumber: string
  readonly unfinished: UnfinishedPieces | null
  readonly trackingNumber: string
  readonly parcelNumber: number
  readonly retryAfterSeconds: number | null
  readonly work: WorkChallenge | null

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.fields = details.fields ?? []
    this.check = details.check ?? null
    this.orderNumber = details.orderNumber ?? ''
    this.holderName = details.holderName ?? ''
    this.heldAt = details.heldAt ?? ''
    this.trayCode = details.trayCode ?? ''
    this.part = details.part ?? ''
    this.costNumber = details.costNumber ?? ''
    this.unfinished = details.unfinished ?? null
    this.trackingNumber = details.trackingNumber ?? ''
    this.parcelNumber = details.parcelNumber ?? 0
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.work = details.work ?? null
  }
}
