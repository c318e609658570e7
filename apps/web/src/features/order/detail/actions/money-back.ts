import type { PaymentView } from '@cotation/contracts'
import type { PaymentMethod } from '@cotation/domain'

export interface MoneyBack {
  /** `agency`: a card payment through a payment link is refunded to the card of that payer. */
  to: PaymentMethod | 'agency'
  usdMinor: number
}

/** Captured and not yet refunded amounts in USD cents, by the destination of the refund. */
export function moneyBack(payments: readonly PaymentView[]): MoneyBack[] {
  const returns = new Map<MoneyBack['to'], number>()
  for (const { method, agency, amountMinor, usdMinor, capturedMinor, refundedMinor } of payments) {
    const refundableMinor = capturedMinor - refundedMinor
    if (refundableMinor <= 0) continue

    // A bank transfer is refunded to the customer's balance, even if a third party made it.
    const to = agency && method === 'card' ? 'agency' : method
    returns.set(to, (returns.get(to) ?? 0) + Math.round((refundableMinor * usdMinor) / amountMinor))
  }

  return [...returns].map(([to, minor]) => ({ to, usdMinor: minor }))
}
