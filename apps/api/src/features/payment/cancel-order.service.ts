import type { OrderView } from '@cotation/contracts'
import { isCancellable, isOpenPayment, type Language, type OrderStatus } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { returnCoupon } from '#features/coupon/coupon.service.ts'
import { moveOrder, type OrderRow } from '#features/order/order-state.service.ts'
import { getOrderView } from '#features/order/order-view.service.ts'
import { AppError } from '#src/app-error.ts'
import type { Deps } from '#src/deps.ts'
import { applyLocked } from './intent/apply-events.service.ts'
import { findOpenIntent, listOrderIntents } from './intent/intent.repository.ts'
import { getOwnOrder, lockOwnOrder } from './order/own-order.repository.ts'
import { endPayment } from './order/pay-order.service.ts'
import { askRefund } from './refund/ask-refund.service.ts'

/** Cancels the caller's order while that is allowed: what was paid goes back the way it came, the coupon once. */
export async function cancelOrder(
  deps: Deps,
  caller: { customerId: string; language: Language },
  orderId: string,
  reason: string,
): Promise<OrderView> {
  const { customerId, language } = caller
  refuse((await getOwnOrder(deps.db, customerId, orderId)).status)
  await endOpenPage(deps, orderId)
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    refuse(order.status)
    await cancelLocked(deps, trx, order, reason)
  })
  return getOrderView(deps, orderId, { customerId }, language)
}

function refuse(status: OrderStatus): void {
  if (status === 'payment_pending') throw new AppError('PAYMENT_PENDING')
  if (!isCancellable(status)) throw new AppError('ORDER_NOT_CANCELLABLE')
}

/** Nobody may pay an order that is about to be cancelled: the card's page is closed first, or its result known. */
async function endOpenPage(deps: Deps, orderId: string): Promise<void> {
  const open = await findOpenIntent(deps.db, orderId)
  if (open?.method !== 'card') return
  try {
    await endPayment(deps, open)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') throw new AppError('PAYMENT_PENDING')
    throw error
  }
}

async function cancelLocked(deps: Deps, trx: Trx, order: OrderRow, reason: string): Promise<void> {
  const now = deps.clock()
  const cancelled = await moveOrder(deps, trx, order, { to: 'cancelled', actor: 'customer', reason }, now)
  for (const intent of await listOrderIntents(trx, order.id)) {
    if (intent.state === 'authorized') {
      const { id, currency } = intent
      const released = { provider: 'credit', id: `voided ${id}`, type: 'voided', amountMinor: 0, currency } as const
      await applyLocked(deps, trx, { order: cancelled, reload: null }, intent, [released])
    } else if (isOpenPayment(intent.state) && intent.state !== 'held') throw new AppError('PAYMENT_PENDING')
  }
  await askRefund(deps, trx, cancelled, 'all', { key: order.id, by: 'customer', reason })
  await returnCoupon(trx, order.id, now)
}
