import { type OrderStatus, openPaymentStates, type PaymentState } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** The order of a line. */
export interface LineOrderRow {
  line_id: string
  order_id: string
  number: string
  status: OrderStatus
  unit_minor: number
  line_minor: number
  /** States of the order's payments. */
  payments: PaymentState[]
}

/**
 * Whether nothing and nobody pays the order any more: its payment has expired, and neither another
 * one nor a payment link is open. Its lines can be ordered again.
 */
const isLapsed = (now: Date) => sql<boolean>`(placed.status = 'awaiting_payment'
  and exists (select from payment_intent paid where paid.order_id = placed.id and paid.state = 'expired')
  and not exists (select from payment_intent paid
    where paid.order_id = placed.id and paid.state = any(${[...openPaymentStates]}::text[]))
  and not exists (select from payment_link link where link.order_id = placed.id and link.expires_at > ${now}))`

/** The orders that lines are in, by line; cancelled, refunded and lapsed ones do not count. */
export async function listLineOrders(
  db: Db | Trx,
  lineIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, LineOrderRow>> {
  if (lineIds.length === 0) return new Map()

  const { rows } = await sql<LineOrderRow>`
    select distinct on (ordered.line_id) ordered.line_id, placed.id as order_id, placed.number, placed.status,
      ordered.unit_minor::float8 as unit_minor, (ordered.goods_minor + ordered.services_minor)::float8 as line_minor,
      array(select state from payment_intent where payment_intent.order_id = placed.id) as payments
    from order_line ordered join customer_order placed on placed.id = ordered.order_id
    where ordered.line_id = any(${lineIds}::uuid[])
      and placed.original_order_id is null
      and placed.status not in ('cancelled', 'refunded')
      and not ${isLapsed(now)}
    order by ordered.line_id, placed.placed_at desc`.execute(db)
  return new Map(rows.map((row) => [row.line_id, row]))
}

/** Lapsed orders of any of the lines. */
export async function listLapsedOrders(trx: Trx, lineIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct placed.id
    from order_line ordered join customer_order placed on placed.id = ordered.order_id
    where ordered.line_id = any(${lineIds}::uuid[]) and ${isLapsed(now)}
    order by placed.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Whether parts of a project are in an order that was neither cancelled nor refunded; a condition. */
export const hasOrder = (projectId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from customer_order placed
  where placed.project_id = ${projectId} and placed.status not in ('cancelled', 'refunded'))`

export async function isProjectOrdered(db: Db | Trx, projectId: string): Promise<boolean> {
  const { rows } = await sql<{ ordered: boolean }>`select ${hasOrder(sql`${projectId}`)} as ordered`.execute(db)
  return rows[0]?.ordered === true
}
