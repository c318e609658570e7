import type { Rating } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import type { OrderEventTable } from '#db/schema.generated.ts'

export async function findOrder(db: Db | Trx, orderId: string): Promise<OrderRow | undefined> {
  return db.selectFrom('customer_order').selectAll().where('id', '=', orderId).executeTakeFirst()
}

export async function findOrderForUpdate(trx: Trx, orderId: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('customer_order').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}

/** Updates an order and records the event in one statement; returns the event's id. */
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

/** Orders delivered before a moment and not completed, oldest first. */
export async function listDeliveredBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_order')
    .select('id')
    .where('status', '=', 'delivered')
    .where('delivered_at', '<=', before)
    .orderBy('delivered_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export type Review = Record<Rating, number> & { comment: string }

/** Returns false if the order already has a review. */
export async function insertReview(trx: Trx, orderId: string, review: Review, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('order_review')
    .values({ order_id: orderId, ...review, created_at: now })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return inserted !== undefined
}
