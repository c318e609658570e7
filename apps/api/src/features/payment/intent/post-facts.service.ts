import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { isPosted, lockAccount, post } from '#src/money/ledger.ts'
import { listOrderPayments, paidUsd, usdOf } from '#src/money/order-payments.ts'
import { reverseOrderPoints } from '#src/money/order-points.ts'
import {
  creditReserve,
  holdKey,
  releaseHold,
  reloadCapture,
  reloadRefund,
  saleCapture,
  saleRefund,
} from './fact-postings.ts'
import type { PaymentFact, StoredFact } from './facts.repository.ts'
import type { Payable } from './payable.repository.ts'
import { followDispute, isDisputeFact } from './reload-dispute.service.ts'

interface AppliedFacts {
  payable: Payable
  /** The payment before these facts. */
  intent: PaymentIntentRow
  /** All known facts, including the new ones. */
  facts: readonly StoredFact[]
  newFacts: readonly PaymentFact[]
  now: Date
}

/** A fact that moves money, with its value in US cents. */
interface Movement extends AppliedFacts {
  fact: PaymentFact
  usdMinor: number
}

/**
 * Posts each new fact that moves money, once. In another currency than USD a capture is worth what
 * it adds to the converted sum, so that rounding never adds or loses a cent.
 */
export async function postFacts(trx: Trx, applied: AppliedFacts): Promise<void> {
  const { payable, intent, newFacts } = applied
  let capturedMinor = Number(intent.captured_minor)

  for (const fact of newFacts) {
    if (fact.type === 'captured') {
      const usdMinor = usdOf(intent, capturedMinor + fact.amountMinor) - usdOf(intent, capturedMinor)
      capturedMinor += fact.amountMinor
      await postCapture(trx, { ...applied, fact, usdMinor })
    } else if (fact.type === 'refunded') {
      const usdMinor = refundedUsd(intent, fact)
      if (usdMinor > 0) await postRefund(trx, { ...applied, fact, usdMinor })
    } else if (payable.kind === 'reload' && isDisputeFact(fact)) {
      await followDispute(trx, { ...applied, reload: payable.reload, fact })
    } else if (intent.method === 'credit') {
      await postReserve(trx, applied, fact)
    }
  }
}

/** The value of a refund in US cents: as requested, or at the rate of the payment. */
export const refundedUsd = (intent: PaymentIntentRow, fact: PaymentFact): number =>
  Number(fact.detail?.usdMinor ?? usdOf(intent, fact.amountMinor))

async function postCapture(trx: Trx, { payable, intent, fact, usdMinor, now }: Movement): Promise<void> {
  if (usdMinor === 0) return

  if (payable.kind !== 'reload') {
    await post(trx, now, saleCapture(intent, fact, usdMinor))
    return
  }

  const into = payable.reload.credited_at ? 'wallet' : 'wallet_pending'
  await post(trx, now, reloadCapture(intent, fact, usdMinor, into))
}

async function postRefund(trx: Trx, movement: Movement): Promise<void> {
  const { payable, intent, fact, usdMinor, now } = movement
  if (payable.kind !== 'reload') {
    if (payable.kind === 'order') {
      // The payment is already updated. What a failed attempt returned before was never paid.
      const keptMinor = paidUsd(await listOrderPayments(trx, payable.order.id))
      await reverseOrderPoints(trx, payable.order, { keptMinor, cause: `${fact.provider} ${fact.id}` }, now)
    }
    await post(trx, now, saleRefund(intent, fact, usdMinor))
    return
  }

  const from = payable.reload.credited_at ? 'wallet' : 'wallet_pending'
  if (from === 'wallet') await releaseOrCoverRefund(trx, movement)
  await post(trx, now, reloadRefund(intent, fact, usdMinor, from))
}

/**
 * Releases the balance that was reserved when we requested the refund. If the provider refunded on
 * its own what the customer has already spent, the shop covers the difference.
 */
async function releaseOrCoverRefund(trx: Trx, { intent, fact, usdMinor, now }: Movement): Promise<void> {
  const { customer_id: customerId, id: intentId } = intent
  if (fact.refundId && (await isPosted(trx, holdKey(fact.refundId)))) {
    await post(trx, now, releaseHold(intent, fact.refundId, usdMinor))
    return
  }

  const { balanceMinor } = await lockAccount(trx, 'wallet', customerId, now)
  const missingMinor = usdMinor - balanceMinor
  if (missingMinor <= 0) return

  await post(trx, now, {
    kind: 'adjustment',
    key: `spent reload ${fact.provider} ${fact.id}`,
    customerId,
    intentId,
    lines: [
      { account: { kind: 'goodwill' }, amountMinor: missingMinor },
      { account: { kind: 'wallet', customerId }, amountMinor: -missingMinor },
    ],
  })
}

const endTypes = new Set(['failed', 'voided', 'expired'])

async function postReserve(trx: Trx, { intent, facts, now }: AppliedFacts, fact: PaymentFact): Promise<void> {
  if (fact.type === 'authorized') await post(trx, now, creditReserve(intent, 'reserved'))

  const has = (type: string) => facts.some((known) => known.type === type)
  const isUnused = has('authorized') && !has('captured')
  if (endTypes.has(fact.type) && isUnused) await post(trx, now, creditReserve(intent, 'released'))
}
