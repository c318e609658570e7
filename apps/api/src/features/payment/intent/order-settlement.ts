import { isOpenPayment, isPendingPayment, isUnpaid } from '@cotation/domain'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { netUsd, usdOf } from './amounts.ts'

/** A payment that has just changed. */
export interface PaymentChange {
  intent: PaymentIntentRow
  /** Its capture was just reported, maybe after a refund of it, and none of it was ever held. */
  isLateCapture: boolean
}

/**
 * The status that its payments give an unpaid order: paid once Σ net payments ≥ total, pending
 * while a result is awaited. Held payments do not count. A late capture counts without its refunds:
 * the order was paid, and is refunded in the next step.
 */
export function statusOfUnpaid(
  totalMinor: number,
  intents: readonly PaymentIntentRow[],
  change?: PaymentChange,
): 'paid' | 'payment_pending' | 'awaiting_payment' {
  const countedUsd = (intent: PaymentIntentRow) => {
    if (intent.state === 'held') return 0
    const isLateCapture = change?.isLateCapture && intent.id === change.intent.id
    return isLateCapture ? usdOf(intent, Number(intent.captured_minor)) : netUsd(intent)
  }
  const paidMinor = intents.reduce((sum, intent) => sum + countedUsd(intent), 0)

  if (paidMinor >= totalMinor) return 'paid'
  return intents.some(({ state }) => isPendingPayment(state)) ? 'payment_pending' : 'awaiting_payment'
}

/** Whether everything that was paid for an order was refunded. */
export function isFullyRefunded(order: OrderRow, intents: readonly PaymentIntentRow[]): boolean {
  if (order.paid_at === null || isUnpaid(order.status) || order.status === 'refunded') return false

  const refundedMinor = intents.reduce((sum, intent) => sum + Number(intent.refunded_minor), 0)
  const keptMinor = intents.reduce((sum, intent) => sum + netUsd(intent), 0)
  return refundedMinor > 0 && keptMinor <= 0
}

export const endedWithoutMoney = ({ state }: PaymentIntentRow): boolean =>
  state === 'failed' || state === 'voided' || state === 'expired'

/** What the balance paid of an order whose remainder is no longer being paid. */
export function idleBalanceParts(order: OrderRow, intents: readonly PaymentIntentRow[]): PaymentIntentRow[] {
  if (order.status !== 'awaiting_payment' || intents.some(({ state }) => isOpenPayment(state))) return []
  return intents.filter((intent) => intent.method === 'balance' && netUsd(intent) > 0)
}
