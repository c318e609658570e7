import type { OrderStatus, PaymentMethod } from '@cotation/domain'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { contains, type Page, readPage } from '#db/lists.ts'
import type { Database } from '#db/schema.generated.ts'

export interface OrderFilter extends Page {
  search?: string | undefined
  status?: OrderStatus | undefined
  /** Calendar days in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** Names and thumbnails that a row of the list shows. */
const maxShownLines = 6

const listedColumns = [
  'id',
  'number',
  'po_number',
  'status',
  'placed_at',
  'paid_at',
  'total_minor',
  'dates',
  'delivered_at',
  'original_order_id',
] as const

const originalNumber = (eb: ExpressionBuilder<Database, 'customer_order'>) =>
  eb
    .selectFrom('customer_order as original')
    .select('original.number')
    .whereRef('original.id', '=', 'customer_order.original_order_id')
    .as('original_number')

const firstDay = '1970-01-01'

/** The database knows no year 0, and no order is older than 1970. */
const startOf = (day: string) => new Date(`${day < firstDay ? firstDay : day}T00:00:00Z`)

/** Matches the order number, the PO number or a part name. */
const matches = (search: string) => (eb: ExpressionBuilder<Database, 'customer_order'>) => {
  const line = eb
    .selectFrom('order_line')
    .select('order_line.id')
    .whereRef('order_line.order_id', '=', 'customer_order.id')
    .where(contains(sql.ref('order_line.name'), search))
  return eb.or([contains(sql.ref('number'), search), contains(sql.ref('po_number'), search), eb.exists(line)])
}

/** A page of the customer's orders, newest first, and their total number. */
export async function listOrders(db: Db, customerId: string, filter: OrderFilter) {
  const { search, status, from, to } = filter
  let query = db.selectFrom('customer_order').where('customer_id', '=', customerId)
  if (search) query = query.where(matches(search))
  if (status) query = query.where('status', '=', status)
  if (from) query = query.where('placed_at', '>=', startOf(from))
  if (to) query = query.where('placed_at', '<', sql<Date>`${startOf(to)}::timestamptz + interval '1 day'`)

  const orders = query.select(listedColumns).select(originalNumber).orderBy('placed_at', 'desc').orderBy('id', 'desc')
  return readPage(orders, filter)
}

/** The customer's newest orders that are not closed. */
export async function listOpen(db: Db, customerId: string, limit: number) {
  return db
    .selectFrom('customer_order')
    .select(listedColumns)
    .select(originalNumber)
    .where('customer_id', '=', customerId)
    .where('closed_at', 'is', null)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Filters projects: those with an order that was not cancelled. */
export async function listOrderedProjectIds(db: Db, projectIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_order')
    .select('project_id')
    .distinct()
    .where('project_id', 'in', projectIds)
    .where('status', 'not in', ['cancelled', 'refunded'])
    .execute()
  return rows.flatMap(({ project_id }) => project_id ?? [])
}

/** What the list shows of each order's lines. */
export function summariseLines(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('order_line')
    .select([
      'order_id',
      sql<number>`count(*)::int`.as('lines'),
      sql<number>`sum(quantity)::int`.as('parts'),
      sql<string[]>`(array_agg(name order by position))[1:${sql.lit(maxShownLines)}]`.as('names'),
      sql<string[]>`coalesce((array_agg(thumbnail_id order by position) filter (where thumbnail_id is not null))
        [1:${sql.lit(maxShownLines)}], '{}')`.as('thumbnail_ids'),
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
