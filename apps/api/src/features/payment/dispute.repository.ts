import type { OrderStatus } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** Paid, and not handed to the carrier. */
const unshippedStatuses = ['paid', 'in_review', 'in_production', 'quality_check'] as const satisfies OrderStatus[]

export const isUnshipped = (status: OrderStatus): boolean => unshippedStatuses.some((one) => one === status)

/** Unshipped orders that a customer's balance paid since a reload was credited, newest first. */
export async function listOrdersPaidFromBalance(
  db: Db,
  { customerId, intentId }: { customerId: string; intentId: string },
): Promise<{ id: string; paidMinor: number; stoppedBy: string | null }[]> {
  const rows = await db
    .selectFrom('customer_order as order')
    .innerJoin('payment_intent as payment', 'payment.order_id', 'order.id')
    .select(({ fn }) => [
      'order.id',
      'order.stopped_by',
      fn.sum<string>(sql`payment.captured_minor - payment.refunded_minor`).as('paid_minor'),
    ])
    .where('order.customer_id', '=', customerId)
    .where('order.status', 'in', unshippedStatuses)
    .where('payment.method', '=', 'balance')
    .whereRef('payment.captured_minor', '>', 'payment.refunded_minor')
    .where('payment.created_at', '>=', ({ selectFrom }) =>
      selectFrom('reload')
        .innerJoin('payment_intent as reloading', 'reloading.reload_id', 'reload.id')
        .select('reload.credited_at')
        .where('reloading.id', '=', intentId),
    )
    .groupBy('order.id')
    .orderBy('order.placed_at', 'desc')
    .orderBy('order.id')
    .execute()

  return rows.map(({ id, stopped_by, paid_minor }) => ({ id, stoppedBy: stopped_by, paidMinor: Number(paid_minor) }))
}

export async function listStoppedOrders(db: Db | Trx, disputeId: string): Promise<{ id: string }[]> {
  return db.selectFrom('customer_order').select('id').where('stopped_by', '=', disputeId).execute()
}

/** Stops a locked order, or lets it go on. */
export async function setStop(trx: Trx, orderId: string, disputeId: string | null): Promise<void> {
  await trx.updateTable('customer_order').set({ stopped_by: disputeId }).where('id', '=', orderId).execute()
}

interface Release {
  staffId: string
  reason: string
  now: Date
}

/** Once: the first decision stays, and false is returned. */
export async function releaseDisputeRow(
  trx: Trx,
  disputeId: string,
  { staffId, reason, now }: Release,
): Promise<boolean> {
  const row = await trx
    .updateTable('reload_dispute')
    .set({ released_by: staffId, released_at: now, release_reason: reason })
    .where('id', '=', disputeId)
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type DisputeRow = Awaited<ReturnType<typeof readDisputes>>[number]

/** One dispute, or those that are open, or lost and not released, oldest first. */
export async function readDisputes(db: Db, { id, limit }: { id?: string; limit: number }) {
  const query = db
    .selectFrom('reload_dispute as dispute')
    .innerJoin('payment_intent as intent', 'intent.id', 'dispute.intent_id')
    .innerJoin('reload', 'reload.id', 'intent.reload_id')
    .innerJoin('customer', 'customer.id', 'dispute.customer_id')
    .select([
      'dispute.id',
      'dispute.customer_id',
      'customer.email',
      'reload.number',
      'dispute.disputed_minor',
      'dispute.frozen_minor',
      'dispute.opened_at',
      'dispute.outcome',
      'dispute.released_at',
      sql<string[]>`array(
        select number from customer_order where stopped_by = dispute.id order by number)`.as('stopped_orders'),
    ])
    .orderBy('dispute.opened_at')
    .orderBy('dispute.id')
    .limit(limit)
  if (id !== undefined) return query.where('dispute.id', '=', id).execute()

  return query
    .where('dispute.released_at', 'is', null)
    .where(({ eb, or }) => or([eb('dispute.outcome', 'is', null), eb('dispute.outcome', '=', 'lost')]))
    .execute()
}
