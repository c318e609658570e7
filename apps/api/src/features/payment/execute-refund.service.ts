import { type CardGateway, CardProviderError } from '#adapters/card.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import { applyLockedFacts } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent } from '#features/payment/intent/intent.repository.ts'
import { lockPayable, lockPayment } from '#features/payment/intent/payable.repository.ts'
import { isPosted, post } from '#src/money/ledger.ts'
import { payableRefOf } from '#src/money/payable-ref.ts'
import type { RefundRow } from '#src/money/refundable.ts'
import { holdKey, releaseHold } from './intent/fact-postings.ts'
import { cardFactsOf } from './methods/card.service.ts'
import { findRefund, updateRefund } from './refund.repository.ts'

/**
 * Has the card provider execute a requested refund. Idempotent: the refund's id is the provider's
 * idempotency key, so that a retry after a lost answer refunds once. Throws for a retry if the
 * provider does not answer.
 */
export async function executeRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (refund?.state !== 'asked') return

  const intent = await getIntent(deps.db, refund.intent_id)
  if (intent.method !== 'card') return

  const { cards } = deps
  if (intent.provider_session === null || cards === null) throw new CardProviderError('no provider', true)

  const events = await callProvider(cards, refund, intent.provider_session)
  if (events === 'refused') return markFailed(deps, refund)

  await deps.db.transaction().execute(async (trx) => {
    const facts = cardFactsOf(intent, events)
    await applyLockedFacts(deps, trx, await lockPayment(trx, intent), facts)

    const locked = await findRefund(trx, refundId)
    // By our refund id: money that a lost dispute took back is not this refund.
    const isDone = facts.some((fact) => fact.type === 'refunded' && fact.refundId === refundId)
    if (locked?.state !== 'asked' || !isDone) return

    await updateRefund(trx, refundId, { state: 'done', done_at: deps.clock() })
  })
}

async function callProvider(cards: CardGateway, refund: RefundRow, sessionId: string) {
  try {
    failpoint('refund:before-call')
    const events = await cards.refund({ refundId: refund.id, sessionId, amountMinor: Number(refund.amount_minor) })
    failpoint('refund:after-call')

    // The answer to a retried call does not show a refund that the provider completed later.
    const isRefunded = events.some(({ type }) => type === 'refunded')
    return isRefunded ? events : await cards.fetch(sessionId)
  } catch (error) {
    if (error instanceof CardProviderError && !error.temporary) return 'refused'
    throw error
  }
}

/**
 * The provider will never execute this refund: releases what was reserved for it. Staff decides.
 */
async function markFailed(deps: Deps, refund: RefundRow): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const intent = await getIntent(trx, refund.intent_id)
    await lockPayable(trx, payableRefOf(intent))

    const locked = await findRefund(trx, refund.id)
    if (locked?.state !== 'asked') return

    await updateRefund(trx, refund.id, { state: 'failed', done_at: now })
    if (!(await isPosted(trx, holdKey(refund.id)))) return

    await post(trx, now, releaseHold(intent, refund.id, Number(refund.usd_minor)))
  })
  deps.log.warn({ refundId: refund.id }, 'the card provider refuses a refund')
}
