import type { z } from 'zod'

interface Lines {
  lines: { lineId: string; quantity: number }[]
}

/**
 * The rules of a schema, and at most so many parts of each line. Checked also while other fields
 * are wrong, so that all errors are shown at once: the form always has lines.
 */
export function withMaxQuantities<Schema extends z.ZodType<Lines>>(
  schema: Schema,
  maxOf: (lineId: string) => number,
  codeOf: (max: number) => string,
): Schema {
  return schema.superRefine(
    ({ lines }, context) => {
      for (const [i, { lineId, quantity }] of lines.entries()) {
        const max = maxOf(lineId)
        const isTooMany = quantity > max
        if (isTooMany) context.addIssue({ code: 'custom', path: ['lines', i, 'quantity'], message: codeOf(max) })
      }
    },
    { when: () => true },
  )
}
