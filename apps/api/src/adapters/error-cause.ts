/** Codes of the system, of the database and of our own errors; a message may hold personal data. */
const codePattern = /^[A-Za-z0-9_.-]{1,60}$/

/** Fields that name a fault without naming a person. */
const codeFields = ['code', 'responseCode', 'detailCode', 'syscall', 'constraint', 'table', 'routine'] as const

/** What may be logged of an error: its name, and codes that say why, also of its causes. */
export function causeOf(error: unknown, depth = 0): { reason: string } & Record<string, unknown> {
  if (!(error instanceof Error)) return { reason: 'unknown' }

  const fields: Record<string, unknown> = {}
  for (const name of codeFields) {
    const value: unknown = Reflect.get(error, name)
    const isCode = typeof value === 'number' || (typeof value === 'string' && codePattern.test(value))
    if (isCode) fields[name] = value
  }

  const hasCause = error.cause instanceof Error && depth < 3
  return { reason: error.name, ...fields, ...(hasCause ? { cause: causeOf(error.cause, depth + 1) } : {}) }
}
