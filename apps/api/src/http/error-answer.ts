import { type ErrorBody, type ErrorCode, errorStatus } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { FastifyError } from 'fastify'
import { isDiskFull } from '#adapters/disk-space.ts'
import { AppError } from '#core/app-error.ts'
import type { Texts } from '#core/texts.ts'

/** Errors that Fastify finds in a request are the caller's: no stack trace, no 500. */
const codeByStatus: Record<number, ErrorCode> = {
  400: 'MALFORMED',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  414: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  431: 'TOO_LARGE',
  503: 'BUSY',
}

/**
 * BUSY, so that clients retry: PostgreSQL unreachable or shutting down (class 08, 57P0x), out of
 * resources (53), read-only (25006), too slow (57014, 55P03, 25P03), conflicts (40001, 40P01).
 */
const transientSqlStates = /^(08|53|57P|57014|55P03|25006|25P03|40001|40P01)/

const transientSocketErrors = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Driver errors without a code. The last: a statement, even a rollback, on a lost connection. */
const transientDriverErrors =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i

function isTransient(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  // The embedded database has no socket while it starts.
  if (error.code === 'ENOENT') return error.syscall === 'connect'

  if (typeof error.code === 'string')
    return transientSqlStates.test(error.code) || transientSocketErrors.has(error.code)
  return transientDriverErrors.test(error.message)
}

const busyRetrySeconds = 5

/** Maps any error to an `AppError`: transient ones to BUSY, unknown ones to UNEXPECTED. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error

  if (error instanceof Error) {
    const status = (error as Partial<FastifyError>).statusCode
    if (status !== undefined) {
      const fallback = status >= 400 && status < 500 ? 'MALFORMED' : 'UNEXPECTED'
      return new AppError(codeByStatus[status] ?? fallback, { cause: error })
    }

    if (isDiskFull(error)) return new AppError('STORAGE_FULL', { cause: error })
    if (error.name === 'BusyError' || isTransient(error)) return new AppError('BUSY', { cause: error })
  }

  return new AppError('UNEXPECTED', { cause: error })
}

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

interface AnswerContext {
  texts: Texts
  language: Language
  requestId: string
  /** The installation's setting, named in the text about a short password. */
  passwordMinLength: number
}

/** The only place that turns an `AppError` into an HTTP answer, in the caller's language. */
export function errorAnswer(error: AppError, context: AnswerContext): ErrorAnswer {
  const { texts, language, requestId, passwordMinLength } = context
  const issueText = (code: string, max = 0) => texts(language, 'validation', code, { min: passwordMinLength, max })
  const issues = error.fields.map(({ path, code, max }) => ({
    path,
    code,
    message: issueText(code, max) || issueText('INVALID_VALUE'),
  }))

  const check = error.check === null ? '' : texts(language, 'check', `name.${error.check}`)
  const operations = (error.unfinished?.operations ?? []).map((operation) =>
    texts(language, 'staff-list', `choices.operation.${operation}`),
  )
  const seconds = error.retryAfterSeconds ?? (error.code === 'BUSY' ? busyRetrySeconds : null)

  const message = texts(language, 'errors', error.code, {
    minutes: Math.ceil((seconds ?? 60) / 60),
    check,
    number: error.orderNumber,
    holder: error.holderName,
    heldAt: error.heldAt,
    tray: error.trayCode,
    part: error.part,
    cost: error.costNumber,
    tracking: error.trackingNumber,
    parcel: error.parcelNumber,
    wanted: error.unfinished?.wanted ?? 0,
    finished: error.unfinished?.finished ?? 0,
    operations: new Intl.ListFormat(language).format(operations),
  })
  const body: ErrorBody = { code: error.code, message, requestId }
  if (issues.length > 0) body.issues = issues
  if (error.work) body.work = error.work

  return {
    status: errorStatus[error.code],
    headers: seconds === null ? {} : { 'retry-after': String(seconds) },
    body,
  }
}
