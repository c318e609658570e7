import type { Selectable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Trx } from '#db/database.ts'
import type { CustomerOrderTable, OrderEventTable } from '#db/schema.generated.ts'

export type OrderRow = Selectable<CustomerOrderTable>

/** Whoever changes an order or its payments locks it first. */
export async function lockOrder(trx: Trx, orderId: string): Promise<OrderRow> {
  const row = await trx
    .selectFrom('customer_order')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Changes an order and records the step, in one statement; gives back the event's number, which names it for good. */
export async function updateOrder(
  trx: Trx,
  change: Partial<Pick<OrderRow, 'status' | 'paid_at' | 'delivered_at' | 'closed_at'>>,
  event: Omit<Selectable<OrderEventTable>, 'id'>,
): Promise<string> {
  const { id } = await trx
    .with('moved', (db) => db.updateTable('customer_order').set(change).where('id', '=', event.order_id))
    .insertInto('order_event')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
