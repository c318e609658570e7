const mostTries = 4

/** Serialization failure, deadlock. */
const overtaken = new Set(['40001', '40P01'])

function isOvertaken(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false
  if (overtaken.has(String(error.code))) return true
  // The same submission from two places at once, about two projects: the next try finds what the other has made.
  return error.code === '23505' && 'constraint' in error && String(error.constraint).includes('submission_key')
}

/**
 * Does a transaction again that the database ended in favour of another. The order of locks leaves files alone to meet crosswise, which
 * several projects may share: nothing of the first try is left, so doing it again is safe.
 */
export async function repeatedWhereOvertaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries >= mostTries || !isOvertaken(error)) throw error
    }
  }
}
