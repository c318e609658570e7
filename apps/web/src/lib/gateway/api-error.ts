import type { ErrorCode, FieldIssue } from '@cotation/contracts'

interface Failure {
  code: ErrorCode | 'TIMEOUT' | 'NETWORK'
  /** 0 when no answer came. */
  status: number
  /** The server's own sentence, in the language of the request; empty when there is none. */
  message: string
  issues?: FieldIssue[]
  requestId?: string
}

/** A call that failed: refused by the server, timed out, or never answered. */
export class ApiError extends Error {
  readonly code: Failure['code']
  readonly status: number
  readonly issues: FieldIssue[]
  readonly requestId: string

  constructor({ code, status, message, issues = [], requestId = '' }: Failure) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.issues = issues
    this.requestId = requestId
  }
}
