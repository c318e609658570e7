import type { PaymentView } from '@cotation/contracts'
import type { PaymentMethod } from '@cotation/domain'

export interface MoneyBack {
  /** The payer of a link gets their own card payment back. */
  to: PaymentMethod | 'agency'
  usdMinor: number
}

/** What is left of captured payments, in USD, by where a cancellation sends it. */
export function moneyBack(payments: readonly PaymentView[]): MoneyBack[] {
  const returns = new Map<MoneyBack['to'], number>()
  for (const { method, agency, amountMinor, usdMinor, capturedMinor, refundedMinor } of payments) {
    const left = capturedMinor - refundedMinor
    if (left <= 0) continue
    // A transfer goes to the customer's balance, whoever made it.
    const to = agency && method === 'card' ? 'agency' : method
    returns.set(to, (returns.get(to) ?? 0) + Math.round((left * usdMinor) / amountMinor))
  }

  return [...returns].map(([to, minor]) => ({ to, usdMinor: minor }))
}
