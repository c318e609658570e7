import { type RawBuilder, sql } from 'kysely'

/**
 * The day that counts next: of shipment until it is shipped, then of delivery. Null for unpaid and
 * finished orders. Equal to the expression of the index `customer_order_due`.
 */
export function orderDueDay(table: 'customer_order' | 'o'): RawBuilder<string | null> {
  const order = sql.raw(table)
  return sql`(case
    when ${order}.status in ('paid', 'in_review', 'in_production', 'quality_check') then ${order}.dates->>'ship'
    when ${order}.status = 'shipped' then ${order}.dates->>'deliveryLatest' end)`
}
