import type { AdditionalCostState } from '@cotation/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Page, readPage } from '#db/lists.ts'
import type { AdditionalCostRow } from '#db/order-rows.ts'
import type { AdditionalCostItemTable, AdditionalCostTable, OrderLineTable } from '#db/schema.generated.ts'
import { stateAt } from '#src/money/additional-cost.ts'

/** The cost that an earlier call with the same key requested. */
export async function findRequestedCost(trx: Trx, requestKey: string): Promise<AdditionalCostRow | undefined> {
  return trx.selectFrom('additional_cost').selectAll().where('request_key', '=', requestKey).executeTakeFirst()
}

type NewCost = Omit<Insertable<AdditionalCostTable>, 'number' | 'created_at' | 'state'>

/** "A-26-10001": the year and a sequence number. Requests that were rolled back leave gaps. */
const nextNumber = (now: Date) =>
  sql<string>`${`A-${String(now.getUTCFullYear()).slice(2)}-`}::text || nextval('additional_cost_number')`

export async function insertCost(
  trx: Trx,
  cost: NewCost,
  items: readonly Omit<Insertable<AdditionalCostItemTable>, 'cost_id' | 'position'>[],
  now: Date,
): Promise<AdditionalCostRow> {
  const row = await trx
    .insertInto('additional_cost')
    .values({ ...cost, number: nextNumber(now), state: 'requested', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

  await trx
    .insertInto('additional_cost_item')
    .values(items.map((item, index) => ({ ...item, cost_id: row.id, position: index + 1 })))
    .execute()
  return row
}

export async function updatePicture(trx: Trx, costId: string, pictureId: string): Promise<void> {
  await trx.updateTable('additional_cost').set({ picture_id: pictureId }).where('id', '=', costId).execute()
}

/** A customer's open requests with their orders, the first deadline first. */
export function listRequestedCosts(db: Db, customerId: string, now: Date, limit: number) {
  return db
    .selectFrom('additional_cost as cost')
    .innerJoin('customer_order', 'customer_order.id', 'cost.order_id')
    .selectAll('cost')
    .select(['customer_order.number as order_number', 'customer_order.status as order_status'])
    .where('cost.customer_id', '=', customerId)
    .where(stateAt(now), '=', 'requested')
    .orderBy('cost.deadline')
    .orderBy('cost.id')
    .limit(limit)
    .execute()
}

/** The ids of all pictures of a customer's additional costs. */
export async function listPicturesOf(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('additional_cost')
    .select('picture_id')
    .where('customer_id', '=', customerId)
    .execute()
  return rows.flatMap(({ picture_id }) => picture_id ?? [])
}

export type OrderedLine = Pick<Selectable<OrderLineTable>, 'id' | 'ordered'>

export async function listOrderedLines(trx: Trx, orderId: string): Promise<OrderedLine[]> {
  return trx.selectFrom('order_line').select(['id', 'ordered']).where('order_id', '=', orderId).execute()
}

interface CostFilter extends Page {
  /** Without one, the costs of all customers. */
  customerId?: string
  state?: AdditionalCostState | undefined
}

/** A page of additional costs with their states at this moment, newest first. */
export function listCosts(db: Db, { customerId, state, ...page }: CostFilter, now: Date) {
  let query = db.selectFrom('additional_cost as cost')
  if (customerId !== undefined) query = query.where('cost.customer_id', '=', customerId)
  if (state) query = query.where(stateAt(now), '=', state)

  const costs = query
    .selectAll('cost')
    .select(stateAt(now).as('state'))
    .orderBy('cost.created_at', 'desc')
    .orderBy('cost.id', 'desc')
  return readPage(costs, page)
}

/** All additional costs of an order with their states at this moment, newest first. */
export function listCostsOfOrder(db: Db, orderId: string, now: Date) {
  return db
    .selectFrom('additional_cost as cost')
    .selectAll('cost')
    .select(stateAt(now).as('state'))
    .where('cost.order_id', '=', orderId)
    .orderBy('cost.created_at', 'desc')
    .orderBy('cost.id', 'desc')
    .execute()
}

/** The additional costs of an order with their stored states, oldest first. */
export function listStoredCosts(db: Db, orderId: string): Promise<AdditionalCostRow[]> {
  return db
    .selectFrom('additional_cost')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Requests whose deadline is over and whose payments have ended, longest ago first. */
export async function listOverdueCosts(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('additional_cost as cost')
    .select('cost.id')
    .where('cost.state', '=', 'requested')
    .where('cost.deadline', '<=', now)
    .where(stateAt(now), '=', 'expired')
    .orderBy('cost.deadline')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
