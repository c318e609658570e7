import type { UploadState } from '@cotation/domain'
import type { Selectable } from 'kysely'
import { type Db, readSnapshot, type Trx } from '#db/database.ts'
import type { AdditionalCostRow, OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import type { OrderEventTable, OrderLineTable, OrderReviewTable, ParcelTable } from '#db/schema.generated.ts'
import { listAdditionalCosts } from '#src/money/additional-cost.ts'
import { listOrderPayments } from '#src/money/order-payments.ts'

export type OrderLineRow = Selectable<OrderLineTable> & { upload_state: UploadState }
export type OrderEventRow = Selectable<OrderEventTable>
export type ParcelRow = Selectable<ParcelTable>
export type ReviewRow = Selectable<OrderReviewTable>

/** An order with everything that belongs to it. */
export interface OrderDetails {
  order: OrderRow
  couponCode: string | null
  lines: OrderLineRow[]
  events: OrderEventRow[]
  parcels: ParcelRow[]
  payments: PaymentIntentRow[]
  additionalCosts: AdditionalCostRow[]
  review: ReviewRow | null
}

/**
 * Reads one snapshot: a payment and the status that follows from it are seen together or not at
 * all.
 */
export function findOrderDetails(db: Db, orderId: string, now: Date): Promise<OrderDetails | undefined> {
  return readSnapshot(db, (trx) => readOrderDetails(trx, orderId, now))
}

async function readOrderDetails(trx: Trx, orderId: string, now: Date): Promise<OrderDetails | undefined> {
  const row = await trx
    .selectFrom('customer_order')
    .leftJoin('coupon', 'coupon.id', 'customer_order.coupon_id')
    .selectAll('customer_order')
    .select('coupon.code as coupon_code')
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined

  const { coupon_code: couponCode, ...order } = row
  const events = await trx.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const parcels = await listParcels(trx, orderId)
  const payments = await listOrderPayments(trx, orderId)
  const review = await trx.selectFrom('order_review').selectAll().where('order_id', '=', orderId).executeTakeFirst()

  return {
    order,
    couponCode,
    lines: await listLines(trx, orderId),
    events,
    parcels,
    payments,
    additionalCosts: await listAdditionalCosts(trx, orderId, now),
    review: review ?? null,
  }
}

function listLines(trx: Trx, orderId: string): Promise<OrderLineRow[]> {
  return trx
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .selectAll('order_line')
    .select('upload.state as upload_state')
    .where('order_line.order_id', '=', orderId)
    .orderBy('order_line.position')
    .execute()
}

export function listParcels(db: Db | Trx, orderId: string): Promise<ParcelRow[]> {
  return db.selectFrom('parcel').selectAll().where('order_id', '=', orderId).orderBy('number').execute()
}
