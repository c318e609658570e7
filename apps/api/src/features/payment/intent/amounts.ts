import type { PaymentIntentRow } from '#db/order-rows.ts'

/**
 * `minor × of ÷ whole`, rounded half up; in BigInt, since products of large amounts are not exact
 * floats.
 */
function proportion(minor: number, of: number, whole: number): number {
  if (of === whole) return minor
  const divisor = BigInt(whole)
  return Number((2n * BigInt(minor) * BigInt(of) + divisor) / (2n * divisor))
}

/** The USD value of an amount in the payment's currency, at the rate fixed for the payment. */
export const usdOf = (intent: PaymentIntentRow, minor: number): number =>
  proportion(minor, Number(intent.usd_minor), Number(intent.amount_minor))

/** A USD amount in the payment's currency, at the rate fixed for the payment. */
export const inPaymentCurrency = (intent: PaymentIntentRow, usdMinor: number): number =>
  proportion(usdMinor, Number(intent.amount_minor), Number(intent.usd_minor))

/** Captured minus refunded, in US cents. Reserved credit counts as paid. */
export function netUsd(intent: PaymentIntentRow): number {
  if (intent.state === 'authorized') return Number(intent.usd_minor)
  return usdOf(intent, Number(intent.captured_minor)) - usdOf(intent, Number(intent.refunded_minor))
}

/** What was paid for an order so far. Held payments count once staff has decided. */
export const paidUsd = (intents: readonly PaymentIntentRow[]): number =>
  intents.reduce((sum, intent) => (intent.state === 'held' ? sum : sum + netUsd(intent)), 0)

/** What is left to pay of an order. */
export const dueUsd = (order: { total_minor: string }, intents: readonly PaymentIntentRow[]): number =>
  Math.max(0, Number(order.total_minor) - paidUsd(intents))
