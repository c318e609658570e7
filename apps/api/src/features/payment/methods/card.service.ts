import { isOpenPayment, type Language } from '@cotation/domain'
import { type CardGateway, CardProviderError } from '#adapters/payments/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import { applyEvents } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent, type PaymentIntentRow, updateIntent } from '#features/payment/intent/intent.repository.ts'
import { getPaidNumber } from './paid-number.repository.ts'

/**
 * The provider's page of a card payment, made at the first call: the payment's own id is the key, so that a call repeated after a
 * time-out or a crash finds the same page (PAY-6). Null for other methods and where nothing is to be paid any more.
 */
export async function beginAtProvider(deps: Deps, intentId: string, language: Language): Promise<string | null> {
  const intent = await getIntent(deps.db, intentId)
  if (intent.method !== 'card' || !isOpenPayment(intent.state)) return null
  if (intent.provider_session !== null) return intent.state === 'requires_action' ? intent.provider_url : null
  if (deps.cards === null) throw new AppError('PROVIDER_UNAVAILABLE')

  try {
    return await makePage(deps, deps.cards, intent, language)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    if (!error.temporary) await giveUp(deps, intent)
    throw new AppError('PROVIDER_UNAVAILABLE', { cause: error })
  }
}

async function makePage(
  deps: Deps,
  cards: CardGateway,
  intent: PaymentIntentRow,
  language: Language,
): Promise<string | null> {
  const request = {
    intentId: intent.id,
    amountMinor: Number(intent.amount_minor),
    description: await getPaidNumber(deps.db, intent),
    ...pagesAfter(deps.publicUrl, intent),
    expiresAt: intent.expires_at ?? intent.created_at,
    language,
  }
  failpoint('begin:before-call')

  const { sessionId, url } = await cards.begin(request)
  failpoint('begin:after-call')

  const begun = await deps.db.transaction().execute(async (trx) => {
    const changed = await applyEvents(deps, trx, intent.id, [
      { provider: 'card', id: `page ${sessionId}`, type: 'requires_action', amountMinor: 0, currency: intent.currency },
    ])
    await updateIntent(trx, intent.id, { provider_session: sessionId, provider_url: url })
    return changed
  })

  return begun.state === 'requires_action' ? url : null
}

/** A request that the provider will never take: the order can be paid in another way. */
async function giveUp(deps: Deps, { id, currency }: PaymentIntentRow): Promise<void> {
  await deps.db
    .transaction()
    .execute((trx) =>
      applyEvents(deps, trx, id, [
        { provider: 'system', id: `refused ${id}`, type: 'failed', amountMinor: 0, currency },
      ]),
    )
}

/** Where the payer comes back to. */
function pagesAfter(publicUrl: string, { order_id, reload_id, agency }: PaymentIntentRow) {
  const at = (path: string) => `${publicUrl}/manufacture/${path}`
  if (reload_id !== null) {
    const reload = at(`user/account/balance?reload=${reload_id}`)
    return { successUrl: reload, cancelUrl: reload }
  }

  if (agency) return { successUrl: at('checkout/agency-payment?done=1'), cancelUrl: at('checkout/agency-payment') }

  return {
    successUrl: at(`checkout/success?order=${order_id}`),
    cancelUrl: at(`checkout/payment?order=${order_id}&cancelled=1`),
  }
}
