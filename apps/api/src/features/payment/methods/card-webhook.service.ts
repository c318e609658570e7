import type { CardEvent } from '#adapters/payments/card.ts'
import { failpoint } from '#core/failpoint.ts'
import { applyEvents } from '#features/payment/intent/apply-facts.service.ts'
import { findIntentIdOfFact, type PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { findIntent } from '#features/payment/intent/intent.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { cardFact } from './card-facts.ts'

/** Takes in verified news of the provider; what is about no payment of ours is left alone. */
export async function takeInWebhook(deps: PaymentDeps, events: readonly CardEvent[]): Promise<void> {
  const byIntent = new Map<string, PaymentFact[]>()
  for (const event of events) {
    const intentId = await intentOf(deps, event)
    if (intentId) byIntent.set(intentId, [...(byIntent.get(intentId) ?? []), cardFact(event)])
  }

  for (const [intentId, facts] of byIntent) {
    await deps.db.transaction().execute(async (trx) => {
      await applyEvents(deps, trx, intentId, facts)
      failpoint('webhook:before-commit')
    })
    failpoint('webhook:after-commit')
  }
}

/** A dispute, or a refund made in the provider's own pages, names the capture and not the payment. */
async function intentOf({ db }: PaymentDeps, { intentId, captureId }: CardEvent): Promise<string | undefined> {
  const id = intentId ?? (captureId === undefined ? undefined : await findIntentIdOfFact(db, 'card', captureId))
  const intent = id === undefined ? undefined : await findIntent(db, id)
  return intent?.method === 'card' ? intent.id : undefined
}
