import type { PaymentIntentRow } from '#src/money/payment-view.ts'

/** `minor × of ÷ whole`, half up, without the loss that products of large amounts have in floating point. */
export function share(minor: number, of: number, whole: number): number {
  if (of === whole) return minor
  const divisor = BigInt(whole)
  return Number((2n * BigInt(minor) * BigInt(of) + divisor) / (2n * divisor))
}

/** What an amount in the payment's own currency counts for, at the rate that was fixed for it. */
export const usdOf = (intent: PaymentIntentRow, minor: number): number =>
  share(minor, Number(intent.usd_minor), Number(intent.amount_minor))

/** What an amount in USD is in the payment's own currency. */
export const ownOf = (intent: PaymentIntentRow, usdMinor: number): number =>
  share(usdMinor, Number(intent.amount_minor), Number(intent.usd_minor))

/** What has come and was not given back, in USD; for credit, what is reserved counts as well. */
export function netUsd(intent: PaymentIntentRow): number {
  if (intent.state === 'authorized') return Number(intent.usd_minor)
  return usdOf(intent, Number(intent.captured_minor)) - usdOf(intent, Number(intent.refunded_minor))
}

/** What an order has been paid so far: what is held counts when a person says so. */
export const paidUsd = (intents: readonly PaymentIntentRow[]): number =>
  intents.reduce((sum, intent) => (intent.state === 'held' ? sum : sum + netUsd(intent)), 0)

/** What is left to pay. */
export const dueUsd = (order: { total_minor: string }, intents: readonly PaymentIntentRow[]): number =>
  Math.max(0, Number(order.total_minor) - paidUsd(intents))
