import type { PaymentIntentRow } from '#db/order-rows.ts'
import { usdOf } from './order-payments.ts'

/**
 * Where the money of a payment goes back to. What the holder of a payment link paid goes back to that
 * payer, a customer's transfer to the balance, a card payment to the card.
 */
export type ReturnDestination = 'card' | 'payer-card' | 'balance' | 'payer-transfer' | 'credit'

export interface OrderReturn {
  to: ReturnDestination
  usdMinor: number
}

type ReturnedPayment = Pick<
  PaymentIntentRow,
  'method' | 'agency' | 'amount_minor' | 'usd_minor' | 'captured_minor' | 'refunded_minor'
>

export function returnDestinationOf({ method, agency }: Pick<ReturnedPayment, 'method' | 'agency'>): ReturnDestination {
  if (method === 'card') return agency ? 'payer-card' : 'card'
  if (method === 'bank_transfer') return agency ? 'payer-transfer' : 'balance'
  return method
}

/**
 * What goes back of an order's payments, by destination, in US cents. A cancelled order counts what
 * was captured, because a job refunds cards later; any other what was refunded.
 */
export function orderReturns(isCancelled: boolean, payments: readonly ReturnedPayment[]): OrderReturn[] {
  const amounts = new Map<ReturnDestination, number>()
  for (const payment of payments) {
    const minor = Number(isCancelled ? payment.captured_minor : payment.refunded_minor)
    const to = returnDestinationOf(payment)
    amounts.set(to, (amounts.get(to) ?? 0) + usdOf(payment, minor))
  }

  return [...amounts].filter(([, usdMinor]) => usdMinor > 0).map(([to, usdMinor]) => ({ to, usdMinor }))
}
