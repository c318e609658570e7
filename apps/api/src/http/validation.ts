import type { z } from 'zod'
import { AppError, type RefusedField } from '#core/app-error.ts'

/** A zod issue carries one of our codes as its message, or one of zod's own sentences, which nobody should read. */
const ourCode = /^[A-Z][A-Z_]+$/

/** One refusal for each field, the first: a form has room for one, and an empty field breaks its other rules too. */
function refusedFields(error: z.ZodError): RefusedField[] {
  const refusals = error.issues.slice(0, 50).flatMap((issue): RefusedField[] => {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, 20)
        .map((key) => ({ path: path === '' ? key : `${path}.${key}`, code: 'UNKNOWN_FIELD' }))
    }
    return [{ path, code: ourCode.test(issue.message) ? issue.message : 'INVALID_VALUE' }]
  })
  return refusals.filter(({ path }, index) => refusals.findIndex((other) => other.path === path) === index)
}

/** What the schema makes of `value`, or a VALIDATION error that names every refused field. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('VALIDATION', { fields: refusedFields(result.error) })
}
