import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import { lockOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'

export async function getOrder(db: Db | Trx, orderId: string): Promise<OrderRow> {
  return db
    .selectFrom('customer_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** Another's order answers as an unknown one does (BOL-1). */
export async function getOwnOrder(db: Db | Trx, customerId: string, orderId: string): Promise<OrderRow> {
  const order = await getOrder(db, orderId)
  if (order.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return order
}

export async function lockOwnOrder(trx: Trx, customerId: string, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(trx, orderId)
  if (order.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return order
}
