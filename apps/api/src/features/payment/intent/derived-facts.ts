import type { PaymentIntentRow } from '#src/money/payment-view.ts'
import type { PaymentFact } from './facts.repository.ts'

/**
 * What is kept of a fact that a provider tells. A capture of another amount is money all the same, but held: a person decides, and
 * the order is not paid (PAY-4). One in another currency is held and not counted, and its refund ends that. It depends on the payment
 * and the fact alone, so that order and repetition change nothing.
 */
export function factsToKeep(intent: PaymentIntentRow, told: PaymentFact): PaymentFact[] {
  // What staff have decided about a transfer was compared before.
  if (told.provider !== 'card') return [told]

  const isMoney = told.type === 'captured' || told.type === 'refunded'
  const about = { provider: 'system', amountMinor: 0, currency: intent.currency } as const
  const detail = { amountMinor: told.amountMinor, currency: told.currency }
  if (isMoney && told.currency !== intent.currency) {
    const type = told.type === 'captured' ? 'held' : 'released'
    return [{ ...about, id: `${type} ${told.id}`, type, detail: { ...detail, why: 'currency' } }]
  }

  if (told.type === 'captured' && told.amountMinor !== Number(intent.amount_minor))
    return [told, { ...about, id: `held ${told.id}`, type: 'held', detail: { ...detail, why: 'amount' } }]

  return [told]
}
