import type { Address, CarrierId, Currency, Language, OrderStatus } from '@cotation/domain'
import type { OrderTotal, PromisedDates } from '@cotation/pricing'
import { sql } from 'kysely'
import type { OrderActor, OrderedPart } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from './order.repository.ts'

/** A line as it is ordered; its place among the lines is that of its sums in the total. */
export interface NewOrderLine {
  lineId: string
  uploadId: string
  name: string
  thumbnailId: string | null
  ordered: OrderedPart
  /** Of one part with its services, as it was shown. */
  unitMinor: number
  comment: string
}

/** All that a customer agreed to. */
export interface NewOrder {
  customerId: string
  projectId: string
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
}

/** "C-26-10001": the year, and a number that never comes twice; those of orders that failed are left out. */
const nextNumber = (now: Date) =>
  sql<string>`${`C-${String(now.getUTCFullYear()).slice(2)}-`}::text || nextval('order_number')`

/** `total_minor` is the line's price as quoted; what the coupon takes off it stands beside. */
function lineRecords({ lines, total }: NewOrder) {
  return lines.map((line, index) => {
    const { goodsMinor, servicesMinor, quantity } = line.ordered.orderLine
    return {
      position: index + 1,
      line_id: line.lineId,
      upload_id: line.uploadId,
      name: line.name,
      thumbnail_id: line.thumbnailId,
      ordered: line.ordered,
      quantity,
      unit_minor: line.unitMinor,
      goods_minor: goodsMinor,
      services_minor: servicesMinor,
      discount_minor: total.lines[index]?.discountMinor ?? 0,
      total_minor: goodsMinor + servicesMinor,
      comment: line.comment,
    }
  })
}

/** A step that an order has behind it when it is written. */
export interface FirstStep {
  from: OrderStatus | null
  to: OrderStatus
  actor: OrderActor
}

/** All that is known of an order before the database has numbered it. */
function rowOf(order: NewOrder, status: OrderStatus, now: Date): Omit<OrderRow, 'id' | 'number'> {
  return {
    customer_id: order.customerId,
    project_id: order.projectId,
    submission_key: order.submissionKey,
    status,
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
    placed_at: now,
    paid_at: status === 'paid' ? now : null,
    delivered_at: null,
    closed_at: null,
  }
}

/**
 * An order, its lines and the first steps of its life, in one statement: other orders of the customer wait meanwhile. Gives back the
 * number of the last step too, which names it for good.
 */
export async function insertOrder(
  trx: Trx,
  order: NewOrder,
  steps: readonly [FirstStep, ...FirstStep[]],
  now: Date,
): Promise<{ order: OrderRow; eventId: string }> {
  const row = rowOf(order, (steps.at(-1) ?? steps[0]).to, now)
  const { eventId, ...given } = await trx
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
        })
        .returning(['id', 'number']),
    )
    .with(
      'lines',
      () => sql`(
      insert into order_line (order_id, position, line_id, upload_id, name, thumbnail_id, ordered, quantity, unit_minor, goods_minor,
        services_minor, discount_minor, total_minor, comment)
      select placed.id, line.* from placed, json_to_recordset(${JSON.stringify(lineRecords(order))}::json) as line (position int,
        line_id uuid, upload_id uuid, name text, thumbnail_id text, ordered jsonb, quantity int, unit_minor bigint, goods_minor bigint,
        services_minor bigint, discount_minor bigint, total_minor bigint, comment text))`,
    )
    .with(
      'event',
      () => sql<{ id: string }>`(
      insert into order_event (order_id, at, from_status, to_status, actor, reason)
      select placed.id, ${now}, step."from", step."to", step.actor, ''
      from placed, json_to_recordset(${JSON.stringify(steps)}::json) as step ("from" text, "to" text, actor text)
      returning id)`,
    )
    .selectFrom('placed')
    .select(['placed.id', 'placed.number', sql<string>`(select max(id) from event)`.as('eventId')])
    .executeTakeFirstOrThrow()

  return { order: { ...row, ...given }, eventId }
}
