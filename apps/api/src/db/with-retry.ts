const maxTries = 4

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const uniqueViolation = '23505'

/** The fields of a PostgreSQL error that say what went wrong. */
interface DatabaseError {
  code: string
  constraint?: string
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}

/**
 * Retries a transaction on serialization failure or deadlock, which leave nothing of it behind.
 * `uniqueColumn`: also on a duplicate value there, for a transaction that finds the other's row at
 * its next try.
 */
export async function withRetry<T>(
  transaction: () => Promise<T>,
  { uniqueColumn }: { uniqueColumn?: string } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries >= maxTries || !isDatabaseError(error) || !isRetryable(error, uniqueColumn)) throw error
    }
  }
}

function isRetryable({ code, constraint }: DatabaseError, uniqueColumn: string | undefined): boolean {
  if (code === serializationFailure || code === deadlockDetected) return true
  return code === uniqueViolation && uniqueColumn !== undefined && constraint?.includes(uniqueColumn) === true
}
