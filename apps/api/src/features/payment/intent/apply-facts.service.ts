import { isOpenPayment, paymentStanding } from '@cotation/domain'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { orderCapture } from '#features/payment/intent/fact-postings.ts'
import { postFacts } from '#features/payment/intent/post-facts.service.ts'
import { settleOrder } from '#features/payment/intent/settle-order.service.ts'
import { settleReload } from '#features/payment/intent/settle-reload.service.ts'
import { post } from '#src/money/ledger.ts'
import { factsToKeep } from './derived-facts.ts'
import { insertFacts, listFacts, type PaymentFact, type StoredFact, storedFact } from './facts.repository.ts'
import {
  getIntent,
  insertCaptured,
  lockIntent,
  type NewIntent,
  type PaymentIntentRow,
  updateIntent,
} from './intent.repository.ts'
import { nextCheck } from './next-check.ts'
import { lockSubject, type Subject, waitsForMoney } from './payable.repository.ts'
import type { PaymentDeps } from './payment-deps.ts'

/**
 * Takes in what a provider tells of a payment, in whatever order and however often: each fact is kept, posted and counted once, the
 * payment becomes the sum of its facts, and the order or reload follows (PAY-3).
 */
export async function applyEvents(
  deps: PaymentDeps,
  trx: Trx,
  intentId: string,
  told: readonly PaymentFact[],
): Promise<PaymentIntentRow> {
  const subject = await lockSubject(trx, await getIntent(trx, intentId))
  return applyLocked(deps, trx, subject, await lockIntent(trx, intentId), told)
}

/** The same where subject and payment are locked already, or were made in this transaction. */
export async function applyLocked(
  deps: PaymentDeps,
  trx: Trx,
  subject: Subject,
  intent: PaymentIntentRow,
  told: readonly PaymentFact[],
): Promise<PaymentIntentRow> {
  const now = deps.clock()
  const fresh = await insertFacts(
    trx,
    intent.id,
    told.flatMap((fact) => factsToKeep(intent, fact)),
    now,
  )
  if (fresh.length === 0) return intent

  fresh.push(...(await insertFacts(trx, intent.id, surplus(subject, intent, fresh), now)))

  const facts = await listFacts(trx, intent.id)
  const ended = await insertFacts(trx, intent.id, endOfHolding(intent, facts), now)
  const standing = paymentStanding(ended.length > 0 ? await listFacts(trx, intent.id) : facts)
  const isOpen = isOpenPayment(standing.state)
  const hasNewMoney = fresh.some(({ type }) => type === 'captured')
  const changed = await updateIntent(trx, intent.id, {
    state: standing.state,
    captured_minor: standing.capturedMinor,
    refunded_minor: standing.refundedMinor,
    closed_at: isOpen ? null : (intent.closed_at ?? now),
    check_at: nextCheck({ ...intent, state: standing.state }, now, hasNewMoney),
  })

  await postFacts(trx, { subject, intent, facts, fresh, now })

  const isToldLate = hasNewMoney && intent.method === 'card' && !facts.some(({ type }) => type === 'held')
  if (subject.order) await settleOrder(deps, trx, subject.order, { intent: changed, isToldLate, apply: applyLocked })
  else await settleReload(deps, trx, subject.reload, changed)
  if (hasNewMoney) failpoint('capture:before-commit')

  return changed
}

/** Makes a payment whose money is there at once, as that from the balance is: its only fact is its capture. The order is left as it is. */
export async function insertWithCapture(
  trx: Trx,
  made: NewIntent,
  captured: PaymentFact,
  now: Date,
): Promise<PaymentIntentRow> {
  const { state, capturedMinor } = paymentStanding([storedFact(captured)])
  const intent = await insertCaptured(
    trx,
    { ...made, state, captured_minor: capturedMinor, closed_at: now },
    captured,
    now,
  )
  await post(trx, now, orderCapture(intent, captured, Number(intent.usd_minor)))
  failpoint('capture:before-commit')

  return intent
}

/** The same for a locked order, which then moves to where its payments put it. */
export async function openCaptured(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  made: NewIntent,
  captured: PaymentFact,
): Promise<PaymentIntentRow> {
  const intent = await insertWithCapture(trx, made, captured, deps.clock())
  await settleOrder(deps, trx, order, { intent, isToldLate: false, apply: applyLocked })
  return intent
}

/** Money from outside for an order that is paid or cancelled already is kept, and held for a person to decide. */
function surplus(subject: Subject, intent: PaymentIntentRow, fresh: readonly PaymentFact[]): PaymentFact[] {
  const isOutside = intent.method === 'card' || intent.method === 'bank_transfer'
  if (!isOutside || waitsForMoney(subject) || fresh.some(({ type }) => type === 'held')) return []
  return fresh
    .filter(({ type }) => type === 'captured')
    .map(({ id, amountMinor }) => ({
      provider: 'system',
      id: `held ${id}`,
      type: 'held',
      amountMinor: 0,
      currency: intent.currency,
      detail: { amountMinor, why: 'surplus' },
    }))
}

/** Held money that has gone back is held no more. */
function endOfHolding(intent: PaymentIntentRow, facts: readonly StoredFact[]): PaymentFact[] {
  const { state, capturedMinor, refundedMinor } = paymentStanding(facts)
  if (state !== 'held' || capturedMinor === 0 || refundedMinor < capturedMinor) return []
  return facts
    .filter(({ type }) => type === 'held')
    .map(({ id }) => ({
      provider: 'system',
      id: `released ${id}`,
      type: 'released',
      amountMinor: 0,
      currency: intent.currency,
    }))
}

/** `applyEvents` in a transaction of its own. */
export async function takeIn(
  deps: PaymentDeps,
  intentId: string,
  told: readonly PaymentFact[],
): Promise<PaymentIntentRow> {
  const intent = await deps.db.transaction().execute((trx) => applyEvents(deps, trx, intentId, told))
  if (told.some(({ type }) => type === 'captured')) failpoint('capture:after-commit')
  return intent
}
