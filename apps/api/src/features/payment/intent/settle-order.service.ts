import { isOpenPayment, isPendingPayment, isUnpaid, type OrderStatus } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { moveOrder } from '#features/order/order.service.ts'
import { listOrderPayments, netUsd, usdOf } from '#src/money/order-payments.ts'
import { systemFact } from './derived-facts.ts'
import type { PaymentFact } from './facts.repository.ts'
import { findLiveLink } from './payment-link.repository.ts'

/** Closes the card page of a payment that is no longer needed. */
export const endSessionJob = 'payment-end-session'

/** What applying facts to a payment needs. */
export type PaymentDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs'>

/** A payment that has just changed. */
export interface PaymentChange {
  intent: PaymentIntentRow
  /** Its capture was reported only now, possibly after its own refund, and it was never held. */
  isLateCapture: boolean
}

/** A fact about another payment of the order that settling it causes. */
export interface FollowUp {
  intent: PaymentIntentRow
  fact: PaymentFact
}

/**
 * Moves a locked order to the status that its payments give it. The caller applies the follow-ups.
 */
export async function settleOrder(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  change: PaymentChange,
): Promise<{ order: OrderRow; followUps: FollowUp[] }> {
  const intents = await listOrderPayments(trx, order.id)
  let settled = order
  let followUps: FollowUp[] = []

  const move = async (to: OrderStatus) => {
    if (settled.status === to) return
    settled = await moveOrder(deps, trx, settled, { to, actor: 'system', reason: '' }, deps.clock())
  }

  if (isUnpaid(order.status)) {
    const status = statusOfUnpaid(Number(order.total_minor), intents, change)
    await move(status)

    if (status === 'paid') followUps = await endOtherPayments(deps, trx, intents, change.intent)
    if (status === 'awaiting_payment' && endedWithoutMoney(change.intent))
      followUps = await refundsOfUnusedBalance(deps, trx, settled, intents)
  }

  if (isFullyRefunded(settled, intents)) await move('refunded')

  return { order: settled, followUps }
}

/**
 * A paid order expects no other payment: open transfers are voided, so that money that still
 * arrives is held, and a job closes the card page.
 */
async function endOtherPayments(
  deps: PaymentDeps,
  trx: Trx,
  intents: readonly PaymentIntentRow[],
  paidBy: PaymentIntentRow,
): Promise<FollowUp[]> {
  const others = intents.filter(({ id, state }) => id !== paidBy.id && isOpenPayment(state))
  for (const { id, method } of others)
    if (method === 'card') await deps.jobs.enqueue(trx, endSessionJob, { intentId: id })

  return others
    .filter(({ state }) => state === 'awaiting_funds')
    .map((intent) => ({ intent, fact: systemFact(intent, 'voided', `paid otherwise ${intent.id}`) }))
}

/**
 * The part that the balance paid is returned, once, when the payment of the remainder has ended,
 * unless a payment link can still pay it.
 */
export async function refundsOfUnusedBalance(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  intents: readonly PaymentIntentRow[],
): Promise<FollowUp[]> {
  const parts = unusedBalancePayments(order, intents)
  if (parts.length === 0 || (await findLiveLink(trx, order.id, deps.clock()))) return []

  return parts.map((intent) => ({
    intent,
    fact: {
      provider: 'balance',
      id: `returned ${intent.id}`,
      type: 'refunded',
      amountMinor: Number(intent.captured_minor) - Number(intent.refunded_minor),
      currency: intent.currency,
    },
  }))
}

/**
 * The status that its payments give an unpaid order: paid once Σ net payments ≥ total, pending
 * while a result is awaited. Held payments do not count. A late capture counts without its refunds:
 * the order was paid, and is refunded in the next step.
 */
export function statusOfUnpaid(
  totalMinor: number,
  intents: readonly PaymentIntentRow[],
  change?: PaymentChange,
): 'paid' | 'payment_pending' | 'awaiting_payment' {
  const countedUsd = (intent: PaymentIntentRow) => {
    if (intent.state === 'held') return 0
    const isLateCapture = change?.isLateCapture && intent.id === change.intent.id
    return isLateCapture ? usdOf(intent, Number(intent.captured_minor)) : netUsd(intent)
  }
  const paidMinor = intents.reduce((sum, intent) => sum + countedUsd(intent), 0)

  if (paidMinor >= totalMinor) return 'paid'
  return intents.some(({ state }) => isPendingPayment(state)) ? 'payment_pending' : 'awaiting_payment'
}

/** Whether everything that was paid for an order was refunded. */
function isFullyRefunded(order: OrderRow, intents: readonly PaymentIntentRow[]): boolean {
  if (order.paid_at === null || isUnpaid(order.status) || order.status === 'refunded') return false

  const hasRefund = intents.some(({ refunded_minor }) => Number(refunded_minor) > 0)
  const keptMinor = intents.reduce((sum, intent) => sum + netUsd(intent), 0)
  return hasRefund && keptMinor <= 0
}

const endedWithoutMoney = ({ state }: PaymentIntentRow): boolean =>
  state === 'failed' || state === 'voided' || state === 'expired'

/** What the balance paid of an order whose remainder is no longer being paid. */
function unusedBalancePayments(order: OrderRow, intents: readonly PaymentIntentRow[]): PaymentIntentRow[] {
  if (order.status !== 'awaiting_payment' || intents.some(({ state }) => isOpenPayment(state))) return []
  return intents.filter((intent) => intent.method === 'balance' && netUsd(intent) > 0)
}
