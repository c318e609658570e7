import { isOpenPayment } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { lockOrder } from '#features/order/order-status.service.ts'
import { applyFacts } from '#features/payment/intent/apply-facts.service.ts'
import { listOrderIntents } from '#features/payment/intent/intent.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { insertRefund, listRefunds, updateRefund } from './refund.repository.ts'
import { type RefundPart, refundIdOf, refundParts } from './refund-parts.ts'

/** Has the card provider execute a refund. */
export const refundJob = 'payment-refund'

/** Idempotent by its key: the key and a payment identify a part of the refund. */
export interface RefundRequest {
  key: string
  requestedBy: string
  reason: string
}

/** Refunds an amount of an order by the methods that paid it, never more than was paid (PAY-9). */
export async function refundOrder(
  deps: PaymentDeps,
  orderId: string,
  usdMinor: number,
  request: RefundRequest,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    await requestRefund(deps, trx, order, usdMinor, request)
  })
}

/**
 * `refundOrder` for a locked order. Held money may be refunded; a payment without a result may not.
 */
export async function requestRefund(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  usdMinor: number | 'all',
  request: RefundRequest,
): Promise<void> {
  const intents = await listOrderIntents(trx, order.id)
  const intentIds = intents.map(({ id }) => id)
  const refunds = await listRefunds(trx, intentIds)

  const requestIds = new Set(intentIds.map((intentId) => refundIdOf(request.key, intentId)))
  if (refunds.some(({ id }) => requestIds.has(id))) return
  if (intents.some(({ state }) => isOpenPayment(state) && state !== 'held')) throw new AppError('PAYMENT_PENDING')

  const parts = refundParts(intents, refunds, usdMinor)
  if (!parts) throw new AppError('REFUND_TOO_HIGH')

  for (const part of parts) await requestRefundPart(deps, trx, part, request)
}

/** A card is refunded later, by a job that calls the provider; every other method at once. */
export async function requestRefundPart(
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

  if (intent.method === 'card') {
    await deps.jobs.enqueue(trx, refundJob, { refundId })
    return
  }

  await updateRefund(trx, refundId, { state: 'done', done_at: now })
  await applyFacts(deps, trx, intent.id, [
    {
      provider: intent.method === 'bank_transfer' ? 'bank' : intent.method,
      id: `refunded ${refundId}`,
      type: 'refunded',
      amountMinor,
      currency: intent.currency,
      detail: { usdMinor },
      refundId,
    },
  ])
}
