import type { ErrorCode } from '@cotation/contracts'

/** A field that was refused, by its code in the `validation` messages. */
export interface RefusedField {
  path: string
  code: string
}

interface Details {
  fields?: RefusedField[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** The one error that services throw; `http/error-answer.ts` alone turns it into an answer in the caller's language. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fields: RefusedField[]
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.fields = details.fields ?? []
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}
