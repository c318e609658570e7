import type { OrderView } from '@cotation/contracts'
import { isCancellable, isOpenPayment, type Language, type OrderStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { returnCoupon } from '#features/coupon/coupon.service.ts'
import { getOrder, getOwnOrder, lockOrder, lockOwnOrder, moveOrder } from '#features/order/order.service.ts'
import { getOrderView } from '#features/order/order-view.service.ts'
import { applyLockedFacts } from '#features/payment/intent/apply-facts.service.ts'
import { orderBill } from '#features/payment/intent/payable.repository.ts'
import { requestRefund } from '#features/payment/request-refund.service.ts'
import { touchOrderedProject } from '#features/quote/view/lines-to-order.service.ts'
import { listOrderPayments } from '#src/money/order-payments.ts'
import { cancellationRefundKey } from '#src/money/order-returns.ts'
import { refundableUsd } from '#src/money/refundable.ts'
import { endOpenPayment } from './pay-bill.service.ts'

type Cancellation =
  | { actor: 'customer' | 'system'; reason: string }
  | { actor: 'staff'; staffId: string; reason: string }

/** Card pages are closed with the provider; a transfer is ended until its money arrives. */
const isUnmade = ({ method, state }: PaymentIntentRow): boolean => method === 'card' || state === 'awaiting_funds'

/**
 * Cancels the caller's order while that is allowed, also while an announced transfer has not
 * arrived; money is refunded and the coupon returned, once.
 */
export async function cancelOrder(
  deps: Deps,
  caller: { customerId: string; language: Language },
  orderId: string,
  reason: string,
): Promise<OrderView> {
  const { customerId, language } = caller
  const { status, project_id, number } = await getOwnOrder(deps.db, customerId, orderId)
  if (status !== 'payment_pending') refuseUnlessCancellable(status)

  await endOpenPayment(deps, { kind: 'order', id: orderId }, isUnmade)
  await deps.db.transaction().execute(async (trx) => {
    const event = { kind: 'order-cancelled', orderNumber: number } as const
    await touchOrderedProject(trx, project_id, deps.clock(), { actor: 'customer', event })
    const order = await lockOwnOrder(trx, customerId, orderId)
    await cancelLocked(deps, trx, order, { actor: 'customer', reason })
  })

  return getOrderView(deps, orderId, { customerId }, language)
}

/**
 * What the cancellation of an order by staff gives back now, in US cents. Ends a payment that nobody
 * has made yet, which returns what the balance paid of it: an unpaid order gives back nothing.
 */
export async function prepareCancellation(deps: Deps, orderId: string): Promise<number> {
  const { status } = await getOrder(deps.db, orderId)
  if (status !== 'payment_pending') refuseUnlessCancellable(status)

  const ref = { kind: 'order', id: orderId } as const
  await endOpenPayment(deps, ref, isUnmade)
  return refundableUsd(deps.db, ref)
}

interface StaffCancellation {
  orderId: string
  /** In US cents. It was judged by the limits of four eyes, so more is never given back. */
  maxRefundMinor: number
  staffId: string
  reason: string
}

/**
 * Cancels an order on behalf of staff. A refund without a cancellation, even of all the money,
 * cancels nothing and returns no coupon.
 */
export async function cancelByStaff(
  deps: Deps,
  trx: Trx,
  { orderId, maxRefundMinor, staffId, reason }: StaffCancellation,
): Promise<void> {
  const { project_id, number } = await getOrder(trx, orderId)
  const event = { kind: 'order-cancelled', orderNumber: number } as const
  await touchOrderedProject(trx, project_id, deps.clock(), { actor: 'staff', event })

  const order = await lockOrder(trx, orderId)
  refuseUnlessCancellable(order.status)
  const refundMinor = await refundableUsd(trx, { kind: 'order', id: orderId })
  if (refundMinor > maxRefundMinor) throw new AppError('REFUND_INCREASED')

  await cancelLocked(deps, trx, order, { actor: 'staff', staffId, reason })
}

/**
 * Cancels an order that nobody pays any more, because its lines are ordered again: both could be
 * paid otherwise. A payment that was begun meanwhile wins. The caller has locked the project.
 */
export async function cancelLapsed(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const order = await lockOrder(trx, orderId)
  const payments = await listOrderPayments(trx, orderId)
  const isPaidNow = payments.some(({ state }) => isOpenPayment(state))
  if (order.status !== 'awaiting_payment' || isPaidNow) throw new AppError('ORDER_OPEN', { orderNumber: order.number })

  await cancelLocked(deps, trx, order, { actor: 'system', reason: '' })
}

function refuseUnlessCancellable(status: OrderStatus): void {
  if (status === 'payment_pending') throw new AppError('PAYMENT_PENDING')
  if (!isCancellable(status)) throw new AppError('ORDER_NOT_CANCELLABLE')
}

async function cancelLocked(deps: Deps, trx: Trx, order: OrderRow, cancellation: Cancellation): Promise<void> {
  refuseUnlessCancellable(order.status)

  const now = deps.clock()
  const cancelled = await moveOrder(deps, trx, order, { to: 'cancelled', ...cancellation }, now)
  for (const intent of await listOrderPayments(trx, order.id)) await releaseCredit(deps, trx, cancelled, intent)

  const requestedBy = cancellation.actor === 'staff' ? cancellation.staffId : cancellation.actor
  const refund = { key: cancellationRefundKey(order.id), requestedBy, reason: cancellation.reason }
  await requestRefund(deps, trx, { kind: 'order', id: order.id }, 'all', refund)
  await returnCoupon(trx, order.id, now)
}

/**
 * Voids reserved credit. Any other open payment, except one that staff holds, blocks the
 * cancellation.
 */
async function releaseCredit(deps: Deps, trx: Trx, order: OrderRow, intent: PaymentIntentRow): Promise<void> {
  const { id, state, currency } = intent
  if (state === 'authorized') {
    const voided = { provider: 'credit', id: `voided ${id}`, type: 'voided', amountMinor: 0, currency } as const
    await applyLockedFacts(deps, trx, { payable: orderBill(order), intent }, [voided])
    return
  }

  if (isOpenPayment(state) && state !== 'held') throw new AppError('PAYMENT_PENDING')
}
