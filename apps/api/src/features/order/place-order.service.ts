import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { enqueueOrderMail } from '#features/order/order-mail-queue.ts'
import { insertOrder, type NewOrder } from './place-order.repository.ts'

/**
 * Writes a new order once, in the status that its payment gives it, since an insert followed by an
 * update costs the database twice. Enqueues the one mail about it: placed, payment pending or paid.
 */
export async function placeOrder(deps: Pick<Deps, 'jobs'>, trx: Trx, newOrder: NewOrder, now: Date): Promise<OrderRow> {
  const { order, lastEventId } = await insertOrder(trx, newOrder, now)

  const hasMovedOn = order.status !== 'awaiting_payment'
  await enqueueOrderMail(deps, trx, { orderId: order.id, ...(hasMovedOn && { eventId: lastEventId }) })

  return order
}
