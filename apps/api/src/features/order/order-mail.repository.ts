import { sql } from 'kysely'
import { type Db, readSnapshot, type Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { pipeline } from '#db/pipeline.ts'
import {
  findOriginal,
  listOrderLines,
  listParcels,
  type OrderEventRow,
  type OrderLineRow,
  type OriginalOrder,
  type ParcelDetails,
} from './order-view.repository.ts'

/** A payment, and whether a transfer for it was counted, put on the balance or sent back. */
export type MailedPayment = PaymentIntentRow & { has_settled_receipt: boolean }

/** What mails about an order need of it. */
export interface MailedOrder {
  order: OrderRow
  recipient: { email: string; username: string }
  /** Oldest first. */
  events: OrderEventRow[]
  lines: OrderLineRow[]
  payments: MailedPayment[]
  parcels: ParcelDetails[]
  original: OriginalOrder | null
  /** Whether the customer can read what was inspected. */
  isInspected: boolean
}

/**
 * Orders by id with what their mails need, in one snapshot: a payment and the status that follows
 * from it are seen together or not at all. Without orders of deleted accounts.
 */
export function readMailedOrders(db: Db, orderIds: readonly string[]): Promise<Map<string, MailedOrder>> {
  return readSnapshot(db, async (trx) => {
    const [rows, events, lines, payments] = await pipeline(trx, (one) => [
      listOrdersWithRecipients(one, orderIds),
      listEventsOf(one, orderIds),
      listOrderLines(one, orderIds),
      listPaymentsOf(one, orderIds),
    ])
    const shippedIds = rows.filter(({ has_parcel }) => has_parcel).map(({ id }) => id)
    const parcels = await listParcels(trx, shippedIds)

    const found = new Map<string, MailedOrder>()
    for (const { email, username, has_parcel: _, is_inspected: isInspected, ...order } of rows) {
      const ofOrder = ({ order_id }: { order_id: string | null }) => order_id === order.id
      found.set(order.id, {
        order,
        recipient: { email, username },
        events: events.filter(ofOrder),
        lines: lines.filter(ofOrder),
        payments: payments.filter(ofOrder),
        parcels: parcels.filter(ofOrder),
        original: await findOriginal(trx, order),
        isInspected,
      })
    }

    return found
  })
}

function listOrdersWithRecipients(trx: Trx, orderIds: readonly string[]) {
  return trx
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .selectAll('customer_order')
    .select(['customer.email', 'customer.username'])
    .select(sql<boolean>`exists (select from parcel where parcel.order_id = customer_order.id)`.as('has_parcel'))
    .select(
      sql<boolean>`exists (
        select from inspection where inspection.order_id = customer_order.id and concluded_at is not null)`.as(
        'is_inspected',
      ),
    )
    .where('customer_order.id', 'in', orderIds)
    .where('customer.deleted_at', 'is', null)
    .execute()
}

const listEventsOf = (trx: Trx, orderIds: readonly string[]) =>
  trx.selectFrom('order_event').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute()

function listPaymentsOf(trx: Trx, orderIds: readonly string[]): Promise<MailedPayment[]> {
  return trx
    .selectFrom('payment_intent')
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from bank_receipt receipt where receipt.intent_id = payment_intent.id
        and receipt.state in ('matched', 'to-balance', 'returned'))`.as('has_settled_receipt'),
    )
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Why a refund was requested; empty if it is unknown. */
export async function findRefundReason(db: Db, refundId: string): Promise<string> {
  const row = await db.selectFrom('payment_refund').select('reason').where('id', '=', refundId).executeTakeFirst()
  return row?.reason ?? ''
}

/** What some refunds return, in US cents; those that were never requested are left out. */
export async function readRefundAmounts(db: Db, refundIds: readonly string[]): Promise<Map<string, number>> {
  if (refundIds.length === 0) return new Map()

  const rows = await db.selectFrom('payment_refund').select(['id', 'usd_minor']).where('id', 'in', refundIds).execute()
  return new Map(rows.map(({ id, usd_minor }) => [id, Number(usd_minor)]))
}
