import type { Trx } from '#db/database.ts'
import type { OrderRow } from './order.repository.ts'
import { insertOrder, type NewOrder, type NewOrderLine } from './place-order.repository.ts'

export type { NewOrder, NewOrderLine }

/** Writes an order with its lines and the first step of its life; the number is the next one. Nobody else sees it before the commit. */
export async function placeOrder(trx: Trx, order: NewOrder, now: Date): Promise<OrderRow> {
  return insertOrder(trx, order, now)
}
