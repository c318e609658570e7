import { type RawBuilder, sql } from 'kysely'

/** Captured minus refunded in USD; reserved credit counts, and what is held once staff have decided. */
const keptUsd = sql`case intent.state
  when 'held' then 0
  when 'authorized' then intent.usd_minor
  else round((intent.captured_minor - intent.refunded_minor)::numeric * intent.usd_minor / intent.amount_minor) end`

/**
 * What a customer has spent on orders, in US cents: of each paid order its total without what was
 * refunded. Cancelled and wholly refunded orders count nothing; one without payments was settled elsewhere.
 */
export const spentMinor = (customerId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select coalesce(sum(greatest(0, least(bought.total_minor, coalesce((
    select sum(${keptUsd}) from payment_intent intent where intent.order_id = bought.id), bought.total_minor)))), 0)::bigint
  from customer_order bought
  where bought.customer_id = ${customerId} and bought.paid_at is not null
    and bought.status not in ('cancelled', 'refunded'))`
