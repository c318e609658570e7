import type { Trx } from '#db/database.ts'
import { usdOf } from '#features/payment/intent/amounts.ts'
import type { PaymentFact, StoredFact } from '#features/payment/intent/facts.repository.ts'
import type { PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import type { Subject } from '#features/payment/intent/payable.repository.ts'
import { lockAccount, post } from '#src/money/ledger.ts'
import { creditReserve, orderCapture, orderRefund, reloadCapture, reloadReturn } from './fact-postings.ts'
import { isPosted } from './posted.repository.ts'
import { holdKey, holdLines } from './reload-hold.ts'
import { reversePoints } from './reverse-points.service.ts'

interface Taken {
  subject: Subject
  /** As it was before these facts. */
  intent: PaymentIntentRow
  /** All that are known, and among them those that are posted now. */
  facts: readonly StoredFact[]
  fresh: readonly PaymentFact[]
  now: Date
}

/**
 * Posts each fact that moves money, once. In USD every sum counts as it is; in another currency a fact counts for what it adds to
 * the converted sum, so that parts never add up to a cent more or less.
 */
export async function postFacts(trx: Trx, taken: Taken): Promise<void> {
  const { subject, intent, fresh, now } = taken
  let captured = Number(intent.captured_minor)
  for (const fact of fresh) {
    if (fact.type === 'captured') {
      const usdMinor = usdOf(intent, captured + fact.amountMinor) - usdOf(intent, captured)
      captured += fact.amountMinor
      await postCapture(trx, subject, intent, fact, usdMinor, now)
    } else if (fact.type === 'refunded') {
      const usdMinor = Number(fact.detail?.usdMinor ?? usdOf(intent, fact.amountMinor))
      if (usdMinor > 0) await postRefund(trx, subject, intent, fact, usdMinor, now)
    } else if (intent.method === 'credit') {
      await postReserve(trx, taken, fact)
    }
  }
}

async function postCapture(
  trx: Trx,
  { reload }: Subject,
  intent: PaymentIntentRow,
  fact: PaymentFact,
  usdMinor: number,
  now: Date,
): Promise<void> {
  if (usdMinor === 0) return
  const into = reload?.credited_at ? 'wallet' : 'wallet_pending'
  await post(trx, now, reload ? reloadCapture(intent, fact, usdMinor, into) : orderCapture(intent, fact, usdMinor))
}

async function postRefund(
  trx: Trx,
  subject: Subject,
  intent: PaymentIntentRow,
  fact: PaymentFact,
  usdMinor: number,
  now: Date,
): Promise<void> {
  if (subject.order) {
    await post(trx, now, orderRefund(intent, fact, usdMinor))
    await reversePoints(trx, subject.order, `${fact.provider} ${fact.id}`, now)
    return
  }

  const from = subject.reload.credited_at ? 'wallet' : 'wallet_pending'
  if (from === 'wallet') await freeOrFill(trx, intent, fact, usdMinor, now)
  await post(trx, now, reloadReturn(intent, fact, usdMinor, from))
}

/** What was set aside when we asked for the refund is freed; where the provider gave back what is spent, the shop bears it. */
async function freeOrFill(
  trx: Trx,
  intent: PaymentIntentRow,
  fact: PaymentFact,
  usdMinor: number,
  now: Date,
): Promise<void> {
  const { customer_id: customerId, id: intentId } = intent
  if (fact.refundId && (await isPosted(trx, holdKey(fact.refundId)))) {
    const lines = holdLines(customerId, -usdMinor)
    await post(trx, now, { kind: 'adjustment', key: `freed ${fact.refundId}`, customerId, intentId, lines })
    return
  }

  const { balanceMinor } = await lockAccount(trx, 'wallet', customerId, now)
  const missing = usdMinor - balanceMinor
  if (missing <= 0) return

  await post(trx, now, {
    kind: 'adjustment',
    key: `spent reload ${fact.provider} ${fact.id}`,
    customerId,
    intentId,
    lines: [
      { account: { kind: 'goodwill' }, amountMinor: missing },
      { account: { kind: 'wallet', customerId }, amountMinor: -missing },
    ],
  })
}

const ends = new Set(['failed', 'voided', 'expired'])

async function postReserve(trx: Trx, { intent, facts, now }: Taken, fact: PaymentFact): Promise<void> {
  const has = (type: string) => facts.some((one) => one.type === type)
  if (fact.type === 'authorized') await post(trx, now, creditReserve(intent, false))
  if (ends.has(fact.type) && has('authorized') && !has('captured')) await post(trx, now, creditReserve(intent, true))
}
