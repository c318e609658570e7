import type { CardEvent } from '#adapters/card.ts'
import { failpoint } from '#core/failpoint.ts'
import { applyFacts } from '#features/payment/intent/apply-facts.service.ts'
import { findIntentIdOfFact, type PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { findIntent } from '#features/payment/intent/intent.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { cardFact } from './card-facts.ts'

/** Applies verified events of the provider; ignores those that belong to no payment of ours. */
export async function applyCardEvents(deps: PaymentDeps, events: readonly CardEvent[]): Promise<void> {
  const factsByIntent = new Map<string, PaymentFact[]>()
  for (const event of events) {
    const intentId = await findIntentIdOf(deps, event)
    if (intentId) factsByIntent.set(intentId, [...(factsByIntent.get(intentId) ?? []), cardFact(event)])
  }

  for (const [intentId, facts] of factsByIntent) {
    await deps.db.transaction().execute(async (trx) => {
      await applyFacts(deps, trx, intentId, facts)
      failpoint('webhook:before-commit')
    })
    failpoint('webhook:after-commit')
  }
}

/**
 * A dispute, or a refund made in the provider's dashboard, names the capture instead of the
 * payment.
 */
async function findIntentIdOf({ db }: PaymentDeps, { intentId, captureId }: CardEvent): Promise<string | undefined> {
  const id = intentId ?? (captureId === undefined ? undefined : await findIntentIdOfFact(db, 'card', captureId))
  const intent = id === undefined ? undefined : await findIntent(db, id)
  return intent?.method === 'card' ? intent.id : undefined
}
