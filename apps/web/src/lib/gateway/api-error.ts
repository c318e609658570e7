import type { ErrorCode, FieldIssue } from '@cotation/contracts'
import type { WorkChallenge } from '@cotation/domain'

interface Failure {
  code: ErrorCode | 'TIMEOUT' | 'NETWORK'
  /** 0 without a response. */
  status: number
  /** The server's message in the language of the request; may be empty. */
  message: string
  issues?: FieldIssue[]
  requestId?: string
  work?: WorkChallenge
}

/** A failed call: refused, timed out, or without a response. */
export class ApiError extends Error {
  readonly code: Failure['code']
  readonly status: number
  readonly issues: FieldIssue[]
  readonly requestId: string
  /** What the browser has to solve before the call is accepted. */
  readonly work: WorkChallenge | undefined

  constructor({ code, status, message, issues = [], requestId = '', work }: Failure) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.issues = issues
    this.requestId = requestId
    this.work = work
  }
}

/** No record has the id that was asked for. Malformed ids are answered with VALIDATION. */
export const isUnknownRecord = (error: unknown): boolean =>
  error instanceof ApiError && ['NOT_FOUND', 'VALIDATION'].includes(error.code)
