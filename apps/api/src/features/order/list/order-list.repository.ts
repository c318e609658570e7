import type { OrderStatus, PaymentMethod } from '@cotation/domain'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { Database } from '#db/schema.generated.ts'

export interface OrderFilter {
  search?: string | undefined
  status?: OrderStatus | undefined
  /** Calendar days in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
  page: number
  pageSize: number
}

/** So many names and pictures stand for an order in a list. */
const shown = 6

const firstDay = '1970-01-01'

/** No order is older than computers' time, and the database knows no year 0. */
const beginningOf = (day: string) => new Date(`${day < firstDay ? firstDay : day}T00:00:00Z`)

/** Every character counts as itself. */
/** In the order's number, the customer's own number, or the name of a part. */
const isNamed = (search: string) => (eb: ExpressionBuilder<Database, 'customer_order'>) => {
  const pattern = containsPattern(search)
  const line = eb
    .selectFrom('order_line')
    .select('order_line.id')
    .whereRef('order_line.order_id', '=', 'customer_order.id')
    .where('order_line.name', 'ilike', pattern)
  return eb.or([eb('number', 'ilike', pattern), eb('po_number', 'ilike', pattern), eb.exists(line)])
}

/** A page of the customer's orders, newest first, and how many there are in all. */
export async function listOrders(db: Db, customerId: string, filter: OrderFilter) {
  const { search, status, from, to, page, pageSize } = filter
  let found = db.selectFrom('customer_order').where('customer_id', '=', customerId)
  if (search) found = found.where(isNamed(search))
  if (status) found = found.where('status', '=', status)
  if (from) found = found.where('placed_at', '>=', beginningOf(from))
  if (to) found = found.where('placed_at', '<', sql<Date>`${beginningOf(to)}::timestamptz + interval '1 day'`)

  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const orders = await found
    .select(['id', 'number', 'po_number', 'status', 'placed_at', 'total_minor', 'dates'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()

  return { orders, total }
}

/** Of the lines of each order what a list shows. */
export function summariseLines(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('order_line')
    .select([
      'order_id',
      sql<number>`count(*)::int`.as('lines'),
      sql<number>`sum(quantity)::int`.as('parts'),
      sql<string[]>`(array_agg(name order by position))[1:${sql.lit(shown)}]`.as('names'),
      sql<string[]>`coalesce((array_agg(thumbnail_id order by position) filter (where thumbnail_id is not null))
        [1:${sql.lit(shown)}], '{}')`.as('thumbnail_ids'),
    ])
    .where('order_id', 'in', orderIds)
    .groupBy('order_id')
    .execute()
}

/** The payments of these orders, oldest first. */
export function listPaymentsOf(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('payment_intent')
    .select(['order_id', 'method', 'state', 'amount_minor', 'usd_minor', 'captured_minor', 'refunded_minor'])
    .$narrowType<{ method: PaymentMethod }>()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
