import { createHash } from 'node:crypto'
import { ownOf, usdOf } from '#features/payment/intent/amounts.ts'
import type { PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import type { RefundRow } from './refund.repository.ts'

/** A part of a refund, out of one payment. */
export interface RefundPart {
  intent: PaymentIntentRow
  usdMinor: number
  /** The same in the payment's own currency. */
  amountMinor: number
}

/** What can go back of a payment: what came, without what went back and what was asked for. */
function refundableOf(intent: PaymentIntentRow, refunds: readonly RefundRow[]): { own: number; usd: number } {
  const asked = refunds.filter(({ intent_id, state }) => intent_id === intent.id && state === 'asked')
  const sum = (rows: readonly RefundRow[], of: 'amount_minor' | 'usd_minor') =>
    rows.reduce((total, row) => total + Number(row[of]), 0)
  const own = Number(intent.captured_minor) - Number(intent.refunded_minor) - sum(asked, 'amount_minor')
  if (intent.currency === 'USD') return { own, usd: own }

  // Parts in USD are whole cents, parts in the other currency too: only the former add up to what was counted.
  const given = refunds.filter(({ intent_id, state }) => intent_id === intent.id && state !== 'failed')
  return { own, usd: usdOf(intent, Number(intent.captured_minor)) - sum(given, 'usd_minor') }
}

const isOutside = ({ method }: PaymentIntentRow) => method !== 'balance'

/** From outside first, the newest first: what was paid from the balance goes back last. */
const byWay = (one: PaymentIntentRow, other: PaymentIntentRow) =>
  Number(isOutside(other)) - Number(isOutside(one)) || other.created_at.getTime() - one.created_at.getTime()

/** How a sum goes back over the payments of an order; null where less came than that. */
export function refundParts(
  intents: readonly PaymentIntentRow[],
  refunds: readonly RefundRow[],
  usdMinor: number | 'all',
): RefundPart[] | null {
  let left = usdMinor === 'all' ? Number.POSITIVE_INFINITY : usdMinor
  const parts: RefundPart[] = []
  for (const intent of [...intents].sort(byWay)) {
    const { own, usd } = refundableOf(intent, refunds)
    const part = Math.min(left, usd)
    if (part <= 0) continue
    left -= part
    const amountMinor = part === usd ? own : Math.min(ownOf(intent, part), own - 1)
    parts.push({ intent, usdMinor: part, amountMinor })
  }

  return left > 0 && usdMinor !== 'all' ? null : parts
}

/** The id of a refund's part: the same key for the same payment is the same refund, whoever repeats it. */
export function refundIdOf(key: string, intentId: string): string {
  const hash = createHash('sha256').update(`refund ${key} ${intentId}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
