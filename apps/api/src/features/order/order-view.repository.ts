import type { Currency, PackedLine, ParcelState, UploadState } from '@cotation/domain'
import { type Selectable, sql } from 'kysely'
import { type Db, readSnapshot, type Trx } from '#db/database.ts'
import type { AdditionalCostRow, OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import type { OrderEventTable, OrderLineTable, OrderReviewTable, ParcelTable } from '#db/schema.generated.ts'
import { listAdditionalCosts } from '#src/money/additional-cost.ts'
import { listCostPayments } from '#src/money/additional-cost-view.ts'
import { listOrderPayments } from '#src/money/order-payments.ts'
import type { CheckedPayment } from '#src/money/unconfirmed-payment.ts'
import { listLastDueDays } from '#src/production/last-due-day.ts'
import { type LineStage, listLineStages } from '#src/production/line-stage.ts'

export type OrderLineRow = Selectable<OrderLineTable> & {
  upload_state: UploadState
  /** What customs count for one part: of a reprint, what the replaced part was sold for. */
  customs_unit_minor: string
}
export type OrderEventRow = Selectable<OrderEventTable>
export type ParcelRow = Selectable<ParcelTable>

/** A parcel with its contents and what was reported about it, oldest first. */
export interface ParcelDetails extends ParcelRow {
  lines: PackedLine[]
  events: { id: string; at: string; state: ParcelState; place: string; note: string }[]
}

export type ReviewRow = Selectable<OrderReviewTable>

/** The order whose parts a reprint replaces. */
export interface OriginalOrder {
  id: string
  number: string
  claimId: string
  workOrderNumber: string
  /** What the replaced parts were sold for, which customs ask for (cents). */
  valueMinor: number
}

export type ClaimOfOrder = Awaited<ReturnType<typeof listClaims>>[number]
export type ReprintOfOrder = Awaited<ReturnType<typeof listReprints>>[number]

/** An order with everything that belongs to it. */
export interface OrderDetails {
  order: OrderRow
  /** Whether staff have confirmed the account that the carrier bills; true if there is none. */
  isFreightConfirmed: boolean
  couponCode: string | null
  lines: OrderLineRow[]
  /** How far each line is in production, by its id. */
  stages: ReadonlyMap<string, LineStage>
  /** When the last of what is still made is due (ISO); null if nothing is. */
  lastDueDay: string | null
  events: OrderEventRow[]
  parcels: ParcelDetails[]
  payments: PaymentIntentRow[]
  additionalCosts: AdditionalCostRow[]
  /** All payments of the additional costs. */
  costPayments: CheckedPayment[]
  review: ReviewRow | null
  original: OriginalOrder | null
  claims: ClaimOfOrder[]
  reprints: ReprintOfOrder[]
  photoIds: string[]
}

/**
 * Reads one snapshot: a payment and the status that follows from it are seen together or not at
 * all.
 */
export function findOrderDetails(db: Db, orderId: string, now: Date): Promise<OrderDetails | undefined> {
  return readSnapshot(db, (trx) => readOrderDetails(trx, orderId, now))
}

/** An account is confirmed once for all orders that use it. */
export const isFreightConfirmed = sql<boolean>`(customer_order.freight_account = '' or exists (
  select from express_account account
  where account.customer_id = customer_order.customer_id and account.carrier = customer_order.carrier
    and account.number = customer_order.freight_account and account.confirmed_at is not null))`

async function readOrderDetails(trx: Trx, orderId: string, now: Date): Promise<OrderDetails | undefined> {
  const row = await trx
    .selectFrom('customer_order')
    .leftJoin('coupon', 'coupon.id', 'customer_order.coupon_id')
    .selectAll('customer_order')
    .select(['coupon.code as coupon_code', isFreightConfirmed.as('is_freight_confirmed')])
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined

  const { coupon_code: couponCode, is_freight_confirmed, ...order } = row
  const events = await trx.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const parcels = await listParcels(trx, [orderId])
  const payments = await listOrderPayments(trx, orderId)
  const additionalCosts = await listAdditionalCosts(trx, orderId, now)
  const costPayments = await listCostPayments(
    trx,
    additionalCosts.map(({ id }) => id),
  )
  const lastDueDays = await listLastDueDays(trx, [orderId])
  const review = await trx.selectFrom('order_review').selectAll().where('order_id', '=', orderId).executeTakeFirst()

  return {
    order,
    isFreightConfirmed: is_freight_confirmed,
    couponCode,
    lines: await listOrderLines(trx, [orderId]),
    stages: await listLineStages(trx, orderId),
    lastDueDay: lastDueDays.get(orderId) ?? null,
    events,
    parcels,
    payments,
    additionalCosts,
    costPayments,
    review: review ?? null,
    photoIds: review ? await listPhotoIds(trx, orderId) : [],
    original: await findOriginal(trx, order),
    claims: await listClaims(trx, orderId),
    reprints: await listReprints(trx, orderId),
  }
}

export async function findOriginal(trx: Trx, { id, claim_id }: OrderRow): Promise<OriginalOrder | null> {
  if (claim_id === null) return null

  const original = await trx
    .selectFrom('after_sale_claim')
    .innerJoin('customer_order', 'customer_order.id', 'after_sale_claim.order_id')
    .select([
      'customer_order.id',
      'customer_order.number',
      'after_sale_claim.id as claimId',
      sql<string>`after_sale_claim.work_order_number`.as('workOrderNumber'),
      sql<number>`(select coalesce(sum(line.quantity * sold.unit_minor), 0)::float8 from order_line line
        join order_line sold on sold.id = line.original_line_id where line.order_id = ${id})`.as('valueMinor'),
    ])
    .where('after_sale_claim.id', '=', claim_id)
    .executeTakeFirst()
  return original ?? null
}

/** Newest first, with the number of parts that each one is about. */
function listClaims(trx: Trx, orderId: string) {
  return trx
    .selectFrom('after_sale_claim')
    .select([
      'id',
      'state',
      'opened_at',
      'work_order_number',
      sql<number>`(select sum(quantity)::int from after_sale_line where claim_id = after_sale_claim.id)`.as('parts'),
    ])
    .where('order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The after-sale orders of those claims, at most one per claim: cancelled ones do not count. */
function listReprints(trx: Trx, orderId: string) {
  return trx
    .selectFrom('customer_order')
    .select(['id', 'number', 'status', 'claim_id'])
    .where('original_order_id', '=', orderId)
    .where('status', '<>', 'cancelled')
    .execute()
}

const customsUnitMinor = sql<string>`coalesce(
  (select sold.unit_minor from order_line sold where sold.id = order_line.original_line_id), order_line.unit_minor)`

/** The lines of orders, by position. */
export function listOrderLines(db: Db | Trx, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  return db
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .selectAll('order_line')
    .select(['upload.state as upload_state', customsUnitMinor.as('customs_unit_minor')])
    .where('order_line.order_id', 'in', orderIds)
    .orderBy('order_line.position')
    .execute()
}

/** The pictures of an order's review, oldest first. */
export async function listPhotoIds(db: Db | Trx, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_photo')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const packedLines = sql<ParcelDetails['lines']>`(
  select coalesce(jsonb_agg(jsonb_build_object('orderLineId', line.id, 'quantity', content.quantity)
    order by line.position), '[]')
  from parcel_content content join order_line line on line.id = content.order_line_id
  where content.parcel_id = parcel.id)`

const reports = sql<ParcelDetails['events']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', event.id::text, 'at', event.at, 'state', event.state,
    'place', event.place, 'note', event.note) order by event.at, event.id), '[]')
  from parcel_event event where event.parcel_id = parcel.id)`

/** The parcels of orders, by number. */
export async function listParcels(db: Db | Trx, orderIds: readonly string[]): Promise<ParcelDetails[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('parcel')
    .selectAll()
    .select([packedLines.as('lines'), reports.as('events')])
    .where('order_id', 'in', orderIds)
    .orderBy('number')
    .execute()
}

/** Who placed an order. */
export async function getOrderCustomer(
  db: Db | Trx,
  orderId: string,
): Promise<{ id: string; name: string; company: string }> {
  const row = await db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .select(['customer.id', 'username', 'first_name', 'last_name', 'company'])
    .where('customer_order.id', '=', orderId)
    .executeTakeFirstOrThrow()

  const fullName = `${row.first_name} ${row.last_name}`.trim()
  return { id: row.id, name: fullName || row.username, company: row.company }
}

/** Since when the dispute of a reload stops an order; null if none does. */
export async function findStop(db: Db, orderId: string): Promise<Date | null> {
  const dispute = await db
    .selectFrom('customer_order')
    .innerJoin('reload_dispute', 'reload_dispute.id', 'customer_order.stopped_by')
    .select('opened_at')
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()
  return dispute?.opened_at ?? null
}

export interface RefundOfPayment {
  id: string
  paymentId: string
  amountMinor: number
  currency: Currency
  at: Date
}

/** Refunds of some payments, oldest first, as reported by the provider or the bank. */
export function listRefundsOf(db: Db, intentIds: readonly string[]): Promise<RefundOfPayment[]> {
  if (intentIds.length === 0) return Promise.resolve([])

  return db
    .selectFrom('payment_event')
    .innerJoin('payment_intent', 'payment_intent.id', 'payment_event.intent_id')
    .select([
      'payment_event.id',
      'payment_event.intent_id as paymentId',
      sql<number>`payment_event.amount_minor::float8`.as('amountMinor'),
      'payment_intent.currency',
      'payment_event.received_at as at',
    ])
    .where('payment_event.intent_id', 'in', intentIds)
    .where('payment_event.type', '=', 'refunded')
    .orderBy('payment_event.id')
    .execute()
}
