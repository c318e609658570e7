import { isOpenPayment } from '@cotation/domain'
import { type CardEvent, CardProviderError } from '#adapters/payments/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { takeIn } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import { beginAtProvider } from './card.service.ts'
import { cardFact } from './card-facts.ts'

const ofThis = (intent: PaymentIntentRow, events: readonly CardEvent[]) =>
  events.filter(({ intentId }) => intentId === null || intentId === intent.id).map(cardFact)

/** Asks the provider what has happened to a card payment and takes it in; a provider that does not answer changes nothing. */
export async function lookAtCard(deps: Deps, intentId: string): Promise<PaymentIntentRow> {
  const intent = await getIntent(deps.db, intentId)
  if (intent.method !== 'card' || intent.provider_session === null || deps.cards === null) return intent
  const events = await deps.cards.fetch(intent.provider_session)
  return takeIn(deps, intent.id, ofThis(intent, events))
}

/**
 * Closes the provider's page of a card payment, after which nobody can pay there. If somebody has meanwhile, that is taken in instead:
 * the payment is captured or pending then.
 */
export async function endCard(deps: Deps, intentId: string): Promise<PaymentIntentRow> {
  let intent = await getIntent(deps.db, intentId)
  if (intent.method !== 'card' || !isOpenPayment(intent.state)) return intent
  if (deps.cards === null) throw new AppError('PROVIDER_UNAVAILABLE')

  if (intent.provider_session === null) {
    // There may be a page whose address never reached us.
    await beginAtProvider(deps, intentId, 'fr')
    intent = await getIntent(deps.db, intentId)
    if (intent.provider_session === null) return intent
  }

  try {
    const events = await deps.cards.expire(String(intent.provider_session))
    return await takeIn(deps, intent.id, ofThis(intent, events))
  } catch (error) {
    if (error instanceof CardProviderError) throw new AppError('PROVIDER_UNAVAILABLE', { cause: error })
    throw error
  }
}
