import type { OrderView } from '@cotation/contracts'
import { isCancellable, isOpenPayment, type Language, type OrderStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { returnCoupon } from '#features/coupon/coupon.service.ts'
import { lockOrder, moveOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { getOrderView } from '#features/order/view/order-view.service.ts'
import { applyLocked } from '#features/payment/intent/apply-facts.service.ts'
import { findOpenIntent, listOrderIntents, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import { askRefund } from '#features/payment/refund/request-refund.service.ts'
import { getOrder, getOwnOrder, lockOwnOrder } from './own-order.repository.ts'
import { endPayment } from './pay-order.service.ts'

/** Who cancels, and why. */
type Cancelling = { actor: 'customer'; reason: string } | { actor: 'staff'; staffId: string; reason: string }

/** Cancels the caller's order while that is allowed: what was paid goes back the way it came, the coupon once. */
export async function cancelOrder(
  deps: Deps,
  caller: { customerId: string; language: Language },
  orderId: string,
  reason: string,
): Promise<OrderView> {
  const { customerId, language } = caller
  refuse((await getOwnOrder(deps.db, customerId, orderId)).status)
  await endOpen(deps, orderId, ({ method }) => method === 'card')
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    await cancelLocked(deps, trx, order, { actor: 'customer', reason })
  })

  return getOrderView(deps, orderId, { customerId }, language)
}

/**
 * The same by staff, who also end a transfer that is waited for: the customer has not come back to do it. A mere refund, of all the money
 * too, cancels nothing and returns no coupon.
 */
export async function cancelByStaff(
  deps: Deps,
  orderId: string,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<void> {
  const { status } = await getOrder(deps.db, orderId)
  if (status !== 'payment_pending') refuse(status)
  await endOpen(deps, orderId, ({ method, state }) => method === 'card' || state === 'awaiting_funds')
  await deps.db.transaction().execute(async (trx) => {
    await cancelLocked(deps, trx, await lockOrder(trx, orderId), { actor: 'staff', staffId, reason })
  })
}

function refuse(status: OrderStatus): void {
  if (status === 'payment_pending') throw new AppError('PAYMENT_PENDING')
  if (!isCancellable(status)) throw new AppError('ORDER_NOT_CANCELLABLE')
}

/** Nobody may pay an order that is about to be cancelled: the card's page is closed first, or its result known. */
async function endOpen(deps: Deps, orderId: string, isEnded: (open: PaymentIntentRow) => boolean): Promise<void> {
  const open = await findOpenIntent(deps.db, orderId)
  if (!open || !isEnded(open)) return

  try {
    await endPayment(deps, open)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') throw new AppError('PAYMENT_PENDING')
    throw error
  }
}

async function cancelLocked(deps: Deps, trx: Trx, order: OrderRow, cancelling: Cancelling): Promise<void> {
  refuse(order.status)

  const now = deps.clock()
  const cancelled = await moveOrder(deps, trx, order, { to: 'cancelled', ...cancelling }, now)
  for (const intent of await listOrderIntents(trx, order.id)) {
    if (intent.state === 'authorized') {
      const { id, currency } = intent
      const released = { provider: 'credit', id: `voided ${id}`, type: 'voided', amountMinor: 0, currency } as const
      await applyLocked(deps, trx, { order: cancelled, reload: null }, intent, [released])
    } else if (isOpenPayment(intent.state) && intent.state !== 'held') throw new AppError('PAYMENT_PENDING')
  }

  const by = cancelling.actor === 'staff' ? cancelling.staffId : 'customer'
  await askRefund(deps, trx, cancelled, 'all', { key: order.id, by, reason: cancelling.reason })
  await returnCoupon(trx, order.id, now)
}
