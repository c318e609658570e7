import { isOpenPayment, type Language } from '@cotation/domain'
import { type CardEvent, type CardGateway, CardProviderError } from '#adapters/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { applyFacts, recordFacts } from '#features/payment/intent/apply-facts.service.ts'
import { systemFact } from '#features/payment/intent/derived-facts.ts'
import { findIntentIdOfFact, type PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { findIntent, getIntent, insertFingerprint, updateIntent } from '#features/payment/intent/intent.repository.ts'
import { getPayableNumber } from '#features/payment/intent/payable.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/settle-bill.service.ts'
import { payableRefOf } from '#src/money/payable-ref.ts'

/**
 * The URL of the provider's page for a card payment, created by the first call. The payment's id is
 * the idempotency key: a retry after a timeout or crash finds the same page (PAY-6). Null for other
 * methods and when nothing is left to pay there.
 */
export async function openCardPage(deps: Deps, intentId: string, language: Language): Promise<string | null> {
  const intent = await getIntent(deps.db, intentId)
  if (intent.method !== 'card' || !isOpenPayment(intent.state)) return null
  if (intent.provider_session !== null) return intent.state === 'requires_action' ? intent.provider_url : null
  if (deps.cards === null) throw new AppError('PROVIDER_UNAVAILABLE')

  try {
    return await createPage(deps, deps.cards, intent, language)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    // The provider will never accept this request: the order can be paid by another method.
    if (!error.temporary) await recordFacts(deps, intent.id, [systemFact(intent, 'failed', `refused ${intent.id}`)])
    throw new AppError('PROVIDER_UNAVAILABLE', { cause: error })
  }
}

async function createPage(
  deps: Deps,
  cards: CardGateway,
  intent: PaymentIntentRow,
  language: Language,
): Promise<string | null> {
  const request = {
    intentId: intent.id,
    amountMinor: Number(intent.amount_minor),
    description: await getPayableNumber(deps.db, intent),
    ...returnUrls(deps.publicUrl, intent),
    expiresAt: intent.expires_at ?? intent.created_at,
    language,
  }
  failpoint('begin:before-call')

  const { sessionId, url } = await cards.begin(request)
  failpoint('begin:after-call')

  const changed = await deps.db.transaction().execute(async (trx) => {
    const opened = await applyFacts(deps, trx, intent.id, [
      { provider: 'card', id: `page ${sessionId}`, type: 'requires_action', amountMinor: 0, currency: intent.currency },
    ])
    await updateIntent(trx, intent.id, { provider_session: sessionId, provider_url: url })
    return opened
  })

  return changed.state === 'requires_action' ? url : null
}

/** Where the provider sends the payer back to. */
function returnUrls(publicUrl: string, intent: PaymentIntentRow) {
  const { kind, id } = payableRefOf(intent)
  const { success, cancel } = returnPaths[intent.agency ? 'by-link' : 'by-customer'][kind]
  const urlOf = (path: string) => `${publicUrl}/manufacture/${path.replace('{id}', id)}`

  return { successUrl: urlOf(success), cancelUrl: urlOf(cancel) }
}

const reloadPaths = { success: 'user/account/balance?reload={id}', cancel: 'user/account/balance?reload={id}' }

/**
 * Where the card page leads back to. The paths of a payer by link name nothing: the key is in the
 * browser, and the provider must not learn what is paid.
 */
const returnPaths = {
  'by-customer': {
    order: { success: 'checkout/success?order={id}', cancel: 'checkout/payment?order={id}&cancelled=1' },
    'additional-cost': {
      success: 'additional-cost/success?cost={id}',
      cancel: 'additional-cost/payment?cost={id}&cancelled=1',
    },
    reload: reloadPaths,
  },
  'by-link': {
    order: { success: 'checkout/agency-payment?done=1', cancel: 'checkout/agency-payment' },
    'additional-cost': { success: 'additional-cost/success', cancel: 'additional-cost/payment?cancelled=1' },
    reload: reloadPaths,
  },
} as const

/**
 * Asks the provider what happened to a card payment and applies it. Throws if it does not answer.
 */
export async function refreshCard(deps: Deps, intentId: string): Promise<PaymentIntentRow> {
  const intent = await getIntent(deps.db, intentId)
  if (intent.method !== 'card' || intent.provider_session === null || deps.cards === null) return intent

  const events = await deps.cards.fetch(intent.provider_session)
  const fingerprint = events.find(({ cardFingerprint }) => cardFingerprint)?.cardFingerprint
  if (fingerprint) await insertFingerprint(deps.db, intent.id, fingerprint)

  return recordFacts(deps, intent.id, cardFactsOf(intent, events))
}

/** `refreshCard` for a page view: while the provider does not answer, the stored state is shown. */
export async function tryRefreshCard(deps: Deps, intentId: string): Promise<void> {
  try {
    await refreshCard(deps, intentId)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
  }
}

/**
 * Closes the provider's page of a card payment. If the payer was faster, that result is applied
 * instead, and the payment is captured or pending.
 */
export async function closeCardPage(deps: Deps, intentId: string): Promise<PaymentIntentRow> {
  let intent = await getIntent(deps.db, intentId)
  if (intent.method !== 'card' || !isOpenPayment(intent.state)) return intent
  if (deps.cards === null) throw new AppError('PROVIDER_UNAVAILABLE')

  if (intent.provider_session === null) {
    // The provider may have created a page whose answer was lost: the same request finds it.
    await openCardPage(deps, intentId, 'fr')
    intent = await getIntent(deps.db, intentId)
    if (intent.provider_session === null) return intent
  }

  try {
    const events = await deps.cards.expire(String(intent.provider_session))
    return await recordFacts(deps, intent.id, cardFactsOf(intent, events))
  } catch (error) {
    if (error instanceof CardProviderError) throw new AppError('PROVIDER_UNAVAILABLE', { cause: error })
    throw error
  }
}

/** The provider's event in the form in which it is stored. */
const cardFact = ({ id, type, amountMinor, currency, refundId, why, disputedMinor }: CardEvent): PaymentFact => ({
  provider: 'card',
  id,
  type,
  amountMinor,
  currency: currency.toUpperCase(),
  ...(refundId && { refundId }),
  ...(why && { detail: { why } }),
  ...(disputedMinor !== undefined && { detail: { disputedMinor } }),
})

/** The facts of a provider's answer that belong to this payment. */
export const cardFactsOf = ({ id }: PaymentIntentRow, events: readonly CardEvent[]): PaymentFact[] =>
  events.filter(({ intentId }) => intentId === null || intentId === id).map(cardFact)

/**
 * Applies verified events of the provider; ignores those that belong to no payment of ours. A page that
 * carries the id of our payment but is not the one that we opened for it is another shop's on the same
 * account, or a copy of this installation.
 */
export async function applyCardEvents(
  deps: PaymentDeps & Pick<Deps, 'log'>,
  events: readonly CardEvent[],
): Promise<void> {
  const factsByIntent = new Map<string, PaymentFact[]>()
  for (const event of events) {
    const intent = await findIntentOf(deps, event)
    if (!intent) continue

    if (isOfOtherPage(intent, event)) {
      deps.log.warn({ intentId: intent.id }, 'a card message names another page than that of its payment')
      continue
    }
    factsByIntent.set(intent.id, [...(factsByIntent.get(intent.id) ?? []), cardFact(event)])
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
async function findIntentOf(
  { db }: PaymentDeps,
  { intentId, captureId }: CardEvent,
): Promise<PaymentIntentRow | undefined> {
  const id = intentId ?? (captureId === undefined ? undefined : await findIntentIdOfFact(db, 'card', captureId))
  const intent = id === undefined ? undefined : await findIntent(db, id)
  return intent?.method === 'card' ? intent : undefined
}

/** A payment without a stored page: the answer that named it was lost, and the message comes first. */
const isOfOtherPage = ({ provider_session: stored }: PaymentIntentRow, { sessionId }: CardEvent): boolean =>
  stored !== null && sessionId !== undefined && sessionId !== stored
