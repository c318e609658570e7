import { canMoveOrder, isClosedOrder, type OrderStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { OrderActor } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { enqueueOrderMail } from '#features/order/order-mail-queue.ts'
import { findOrder, findOrderForUpdate, updateOrder } from './order.repository.ts'
import { earnPoints } from './order-points.service.ts'

export async function getOrder(db: Db | Trx, orderId: string): Promise<OrderRow> {
  return found(await findOrder(db, orderId))
}

/** Another customer's order and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function getOwnOrder(db: Db | Trx, customerId: string, orderId: string): Promise<OrderRow> {
  return owned(await getOrder(db, orderId), customerId)
}

/** Every change of an order or of its payments locks the order first. */
export async function lockOrder(trx: Trx, orderId: string): Promise<OrderRow> {
  return found(await findOrderForUpdate(trx, orderId))
}

export async function lockOwnOrder(trx: Trx, customerId: string, orderId: string): Promise<OrderRow> {
  return owned(await lockOrder(trx, orderId), customerId)
}

function found(order: OrderRow | undefined): OrderRow {
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

function owned(order: OrderRow, customerId: string): OrderRow {
  if (order.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return order
}

interface OrderMove {
  to: OrderStatus
  actor: OrderActor
  staffId?: string
  reason: string
}

/**
 * Moves a locked order along the status table, records who did it and why, and enqueues the mail in
 * the same transaction. Throws `ORDER_STATE` if the table forbids the move.
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
