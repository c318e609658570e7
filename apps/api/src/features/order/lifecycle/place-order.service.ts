import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { enqueueOrderMail } from '#features/order/mail/order-mail-queue.ts'
import type { OrderRow } from './order.repository.ts'
import { insertOrder, type NewOrder, type NewOrderLine } from './place-order.repository.ts'

export type { NewOrder, NewOrderLine }

const placed = { from: null, to: 'awaiting_payment', actor: 'customer' } as const
const paid = { from: 'awaiting_payment', to: 'paid', actor: 'system' } as const

/** Writes an order with its lines and the first step of its life; the number is the next one. Nobody else sees it before the commit. */
export async function placeOrder(trx: Trx, order: NewOrder, now: Date): Promise<OrderRow> {
  return (await insertOrder(trx, order, [placed], now)).order
}

/**
 * The same for an order that is paid in this very transaction: written once, as what it will be, since a row that is written and then
 * changed costs the database twice. Leaves the mail about the payment.
 */
export async function placePaidOrder(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  order: NewOrder,
  now: Date,
): Promise<OrderRow> {
  const written = await insertOrder(trx, order, [placed, paid], now)
  await enqueueOrderMail(deps, trx, { orderId: written.order.id, eventId: written.eventId })
  return written.order
}
