import type { CardEvent } from '#adapters/card.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'

/** The provider's event in the form in which it is stored. */
export const cardFact = ({ id, type, amountMinor, currency, refundId, why }: CardEvent): PaymentFact => ({
  provider: 'card',
  id,
  type,
  amountMinor,
  currency: currency.toUpperCase(),
  ...(refundId && { refundId }),
  ...(why && { detail: { why } }),
})

/** The facts of a provider's answer that belong to this payment. */
export const cardFactsOf = ({ id }: PaymentIntentRow, events: readonly CardEvent[]): PaymentFact[] =>
  events.filter(({ intentId }) => intentId === null || intentId === id).map(cardFact)
