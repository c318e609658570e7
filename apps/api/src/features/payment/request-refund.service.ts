import { isOpenPayment } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { post } from '#src/money/ledger.ts'
import { listPayments } from '#src/money/order-payments.ts'
import { refundIdOf } from '#src/money/order-returns.ts'
import { listRefunds, type RefundPart, type RefundRow, refundParts } from '#src/money/refundable.ts'
import { applyFacts } from './intent/apply-facts.service.ts'
import { isPayerTransfer, reserveHold } from './intent/fact-postings.ts'
import type { PaymentFact } from './intent/facts.repository.ts'
import { findReloadIntent, lockIntent } from './intent/intent.repository.ts'
import { type BillRef, lockBill, lockReload } from './intent/payable.repository.ts'
import type { PaymentDeps } from './intent/settle-bill.service.ts'
import { enqueuePayerMail } from './payer-mail.service.ts'
import { findRefund, insertRefund, updateRefund } from './refund.repository.ts'

/** Has the card provider execute a refund. */
export const refundJob = 'payment-refund'

/**
 * Idempotent by its key: the key and a payment identify a part of the refund. The same key with
 * another amount throws, because a person who corrects the amount must not take the earlier refund
 * for it.
 */
interface RefundRequest {
  key: string
  requestedBy: string
  reason: string
}

/**
 * Refunds an amount of a bill by the methods that paid it, never more than was paid (PAY-9). Returns
 * false if it was requested before.
 */
export async function refundBill(
  deps: PaymentDeps,
  trx: Trx,
  ref: BillRef,
  usdMinor: number,
  request: RefundRequest,
): Promise<boolean> {
  await lockBill(trx, ref)
  return requestRefund(deps, trx, ref, usdMinor, request)
}

/**
 * `refundBill` for a locked bill. Held money may be refunded; a payment without a result may not.
 */
export async function requestRefund(
  deps: PaymentDeps,
  trx: Trx,
  ref: BillRef,
  usdMinor: number | 'all',
  request: RefundRequest,
): Promise<boolean> {
  const intents = await listPayments(trx, ref)
  const intentIds = intents.map(({ id }) => id)
  const refunds = await listRefunds(trx, intentIds)

  const requestIds = new Set(intentIds.map((intentId) => refundIdOf(request.key, intentId)))
  const earlier = refunds.filter(({ id }) => requestIds.has(id))
  if (earlier.length > 0) return repeated(earlier, usdMinor)
  if (intents.some(({ state }) => isOpenPayment(state) && state !== 'held')) throw new AppError('PAYMENT_PENDING')

  const parts = refundParts(intents, refunds, usdMinor)
  if (!parts) throw new AppError('REFUND_TOO_HIGH')

  for (const part of parts) await requestRefundPart(deps, trx, part, request)
  return true
}

/** False, since nothing is left to do, if the earlier request was for the same amount. */
function repeated(earlier: readonly RefundRow[], usdMinor: number | 'all'): false {
  const earlierMinor = earlier.reduce((sum, { usd_minor }) => sum + Number(usd_minor), 0)
  if (usdMinor !== 'all' && usdMinor !== earlierMinor) throw new AppError('REFUND_REPEATED')
  return false
}

/**
 * A card is refunded later, by a job that calls the provider. A payer's transfer is owed until staff have
 * sent it back. Every other method is refunded at once.
 */
async function requestRefundPart(
  deps: PaymentDeps,
  trx: Trx,
  { intent, usdMinor, amountMinor }: RefundPart,
  request: RefundRequest,
): Promise<void> {
  const now = deps.clock()
  const refundId = refundIdOf(request.key, intent.id)
  await insertRefund(trx, {
    id: refundId,
    intent_id: intent.id,
    amount_minor: Math.max(1, amountMinor),
    usd_minor: usdMinor,
    state: 'asked',
    reason: request.reason,
    asked_by: request.requestedBy,
    asked_at: now,
    done_at: null,
  })

  if (intent.agency) await enqueuePayerMail(deps, trx, { refundId, about: 'owed' })
  if (isPayerTransfer(intent)) return

  if (intent.method === 'card') {
    await deps.jobs.enqueue(trx, refundJob, { refundId })
    return
  }

  await updateRefund(trx, refundId, { state: 'done', done_at: now })
  await applyFacts(deps, trx, intent.id, [refundFact(intent, { refundId, amountMinor, usdMinor })])
}

/** The fact that our own refund of a payment was carried out; a card provider reports its own. */
export const refundFact = (
  { method, currency }: PaymentIntentRow,
  { refundId, amountMinor, usdMinor }: { refundId: string; amountMinor: number; usdMinor: number },
): PaymentFact => ({
  provider: method === 'bank_transfer' ? 'bank' : method,
  id: `refunded ${refundId}`,
  type: 'refunded',
  amountMinor,
  currency,
  detail: { usdMinor },
  refundId,
})

/**
 * Refunds money of a reload by the method that paid it. Spent money cannot be refunded (PAY-9): the
 * amount is reserved on the balance before the provider is asked. Returns false if it was requested
 * before.
 */
export async function refundReload(
  deps: PaymentDeps,
  trx: Trx,
  reloadId: string,
  usdMinor: number,
  request: RefundRequest,
): Promise<boolean> {
  const reload = await lockReload(trx, reloadId)
  const unlocked = await findReloadIntent(trx, reloadId)
  if (!unlocked) throw new AppError('NOT_FOUND')

  const intent = await lockIntent(trx, unlocked.id)
  const refundId = refundIdOf(request.key, intent.id)
  const earlier = await findRefund(trx, refundId)
  if (earlier) return repeated([earlier], usdMinor)

  const [part] = refundParts([intent], await listRefunds(trx, [intent.id]), usdMinor) ?? []
  if (!part) throw new AppError('REFUND_TOO_HIGH')

  if (reload.credited_at !== null) await reserveBalance(trx, part, refundId, deps.clock())
  await requestRefundPart(deps, trx, part, request)
  return true
}

async function reserveBalance(trx: Trx, { intent, usdMinor }: RefundPart, refundId: string, now: Date): Promise<void> {
  try {
    await post(trx, now, reserveHold(intent, refundId, usdMinor))
  } catch (error) {
    if (error instanceof AppError && error.code === 'BALANCE_TOO_LOW')
      throw new AppError('REFUND_TOO_HIGH', { cause: error })
    throw error
  }
}
