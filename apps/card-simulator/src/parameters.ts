import { z } from 'zod'
import { invalid } from './provider-error.ts'

export interface Fields {
  [name: string]: string | Fields
}

const maxDepth = 6

/**
 * Parses "line_items[0][quantity]=1&mode=payment" into nested fields. The objects have no
 * prototype, so `__proto__` is an ordinary field.
 */
export function parseForm(text: string): Fields {
  const root: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]?\[|\]$/).filter((key, index, all) => key !== '' || index < all.length - 1)
    if (path.length <= maxDepth) setField(root, path, value)
  }

  return root
}

function setField(fields: Fields, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    fields[name] = value
    return
  }

  const existing = fields[name]
  const inner: Fields = typeof existing === 'object' ? existing : Object.create(null)
  fields[name] = inner
  setField(inner, rest, value)
}

/** The ids to expand to objects: `expand[]=a.b` or `expand[0]=a.b` gives `a` and `a.b`. */
export function expansions(fields: Fields): Set<string> {
  const expand = fields.expand
  if (typeof expand !== 'object') return new Set()

  const paths = Object.values(expand).filter((path) => typeof path === 'string')
  return new Set(paths.flatMap((path) => path.split('.').map((_, end, all) => all.slice(0, end + 1).join('.'))))
}

export const metadata = z.record(z.string().max(40), z.string().max(500))

/** The validated parameters, or the provider's error for the first one that is wrong. */
export function parseParameters<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw invalid(`Invalid parameter: ${parsed.error.issues[0]?.path.join('.')}`, 'parameter_invalid')
}
