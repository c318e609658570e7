import { canMoveOrder, isClosedOrder, type OrderStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { OrderActor } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import { enqueueOrderMail } from '#features/order/mail/order-mail-queue.ts'
import { lockOrder, type OrderRow, updateOrder } from './order.repository.ts'
import { earnPoints } from './order-points.service.ts'

export { lockOrder, type OrderRow }

export interface OrderMove {
  to: OrderStatus
  actor: OrderActor
  staffId?: string
  reason: string
}

/**
 * Moves a locked order as the table of statuses allows, records who did it and why, and leaves the mail about it in the same
 * transaction. Throws `ORDER_STATE` where the table forbids it.
 */
export async function moveOrder(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  order: OrderRow,
  move: OrderMove,
  now: Date,
): Promise<OrderRow> {
  const { to } = move
  if (!canMoveOrder(order.status, to)) throw new AppError('ORDER_STATE')

  const change = {
    status: to,
    ...(to === 'paid' && order.paid_at === null && { paid_at: now }),
    ...(to === 'delivered' && { delivered_at: now }),
    ...(isClosedOrder(to) && { closed_at: now }),
  }
  const eventId = await updateOrder(trx, change, {
    order_id: order.id,
    at: now,
    from_status: order.status,
    to_status: to,
    actor: move.actor,
    staff_id: move.staffId ?? null,
    reason: move.reason,
  })
  if (to === 'completed') await earnPoints(trx, order, now)
  await enqueueOrderMail(deps, trx, { orderId: order.id, eventId })

  return { ...order, ...change }
}

/** Leaves the mail about an order that was placed and waits for its payment. */
export async function tellOfPlacing(deps: Pick<Deps, 'jobs'>, trx: Trx, orderId: string): Promise<void> {
  await enqueueOrderMail(deps, trx, { orderId })
}
