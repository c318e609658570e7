import type { CardEvent } from '#adapters/payments/card.ts'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'

/** What the provider tells, as it is kept. */
export const cardFact = ({ id, type, amountMinor, currency, refundId, why }: CardEvent): PaymentFact => ({
  provider: 'card',
  id,
  type,
  amountMinor,
  currency: currency.toUpperCase(),
  ...(refundId && { refundId }),
  ...(why && { detail: { why } }),
})
