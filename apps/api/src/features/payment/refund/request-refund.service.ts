import { isOpenPayment } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Trx } from '#db/database.ts'
import { lockOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { applyEvents } from '#features/payment/intent/apply-facts.service.ts'
import { listOrderIntents } from '#features/payment/intent/intent.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { refundJob } from '#features/payment/payment-queues.ts'
import { findRefund, insertRefund, listRefunds, updateRefund } from './refund.repository.ts'
import { type RefundPart, refundIdOf, refundParts } from './refund-parts.ts'

/** Who asks for a refund, and why. Parts of it are named by the key and their payment. */
export interface Asked {
  key: string
  by: string
  reason: string
}

/** Gives a sum of an order back the way it came, once for each key; never more than came (PAY-9). */
export async function refundOrder(deps: PaymentDeps, orderId: string, usdMinor: number, asked: Asked): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    await askRefund(deps, trx, order, usdMinor, asked)
  })
}

/** The same for a locked order. A sum that is held may go back; one whose result is not known may not. */
export async function askRefund(
  deps: PaymentDeps,
  trx: Trx,
  order: OrderRow,
  usdMinor: number | 'all',
  asked: Asked,
): Promise<void> {
  const intents = await listOrderIntents(trx, order.id)
  const refunds = await listRefunds(
    trx,
    intents.map(({ id }) => id),
  )

  const ids = new Set(intents.map(({ id }) => refundIdOf(asked.key, id)))
  if (refunds.some(({ id }) => ids.has(id))) return
  if (intents.some(({ state }) => isOpenPayment(state) && state !== 'held')) throw new AppError('PAYMENT_PENDING')

  const parts = refundParts(intents, refunds, usdMinor)
  if (!parts) throw new AppError('REFUND_TOO_HIGH')

  for (const part of parts) await askPart(deps, trx, part, asked)
}

/** A card is refunded by its provider, later; everything else is ours to give, now. */
export async function askPart(deps: PaymentDeps, trx: Trx, part: RefundPart, asked: Asked): Promise<string> {
  const { intent, usdMinor, amountMinor } = part
  const now = deps.clock()
  const refundId = refundIdOf(asked.key, intent.id)
  await insertRefund(trx, {
    id: refundId,
    intent_id: intent.id,
    amount_minor: Math.max(1, amountMinor),
    usd_minor: usdMinor,
    state: 'asked',
    reason: asked.reason,
    asked_by: asked.by,
    asked_at: now,
    done_at: null,
  })

  if (intent.method === 'card') {
    await deps.jobs.enqueue(trx, refundJob, { refundId })
    return refundId
  }

  const provider = intent.method === 'bank_transfer' ? 'bank' : intent.method
  await updateRefund(trx, refundId, { state: 'done', done_at: now })
  await applyEvents(deps, trx, intent.id, [
    {
      provider,
      id: `refunded ${refundId}`,
      type: 'refunded',
      amountMinor,
      currency: intent.currency,
      detail: { usdMinor },
      refundId,
    },
  ])

  return refundId
}

/** Whether this key has asked for a refund of this payment. */
export const findAsked = (trx: Trx, key: string, intentId: string) => findRefund(trx, refundIdOf(key, intentId))
