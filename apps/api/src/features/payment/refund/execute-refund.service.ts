import { type CardGateway, CardProviderError } from '#adapters/payments/card.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import { applyLocked } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent, lockIntent } from '#features/payment/intent/intent.repository.ts'
import { lockSubject } from '#features/payment/intent/payable.repository.ts'
import { isPosted } from '#features/payment/intent/posted.repository.ts'
import { holdKey, holdLines } from '#features/payment/intent/reload-hold.ts'
import { cardFact } from '#features/payment/methods/card-facts.ts'
import { post } from '#src/money/ledger.ts'
import { findRefund, type RefundRow, updateRefund } from './refund.repository.ts'

/**
 * Has the provider give back what was asked for. The refund's id is the key: a call that is repeated, because nobody knows how the
 * first one ended, gives back once. Throws where the provider does not answer, to be tried again.
 */
export async function runRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (refund?.state !== 'asked') return

  const intent = await getIntent(deps.db, refund.intent_id)
  const { cards } = deps
  if (intent.provider_session === null || cards === null) throw new CardProviderError('no provider', true)

  const events = await callProvider(cards, refund, intent.provider_session).catch((error: unknown) => {
    if (error instanceof CardProviderError && !error.temporary) return null
    throw error
  })
  if (events === null) return giveUp(deps, refund)

  await deps.db.transaction().execute(async (trx) => {
    const subject = await lockSubject(trx, intent)
    const told = events.filter(({ intentId }) => intentId === null || intentId === intent.id).map(cardFact)
    await applyLocked(deps, trx, subject, await lockIntent(trx, intent.id), told)

    const locked = await findRefund(trx, refundId)
    // By its own mark: money that a lost dispute took is none that we gave.
    const isDone = told.some((fact) => fact.type === 'refunded' && fact.refundId === refundId)
    if (locked?.state !== 'asked' || !isDone) return

    await updateRefund(trx, refundId, { state: 'done', done_at: deps.clock() })
  })
}

async function callProvider(cards: CardGateway, refund: RefundRow, sessionId: string) {
  failpoint('refund:before-call')
  const events = await cards.refund({ refundId: refund.id, sessionId, amountMinor: Number(refund.amount_minor) })
  failpoint('refund:after-call')
  // A refund that the provider does later is told by a look, not by the answer to a call that is repeated.
  return events.some(({ type }) => type === 'refunded') ? events : cards.fetch(sessionId)
}

/** A refund that the provider will never do; what was set aside for it can be spent again. Staff see it and decide. */
async function giveUp(deps: Deps, refund: RefundRow): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const intent = await getIntent(trx, refund.intent_id)
    await lockSubject(trx, intent)

    const locked = await findRefund(trx, refund.id)
    if (locked?.state !== 'asked') return

    await updateRefund(trx, refund.id, { state: 'failed', done_at: now })
    if (!(await isPosted(trx, holdKey(refund.id)))) return

    const { customer_id: customerId, id: intentId } = intent
    const lines = holdLines(customerId, -Number(refund.usd_minor))
    await post(trx, now, { kind: 'adjustment', key: `freed ${refund.id}`, customerId, intentId, lines })
  })
  deps.log.warn({ refundId: refund.id }, 'the card provider refuses a refund')
}
