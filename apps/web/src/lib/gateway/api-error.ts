import type { ErrorCode, FieldIssue } from '@cotation/contracts'

interface Failure {
  code: ErrorCode | 'TIMEOUT' | 'NETWORK'
  /** 0 without a response. */
  status: number
  /** The server's message in the language of the request; may be empty. */
  message: string
  issues?: FieldIssue[]
  requestId?: string
}

/** A failed call: refused, timed out, or without a response. */
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
