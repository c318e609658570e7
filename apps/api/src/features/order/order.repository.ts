import type { Rating } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import type { OrderEventTable } from '#db/schema.generated.ts'
import { isFreightConfirmed } from './order-view.repository.ts'

export function findOrder(db: Db | Trx, orderId: string, { lock }: { lock: boolean }): Promise<OrderRow | undefined> {
  const query = db.selectFrom('customer_order').selectAll().where('id', '=', orderId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Updates an order and records the event in one statement; returns the event's id. */
export async function updateOrder(
  trx: Trx,
  { dates, ...change }: Partial<Pick<OrderRow, 'status' | 'dates' | 'paid_at' | 'delivered_at' | 'closed_at'>>,
  event: Omit<Selectable<OrderEventTable>, 'id'>,
): Promise<string> {
  const columns = { ...change, ...(dates && { dates: JSON.stringify(dates) }) }
  const { id } = await trx
    .with('moved', (db) => db.updateTable('customer_order').set(columns).where('id', '=', event.order_id))
    .insertInto('order_event')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the carrier may bill the account of the order; true if there is none. */
export async function hasConfirmedFreight(trx: Trx, orderId: string): Promise<boolean> {
  const { confirmed } = await trx
    .selectFrom('customer_order')
    .select(isFreightConfirmed.as('confirmed'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return confirmed
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

export async function isReviewed(trx: Trx, orderId: string): Promise<boolean> {
  const row = await trx.selectFrom('order_review').select('order_id').where('order_id', '=', orderId).executeTakeFirst()
  return row !== undefined
}

export async function insertPhoto(trx: Trx, orderId: string, photoId: string, now: Date): Promise<void> {
  await trx.insertInto('review_photo').values({ id: photoId, order_id: orderId, created_at: now }).execute()
}

export async function listReviewPhotosOf(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_photo')
    .innerJoin('customer_order', 'customer_order.id', 'review_photo.order_id')
    .select('review_photo.id')
    .where('customer_order.customer_id', '=', customerId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Points that the order has earned. */
export async function findPointsEarned(db: Db, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('ledger_entry.amount_minor')
    .where('ledger_transaction.idempotency_key', '=', `points ${orderId}`)
    .where('ledger_account.kind', '=', 'points')
    .executeTakeFirst()
  return -Number(row?.amount_minor ?? 0)
}
