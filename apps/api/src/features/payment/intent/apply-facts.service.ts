import { isOpenPayment, paymentStanding } from '@cotation/domain'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow, ReloadRow } from '#db/order-rows.ts'
import { listPayments } from '#src/money/order-payments.ts'
import { factsToStore, holdsOfSurplus, nextCheck, releasesOfRefunded } from './derived-facts.ts'
import { insertFacts, listFacts, type PaymentFact } from './facts.repository.ts'
import { getIntent, updateIntent } from './intent.repository.ts'
import {
  type Bill,
  billTerms,
  type LockedPayment,
  lockPayment,
  type Payable,
  updateReload,
} from './payable.repository.ts'
import { enqueuePayerReceipt } from './payer-receipt.ts'
import { postFacts, refundedUsd } from './post-facts.service.ts'
import { disputeJob, isDisputeFact } from './reload-dispute.service.ts'
import {
  type FollowUp,
  type PaymentChange,
  type PaymentDeps,
  refundsOfUnusedBalance,
  settleBill,
} from './settle-bill.service.ts'

/** `applyFacts` in its own transaction. */
export async function recordFacts(
  deps: PaymentDeps,
  intentId: string,
  reported: readonly PaymentFact[],
): Promise<PaymentIntentRow> {
  const intent = await deps.db.transaction().execute((trx) => applyFacts(deps, trx, intentId, reported))
  if (reported.some(({ type }) => type === 'captured')) failpoint('capture:after-commit')
  return intent
}

/**
 * Takes in what a provider reports about a payment, in any sequence and any number of times: each
 * fact is stored, posted and counted once, the payment's state is the fold of its facts, and the
 * order, additional cost or reload follows (PAY-3).
 */
export async function applyFacts(
  deps: PaymentDeps,
  trx: Trx,
  intentId: string,
  reported: readonly PaymentFact[],
): Promise<PaymentIntentRow> {
  const payment = await lockPayment(trx, await getIntent(trx, intentId))
  return applyLockedFacts(deps, trx, payment, reported)
}

/** `applyFacts` for a payment that is already locked, together with its bill or reload. */
export async function applyLockedFacts(
  deps: PaymentDeps,
  trx: Trx,
  { payable, intent }: LockedPayment,
  reported: readonly PaymentFact[],
): Promise<PaymentIntentRow> {
  const now = deps.clock()
  const store = (facts: readonly PaymentFact[]) => insertFacts(trx, intent.id, facts, now)

  const newFacts = await store(reported.flatMap((fact) => factsToStore(intent, fact)))
  if (newFacts.length === 0) return intent
  newFacts.push(...(await store(holdsOfSurplus(payable, intent, newFacts))))

  const facts = await listFacts(trx, intent.id)
  const released = await store(releasesOfRefunded(intent, facts))
  const standing = paymentStanding(released.length > 0 ? await listFacts(trx, intent.id) : facts)

  const hasNewMoney = newFacts.some(({ type }) => type === 'captured')
  const changed = await updateIntent(trx, intent.id, {
    state: standing.state,
    captured_minor: standing.capturedMinor,
    refunded_minor: standing.refundedMinor,
    closed_at: isOpenPayment(standing.state) ? null : (intent.closed_at ?? now),
    check_at: nextCheck({ ...intent, state: standing.state }, now, hasNewMoney),
  })

  await postFacts(trx, { payable, intent, facts, newFacts, now })
  await enqueuePayerReceipt(deps, trx, intent, changed)

  if (payable.kind === 'reload' && newFacts.some(isDisputeFact))
    await deps.jobs.enqueue(trx, disputeJob, { intentId: intent.id })

  const isLateCapture = hasNewMoney && intent.method === 'card' && !facts.some(({ type }) => type === 'held')
  await settle(deps, trx, payable, { intent: changed, isLateCapture, refund: refundOf(changed, newFacts) })
  if (hasNewMoney) failpoint('capture:before-commit')

  return changed
}

/** The refund that new facts report; null if they report none. */
function refundOf(intent: PaymentIntentRow, newFacts: readonly PaymentFact[]): PaymentChange['refund'] {
  const refunds = newFacts.filter(({ type }) => type === 'refunded')
  if (refunds.length === 0) return null

  const usdMinor = refunds.reduce((sum, fact) => sum + refundedUsd(intent, fact), 0)
  return { usdMinor, refundId: refunds[0]?.refundId ?? null }
}

/** Updates the bill or reload of a payment after a change of the payment. It must be locked. */
export async function settle(deps: PaymentDeps, trx: Trx, payable: Payable, change: PaymentChange): Promise<void> {
  if (payable.kind === 'reload') return settleReload(deps, trx, payable.reload, change.intent)

  const { bill, followUps } = await settleBill(deps, trx, payable, change)
  await applyFollowUps(deps, trx, bill, followUps)
}

/** A paid reload becomes available after a waiting time (spec 9). */
async function settleReload(
  deps: Pick<PaymentDeps, 'clock' | 'config'>,
  trx: Trx,
  reload: ReloadRow,
  intent: PaymentIntentRow,
): Promise<void> {
  if (reload.paid_at !== null || intent.state === 'held' || Number(intent.captured_minor) === 0) return

  const now = deps.clock()
  const availableAt = new Date(now.getTime() + deps.config.payments.reloadMinutes * 60_000)
  await updateReload(trx, reload.id, { paid_at: now, available_at: availableAt })
}

/** Returns what the balance paid of a locked bill if its remainder is no longer being paid. */
export async function returnIdleBalance(deps: PaymentDeps, trx: Trx, bill: Bill): Promise<void> {
  const intents = await listPayments(trx, billTerms(bill).ref)
  await applyFollowUps(deps, trx, bill, await refundsOfUnusedBalance(deps, trx, bill, intents))
}

async function applyFollowUps(deps: PaymentDeps, trx: Trx, bill: Bill, followUps: readonly FollowUp[]): Promise<void> {
  for (const { intent, fact } of followUps) await applyLockedFacts(deps, trx, { payable: bill, intent }, [fact])
}
