import { isUnpaid, type OrderStatus } from '@cotation/domain'
import type { PaymentIntentRow } from '#src/money/payment-view.ts'

/** What a part of a payment counts for in USD; the whole counts for exactly what was agreed. */
function inUsd(intent: Pick<PaymentIntentRow, 'amount_minor' | 'usd_minor'>, minor: number): number {
  const amount = Number(intent.amount_minor)
  const usd = Number(intent.usd_minor)
  return minor >= amount ? usd : Math.round((usd * minor) / amount)
}

/** What has come and what has gone back, in USD, over all payments of an order. */
export function settledUsd(
  payments: readonly Pick<PaymentIntentRow, 'amount_minor' | 'usd_minor' | 'captured_minor' | 'refunded_minor'>[],
): { paidMinor: number; refundedMinor: number } {
  let paidMinor = 0
  let refundedMinor = 0
  for (const intent of payments) {
    paidMinor += inUsd(intent, Number(intent.captured_minor))
    refundedMinor += inUsd(intent, Number(intent.refunded_minor))
  }
  return { paidMinor, refundedMinor }
}

/** What is left to pay: nothing once an order is paid or over. */
export function dueMinorOf(status: OrderStatus, totalMinor: number, paidMinor: number): number {
  return isUnpaid(status) ? Math.max(0, totalMinor - paidMinor) : 0
}
