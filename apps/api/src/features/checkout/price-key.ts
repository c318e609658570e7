import { createHash } from 'node:crypto'
import type { OrderTotal } from '@cotation/pricing'
import type { BasketLine } from './basket-line.ts'

/** The same value always makes the same text, whatever order its keys were set in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  return `{${entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`)
    .join(',')}}`
}

/** Everything of an order that a customer sees and agrees to, but for its days: they move by themselves at the workshop's cut-off. */
export interface Agreed {
  catalogueVersion: string
  lines: readonly BasketLine[]
  couponId: string | null
  total: OrderTotal | null
}

const agreedHash = ({ catalogueVersion, lines, couponId, total }: Agreed): string =>
  createHash('sha256')
    .update(
      canonical({
        catalogueVersion,
        couponId,
        total,
        lines: lines.map(({ line: { id, uploadId, sha256, configuration }, orderLine, unitMinor, manual }) => ({
          id,
          uploadId,
          sha256,
          configuration,
          orderLine,
          unitMinor,
          manual,
        })),
      }),
    )
    .digest('hex')

/**
 * What was shown, as one text that the browser sends back with the order: its digest, and how many orders of exactly these lines there
 * were. A second tab that knows of fewer is about an order that was placed already.
 */
export const priceKeyOf = (agreed: Agreed, ordersOfLines: number): string => `${agreedHash(agreed)}.${ordersOfLines}`

/** Whether the customer agreed to this, and how many orders of the lines they knew of; undefined where it is something else. */
export function knownOrders(acceptedKey: string, agreed: Agreed): number | undefined {
  const [hash, count = ''] = acceptedKey.split('.')
  return hash === agreedHash(agreed) && /^\d{1,9}$/.test(count) ? Number(count) : undefined
}
