import { isUnpaid, type OrderStatus } from '@cotation/domain'
import type { PaymentIntentRow } from '#db/order-rows.ts'

/**
 * The USD value of a part of a payment; the whole payment is worth exactly the agreed USD amount.
 */
function usdValue(intent: Pick<PaymentIntentRow, 'amount_minor' | 'usd_minor'>, minor: number): number {
  const amountMinor = Number(intent.amount_minor)
  const usdMinor = Number(intent.usd_minor)
  return minor >= amountMinor ? usdMinor : Math.round((usdMinor * minor) / amountMinor)
}

/** What was paid and what was refunded over all payments of an order, in US cents. */
export function sumPayments(
  payments: readonly Pick<PaymentIntentRow, 'amount_minor' | 'usd_minor' | 'captured_minor' | 'refunded_minor'>[],
): { paidMinor: number; refundedMinor: number } {
  let paidMinor = 0
  let refundedMinor = 0
  for (const intent of payments) {
    paidMinor += usdValue(intent, Number(intent.captured_minor))
    refundedMinor += usdValue(intent, Number(intent.refunded_minor))
  }
  return { paidMinor, refundedMinor }
}

/** What is left to pay: 0 once an order is paid or closed. */
export function dueMinorOf(status: OrderStatus, totalMinor: number, paidMinor: number): number {
  return isUnpaid(status) ? Math.max(0, totalMinor - paidMinor) : 0
}
