import { isOpenPayment, isPendingPayment, isUnpaid, type OrderStatus } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { moveOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { netUsd, usdOf } from '#features/payment/intent/amounts.ts'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { listOrderIntents, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import type { Subject } from '#features/payment/intent/payable.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { findLiveLink } from '#features/payment/intent/payment-link.repository.ts'
import { endSessionJob } from '#features/payment/payment-queues.ts'

type Apply = (
  deps: PaymentDeps,
  trx: Trx,
  subject: Subject,
  intent: PaymentIntentRow,
  told: readonly PaymentFact[],
) => Promise<PaymentIntentRow>

interface Change {
  /** One that has just changed. */
  intent: PaymentIntentRow
  /** Its capture has just been told, maybe after a refund of it; nothing of it was ever held. */
  isToldLate: boolean
  apply: Apply
}

/** Moves a locked order to where its payments put it: paid, pending, waiting again, refunded. */
export async function settleOrder(deps: PaymentDeps, trx: Trx, order: OrderRow, change: Change): Promise<void> {
  const intents = await listOrderIntents(trx, order.id)
  let settled = order
  const move = async (to: OrderStatus) => {
    if (settled.status !== to)
      settled = await moveOrder(deps, trx, settled, { to, actor: 'system', reason: '' }, deps.clock())
  }
  if (isUnpaid(settled.status)) {
    if (isCovered(order, intents, change)) {
      await move('paid')
      await endOthers(deps, trx, settled, intents, change)
    } else if (intents.some(({ state }) => isPendingPayment(state))) await move('payment_pending')
    else {
      await move('awaiting_payment')
      if (isOver(change.intent)) await returnIdleBalance(deps, trx, settled, intents, change.apply)
    }
  }

  if (isGivenBack(settled, intents)) await move('refunded')
}

/**
 * Whether what has come covers the total. A refund may be told before the capture that it belongs to: the order was paid all the same,
 * and is refunded then.
 */
function isCovered(order: OrderRow, intents: readonly PaymentIntentRow[], { intent, isToldLate }: Change): boolean {
  const counted = intents.reduce((sum, one) => {
    if (one.state === 'held') return sum
    const countsWhole = one.id === intent.id && isToldLate
    return sum + (countsWhole ? usdOf(one, Number(one.captured_minor)) : netUsd(one))
  }, 0)
  return counted >= Number(order.total_minor)
}

/** Everything that was paid went back. */
function isGivenBack(order: OrderRow, intents: readonly PaymentIntentRow[]): boolean {
  if (order.paid_at === null || isUnpaid(order.status) || order.status === 'refunded') return false
  const refunded = intents.reduce((sum, { refunded_minor }) => sum + Number(refunded_minor), 0)
  return refunded > 0 && intents.reduce((sum, intent) => sum + netUsd(intent), 0) <= 0
}

const ended = (intent: PaymentIntentRow, why: string): PaymentFact => ({
  provider: 'system',
  id: `${why} ${intent.id}`,
  type: 'voided',
  amountMinor: 0,
  currency: intent.currency,
})

/** A paid order waits for no other payment: a transfer that comes all the same is held, a card's page is closed by a job. */
async function endOthers(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  intents: readonly PaymentIntentRow[],
  change: Change,
): Promise<void> {
  for (const other of intents) {
    if (other.id === change.intent.id || !isOpenPayment(other.state)) continue
    if (other.method === 'card') await deps.jobs.enqueue(trx, endSessionJob, { intentId: other.id })
    if (other.state === 'awaiting_funds')
      await change.apply(deps, trx, { order, reload: null }, other, [ended(other, 'paid otherwise')])
  }
}

const isOver = ({ state }: PaymentIntentRow) => state === 'failed' || state === 'voided' || state === 'expired'

/** The part that the balance paid goes back when the payment of the rest has ended, unless somebody with a link may still pay it. */
export async function returnIdleBalance(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  intents: readonly PaymentIntentRow[],
  apply: Apply,
): Promise<void> {
  const parts = intents.filter((intent) => intent.method === 'balance' && netUsd(intent) > 0)
  if (parts.length === 0 || order.status !== 'awaiting_payment') return
  if (intents.some(({ state }) => isOpenPayment(state)) || (await findLiveLink(trx, order.id, deps.clock()))) return
  for (const part of parts) await apply(deps, trx, { order, reload: null }, part, [returnOf(part)])
}

/** Balance that goes back, all of it, once. */
const returnOf = (part: PaymentIntentRow): PaymentFact => ({
  provider: 'balance',
  id: `returned ${part.id}`,
  type: 'refunded',
  amountMinor: Number(part.captured_minor) - Number(part.refunded_minor),
  currency: part.currency,
})
