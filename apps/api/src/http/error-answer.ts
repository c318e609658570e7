import { type ErrorBody, type ErrorCode, errorStatus } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { FastifyError } from 'fastify'
import { AppError } from '#core/app-error.ts'
import type { Texts } from '#core/texts.ts'

/** Faults that Fastify itself finds in a request, by status: the caller's, so no stack and no 500. */
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
 * "Busy", and the client may try again: PostgreSQL out of reach or shutting down (class 08, 57P0x), out of room (53),
 * read-only (25006), too slow (57014, 55P03, 25P03), or in conflict with another transaction (40001, 40P01).
 */
const databaseTrouble = /^(08|53|57P|57014|55P03|25006|25P03|40001|40P01)/

const socketTrouble = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What the driver itself says, without a code; the last where a lost connection is given one more statement, be it a rollback. */
const driverTrouble =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i

function isDatabaseTrouble(error: Error & { code?: unknown }): boolean {
  if (typeof error.code === 'string') return databaseTrouble.test(error.code) || socketTrouble.has(error.code)
  return driverTrouble.test(error.message)
}

/** When a client may try again that was told "busy". */
const busySeconds = 5

/** Any failure as an `AppError`; what is not one of ours or the framework's is unexpected and tells nothing outside. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error

  if (error instanceof Error) {
    const status = (error as Partial<FastifyError>).statusCode
    if (status !== undefined) {
      const code = codeByStatus[status] ?? (status >= 400 && status < 500 ? 'MALFORMED' : 'UNEXPECTED')
      return new AppError(code, { cause: error })
    }
    if (error.name === 'BusyError' || isDatabaseTrouble(error)) return new AppError('BUSY', { cause: error })
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
  /** The installation's own minimum: the text must name the number that the next try has to reach. */
  passwordMinLength: number
}

/** The one place where a coded error becomes an HTTP answer, in the caller's language. */
export function errorAnswer(error: AppError, context: AnswerContext): ErrorAnswer {
  const { texts, language, requestId, passwordMinLength } = context
  const issueText = (code: string) => texts(language, 'validation', code, { min: passwordMinLength })
  const issues = error.fields.map(({ path, code }) => ({
    path,
    code,
    message: issueText(code) || issueText('INVALID_VALUE'),
  }))

  const seconds = error.retryAfterSeconds ?? (error.code === 'BUSY' ? busySeconds : null)

  return {
    status: errorStatus[error.code],
    headers: seconds === null ? {} : { 'retry-after': String(seconds) },
    body: {
      code: error.code,
      message: texts(language, 'errors', error.code, { minutes: Math.ceil((seconds ?? 60) / 60) }),
      requestId,
      ...(issues.length > 0 ? { issues } : {}),
    },
  }
}
