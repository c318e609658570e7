import { isOpenPayment, isPendingPayment, isUnpaid } from '@cotation/domain'
import { promisedDates } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { moveOrder } from '#features/order/order.service.ts'
import { enqueueOrderMail } from '#features/order/order-mail.service.ts'
import { voidReward } from '#features/referral/referral.service.ts'
import { countPayments, listPayments, netUsd, paidUsd, sumCounted, usdOf } from '#src/money/order-payments.ts'
import { claimRefundKey, refundIdOf } from '#src/money/order-returns.ts'
import { systemFact } from './derived-facts.ts'
import type { PaymentFact } from './facts.repository.ts'
import { enqueueCostMail, markCostRefunded, moveAdditionalCost } from './move-additional-cost.service.ts'
import { type Bill, billTerms, costBill, isAwaitingMoney, orderBill } from './payable.repository.ts'
import { listLiveLinks } from './payment-link.repository.ts'

/** Closes the card page of a payment that is no longer needed. */
export const endSessionJob = 'payment-end-session'

/** What applying facts to a payment needs. */
export type PaymentDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'jobs'>

/** A payment that has just changed. */
export interface PaymentChange {
  intent: PaymentIntentRow
  /** Its capture was reported only now, possibly after its own refund, and it was never held. */
  isLateCapture: boolean
  /** Money of it was refunded: US cents, and our request, unless the provider refunded on its own. */
  refund: { usdMinor: number; refundId: string | null } | null
}

/** A fact about another payment of the bill that settling it causes. */
export interface FollowUp {
  intent: PaymentIntentRow
  fact: PaymentFact
}

/**
 * Moves a locked bill to the status that its payments give it. The caller applies the follow-ups.
 */
export async function settleBill(
  deps: PaymentDeps,
  trx: Trx,
  bill: Bill,
  change: PaymentChange,
): Promise<{ bill: Bill; followUps: FollowUp[] }> {
  const { ref, totalMinor } = billTerms(bill)
  const intents = await listPayments(trx, ref)
  let settled = bill
  let followUps: FollowUp[] = []

  if (isAwaitingMoney(bill)) {
    const status = statusOfUnpaid(totalMinor, intents, change)
    settled = await moveBill(deps, trx, bill, status)

    if (status === 'paid') followUps = await endOtherPayments(deps, trx, intents, change.intent)
    if (status === 'awaiting_payment' && endedWithoutMoney(change.intent))
      followUps = await refundsOfUnusedBalance(deps, trx, settled, intents)
  }

  if (isFullyRefunded(settled, intents)) {
    const before = settled
    settled = await moveBill(deps, trx, settled, 'refunded')
    // A cancelled order was no purchase, so it gave no reward.
    if (before.kind === 'order' && before.order.status !== 'cancelled')
      await voidReward(trx, before.order, deps.clock())
  } else if (change.refund && mayBecomeRefunded(settled)) {
    await announcePartialRefund(deps, trx, settled, { ...change.refund, intentId: change.intent.id }, intents)
  }

  return { bill: settled, followUps }
}

interface PartialRefund {
  intentId: string
  usdMinor: number
  refundId: string | null
}

/** The mail about a cancelled order or a settled claim has already said what goes back. */
async function announcePartialRefund(
  deps: PaymentDeps,
  trx: Trx,
  bill: Bill,
  refund: PartialRefund,
  intents: readonly PaymentIntentRow[],
): Promise<void> {
  if (bill.kind === 'additional-cost') {
    // It grows with every refund, so that each one is mailed once.
    const refundedMinor = intents.reduce((sum, intent) => sum + usdOf(intent, Number(intent.refunded_minor)), 0)
    await enqueueCostMail(deps, trx, { costId: bill.cost.id, about: 'partly-refunded', refundedMinor })
    return
  }

  const { id: orderId, status, total_minor } = bill.order
  if (status === 'cancelled' || (await settlesClaim(trx, orderId, refund))) return

  const counted = countPayments({ totalMinor: Number(total_minor), isPaid: true }, intents)
  const { refundedMinor: creditedMinor } = sumCounted(counted)
  // The returned surplus of a transfer takes nothing from the total, but it is refunded.
  const refundedMinor = Math.max(creditedMinor, refund.usdMinor)
  await enqueueOrderMail(deps, trx, { orderId, refund: { ...refund, refundedMinor, keptMinor: paidUsd(intents) } })
}

/** Whether a refund settles a claim about the order. */
async function settlesClaim(trx: Trx, orderId: string, { refundId, intentId }: PartialRefund): Promise<boolean> {
  if (refundId === null) return false

  const claims = await trx.selectFrom('after_sale_claim').select('id').where('order_id', '=', orderId).execute()
  return claims.some(({ id }) => refundIdOf(claimRefundKey(id), intentId) === refundId)
}

/** An additional cost stays requested until it is paid, and stays paid when it is refunded. */
async function moveBill(deps: PaymentDeps, trx: Trx, bill: Bill, to: UnpaidStatus | 'refunded'): Promise<Bill> {
  const now = deps.clock()
  const bySystem = { actor: 'system', reason: '' } as const

  if (bill.kind === 'order') {
    if (bill.order.status === to) return bill
    const dates = to === 'paid' ? await findDatesOfPayment(deps, trx, bill.order, now) : undefined
    const move = { to, ...bySystem, ...(dates && { dates }) }
    return orderBill(await moveOrder(deps, trx, bill.order, move, now))
  }

  if (to === 'paid') return costBill(await moveAdditionalCost(deps, trx, bill.cost, { to, ...bySystem }, now))
  if (to === 'refunded') return costBill(await markCostRefunded(deps, trx, bill.cost, now))
  return bill
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Work begins when an order is paid: a payment on a later day than the order moves its dates. A
 * payment on the same day keeps the dates that the customer accepted; undefined then.
 */
async function findDatesOfPayment(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  now: Date,
): Promise<OrderRow['dates'] | undefined> {
  if (dayOf(now) === dayOf(order.placed_at)) return undefined

  const { catalogue } = await deps.catalogues.inForce(trx)
  const { workingDays, shipping } = order.total
  const { country } = order.shipping_address
  const shipment = { workingDays, transitDays: shipping.transitDays, country }
  const dates = promisedDates({ orderedAt: now.getTime(), ...shipment }, catalogue)

  return dates.ship > order.dates.ship ? dates : undefined
}

/**
 * A paid bill expects no other payment: open transfers are voided, so that money that still
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
  bill: Bill,
  intents: readonly PaymentIntentRow[],
): Promise<FollowUp[]> {
  const parts = unusedBalancePayments(bill, intents)
  if (parts.length === 0) return []

  const links = await listLiveLinks(trx, billTerms(bill).ref, deps.clock())
  if (links.length > 0) return []

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

type UnpaidStatus = 'paid' | 'payment_pending' | 'awaiting_payment'

/**
 * The status that its payments give an unpaid bill: paid once Σ net payments ≥ total, pending
 * while a result is awaited. Held payments do not count. A late capture counts without its refunds:
 * the bill was paid, and is refunded in the next step.
 */
export function statusOfUnpaid(
  totalMinor: number,
  intents: readonly PaymentIntentRow[],
  change?: PaymentChange,
): UnpaidStatus {
  const countedUsd = (intent: PaymentIntentRow) => {
    if (intent.state === 'held') return 0
    const isLateCapture = change?.isLateCapture && intent.id === change.intent.id
    return isLateCapture ? usdOf(intent, Number(intent.captured_minor)) : netUsd(intent)
  }
  const paidMinor = intents.reduce((sum, intent) => sum + countedUsd(intent), 0)

  if (paidMinor >= totalMinor) return 'paid'
  return intents.some(({ state }) => isPendingPayment(state)) ? 'payment_pending' : 'awaiting_payment'
}

/** Whether it was paid, and was not refunded before. */
function mayBecomeRefunded(bill: Bill): boolean {
  if (bill.kind === 'additional-cost') return bill.cost.state === 'paid' && bill.cost.refunded_at === null
  return bill.order.paid_at !== null && !isUnpaid(bill.order.status) && bill.order.status !== 'refunded'
}

/** Whether everything that was paid for a bill was refunded. */
function isFullyRefunded(bill: Bill, intents: readonly PaymentIntentRow[]): boolean {
  if (!mayBecomeRefunded(bill)) return false

  const hasRefund = intents.some(({ refunded_minor }) => Number(refunded_minor) > 0)
  const keptMinor = intents.reduce((sum, intent) => sum + netUsd(intent), 0)
  return hasRefund && keptMinor <= 0
}

const endedWithoutMoney = ({ state }: PaymentIntentRow): boolean =>
  state === 'failed' || state === 'voided' || state === 'expired'

/** What the balance paid of a bill whose remainder is no longer being paid. */
function unusedBalancePayments(bill: Bill, intents: readonly PaymentIntentRow[]): PaymentIntentRow[] {
  const isUnderWay = intents.some(({ state }) => isOpenPayment(state))
  if (!isAwaitingMoney(bill) || isUnderWay) return []
  return intents.filter((intent) => intent.method === 'balance' && netUsd(intent) > 0)
}
