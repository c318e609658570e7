import { createHash } from 'node:crypto'
import type { OrderTotal } from '@cotation/pricing'
import type { BasketLine } from './basket-line.ts'

/** JSON with sorted keys: equal values always give the same text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'

  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`)
  return `{${fields.join(',')}}`
}

/**
 * What the customer sees and agrees to, except the dates, which move by themselves at the
 * workshop's cut-off.
 */
interface ShownPrice {
  catalogueVersion: string
  lines: readonly BasketLine[]
  couponId: string | null
  total: OrderTotal | null
}

/** The key that the browser sends back with the order: the hash of what was shown. */
export function priceKeyOf({ catalogueVersion, lines, couponId, total }: ShownPrice): string {
  const shownLines = lines.map(({ line, orderLine, unitMinor, manual }) => {
    const { id, uploadId, sha256, configuration } = line
    return { id, uploadId, sha256, configuration, orderLine, unitMinor, manual }
  })
  const shown = canonicalJson({ catalogueVersion, couponId, total, lines: shownLines })

  return createHash('sha256').update(shown).digest('hex')
}
