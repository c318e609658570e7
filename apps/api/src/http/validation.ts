import type { z } from 'zod'
import { AppError, type RefusedField } from '#core/app-error.ts'

/** A zod issue's message is one of our codes, or a sentence of zod that users should not see. */
const ourCode = /^[A-Z][A-Z_]+$/

/** The first issue per field: forms show one, and an empty field violates its other rules too. */
function refusedFields(error: z.ZodError): RefusedField[] {
  const issues = error.issues.slice(0, 50).flatMap((issue): RefusedField[] => {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, 20)
        .map((key) => ({ path: path === '' ? key : `${path}.${key}`, code: 'UNKNOWN_FIELD' }))
    }

    const code = ourCode.test(issue.message) ? issue.message : 'INVALID_VALUE'
    return [{ path, code, max: issue.code === 'too_big' ? Number(issue.maximum) : undefined }]
  })

  return issues.filter(({ path }, index) => issues.findIndex((other) => other.path === path) === index)
}

/** The parsed value, or a VALIDATION error that names every invalid field. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('VALIDATION', { fields: refusedFields(result.error) })
}
