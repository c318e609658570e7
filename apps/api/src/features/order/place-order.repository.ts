import {
  type Address,
  type CarrierId,
  type Currency,
  type ExportDeclaration,
  type Language,
  partsMinorOf,
} from '@cotation/domain'
import type { OrderTotal, PromisedDates } from '@cotation/pricing'
import { sql } from 'kysely'
import type { OrderActor, OrderedPart } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import type { OrderEventTable } from '#db/schema.generated.ts'

/** A line as ordered. Its position is its index, which is also that of its sums in the total. */
export interface NewOrderLine {
  /** Null for a line of a reprint: the quote line was ordered by its original. */
  lineId: string | null
  /** The line that a line of a reprint replaces. */
  originalLineId?: string
  uploadId: string
  name: string
  thumbnailId: string | null
  ordered: OrderedPart
  /** One part with its services, as shown. */
  unitMinor: number
  comment: string
}

/** Where a payment made at checkout puts an order at once. */
export type FirstStatus = 'awaiting_payment' | 'payment_pending' | 'paid'

/** The claim that a reprint is made for, and who places it. */
export interface NewReprint {
  originalOrderId: string
  claimId: string
  placedBy: { actor: 'customer' } | { actor: 'staff'; staffId: string }
}

/** Everything that a customer agreed to. */
export interface NewOrder {
  id: string
  status: FirstStatus
  customerId: string
  projectId: string | null
  submissionKey: string
  language: Language
  catalogueVersion: string
  lines: readonly NewOrderLine[]
  total: OrderTotal
  currency: Currency
  couponId: string | null
  shippingAddress: Address
  billingAddress: Address
  carrier: CarrierId
  freightAccount: string
  dates: PromisedDates
  poNumber: string
  comment: string
  entrust: { customerEmail: string; platformOrderNumber: string } | null
  /** Null for an after-sale order: its original has one. */
  exportDeclaration: ExportDeclaration | null
  /** Set for an after-sale order, which costs nothing. */
  reprint?: NewReprint
}

/** "C-26-10001": the year and a sequence number. Orders that were rolled back leave gaps. */
const nextNumber = (now: Date) =>
  sql<string>`${`C-${String(now.getUTCFullYear()).slice(2)}-`}::text || nextval('order_number')`

/** `total_minor` is the line's quoted price; the coupon's share is in `discount_minor`. */
function lineRecords({ lines, total }: NewOrder) {
  return lines.map((line, index) => {
    const { goodsMinor, servicesMinor, quantity } = line.ordered.orderLine
    return {
      position: index + 1,
      line_id: line.lineId,
      original_line_id: line.originalLineId ?? null,
      upload_id: line.uploadId,
      name: line.name,
      thumbnail_id: line.thumbnailId,
      ordered: line.ordered,
      quantity,
      unit_minor: line.unitMinor,
      goods_minor: goodsMinor,
      services_minor: servicesMinor,
      discount_minor: total.lines[index]?.discountMinor ?? 0,
      total_minor: partsMinorOf(line.ordered.orderLine),
      comment: line.comment,
    }
  })
}

type FirstEvent = Pick<OrderEventTable, 'from_status' | 'to_status' | 'actor'> & { staff_id?: string }

/**
 * The customer places the order; a payment that takes effect at once then moves it on. A reprint
 * awaits no payment.
 */
function firstEvents({ status, reprint }: NewOrder): FirstEvent[] {
  if (reprint) {
    const { placedBy } = reprint
    const staff = placedBy.actor === 'staff' ? { staff_id: placedBy.staffId } : {}
    return [{ from_status: null, to_status: status, actor: placedBy.actor, ...staff }]
  }

  const customer: OrderActor = 'customer'
  const placed = { from_status: null, to_status: 'awaiting_payment' as const, actor: customer }
  if (status === 'awaiting_payment') return [placed]

  return [placed, { from_status: 'awaiting_payment', to_status: status, actor: 'system' }]
}

/** The row as far as it is known before the database has numbered it. */
function orderRow(order: NewOrder, now: Date): Omit<OrderRow, 'number'> {
  return {
    id: order.id,
    customer_id: order.customerId,
    project_id: order.projectId,
    submission_key: order.submissionKey,
    status: order.status,
    language: order.language,
    catalogue_version: order.catalogueVersion,
    total: order.total,
    total_minor: String(order.total.totalMinor),
    currency: order.currency,
    points: order.total.points,
    coupon_id: order.couponId,
    shipping_address: order.shippingAddress,
    billing_address: order.billingAddress,
    carrier: order.carrier,
    freight_account: order.freightAccount,
    dates: order.dates,
    po_number: order.poNumber,
    comment: order.comment,
    entrust: order.entrust,
    export_declaration: order.exportDeclaration,
    placed_at: now,
    paid_at: order.status === 'paid' ? now : null,
    delivered_at: null,
    closed_at: null,
    original_order_id: order.reprint?.originalOrderId ?? null,
    claim_id: order.reprint?.claimId ?? null,
    stopped_by: null,
  }
}

/**
 * Writes an order, its lines and its first events in one statement, because other orders from the
 * same project wait for the lock meanwhile. Returns the id of the last event too.
 */
export async function insertOrder(
  trx: Trx,
  order: NewOrder,
  now: Date,
): Promise<{ order: OrderRow; lastEventId: string }> {
  const row = orderRow(order, now)
  const { number, lastEventId } = await trx
    .with('placed', (db) =>
      db
        .insertInto('customer_order')
        .values({
          ...row,
          number: nextNumber(now),
          total: JSON.stringify(row.total),
          total_minor: order.total.totalMinor,
          shipping_address: JSON.stringify(row.shipping_address),
          billing_address: JSON.stringify(row.billing_address),
          dates: JSON.stringify(row.dates),
          entrust: row.entrust && JSON.stringify(row.entrust),
          export_declaration: row.export_declaration && JSON.stringify(row.export_declaration),
        })
        .returning(['id', 'number']),
    )
    .with(
      'lines',
      () => sql`(
      insert into order_line (order_id, position, line_id, original_line_id, upload_id, name, thumbnail_id, ordered, quantity, unit_minor,
        goods_minor, services_minor, discount_minor, total_minor, comment)
      select placed.id, line.* from placed, json_to_recordset(${JSON.stringify(lineRecords(order))}::json) as line (position int,
        line_id uuid, original_line_id uuid, upload_id uuid, name text, thumbnail_id text, ordered jsonb, quantity int, unit_minor bigint, goods_minor bigint,
        services_minor bigint, discount_minor bigint, total_minor bigint, comment text))`,
    )
    .with(
      'event',
      () => sql<{ id: string }>`(
      insert into order_event (order_id, at, from_status, to_status, actor, staff_id, reason)
      select placed.id, ${now}, event.from_status, event.to_status, event.actor, event.staff_id, ''
      from placed, json_to_recordset(${JSON.stringify(firstEvents(order))}::json)
        as event (from_status text, to_status text, actor text, staff_id uuid)
      returning id)`,
    )
    .selectFrom('placed')
    .select(['placed.number', sql<string>`(select max(id) from event)`.as('lastEventId')])
    .executeTakeFirstOrThrow()

  return { order: { ...row, number }, lastEventId }
}
