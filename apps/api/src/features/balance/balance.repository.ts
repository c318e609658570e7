import type { CustomerAccountKind } from '@cotation/domain'
import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import { type Page, readPage } from '#db/lists.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'

/** A page of a customer's records since a moment. */
interface RecordPage extends Page {
  customerId: string
  since: Date
}

/** Newest first; the id breaks ties, so that no page repeats or skips a row. */
export async function listReloads(db: Db, page: RecordPage) {
  const query = db
    .selectFrom('reload')
    .selectAll()
    .where('customer_id', '=', page.customerId)
    .where('created_at', '>=', page.since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(query, page)

  const reloadIds = rows.map(({ id }) => id)
  const intents = await newestIntents(db, reloadIds)
  return { rows: rows.map((reload) => ({ reload, intent: intents.get(reload.id) ?? null })), total }
}

async function newestIntents(db: Db, reloadIds: string[]): Promise<Map<string, PaymentIntentRow>> {
  if (reloadIds.length === 0) return new Map()

  const rows = await db
    .selectFrom('payment_intent')
    .selectAll()
    .where('reload_id', 'in', reloadIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return new Map(rows.flatMap((row) => (row.reload_id === null ? [] : [[row.reload_id, row]])))
}

/** When the next paid reload becomes available. */
export async function findNextAvailable(db: Db, customerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('reload')
    .select(({ fn }) => fn.min('available_at').as('at'))
    .where('customer_id', '=', customerId)
    .where('credited_at', 'is', null)
    .where('paid_at', 'is not', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/**
 * The entries of a customer's account, newest first. What they are about is read for one page only,
 * so that a long history costs little more than a short one.
 */
export async function listMovements(db: Db, kind: CustomerAccountKind, page: RecordPage) {
  const accounts = db
    .selectFrom('ledger_account')
    .select('id')
    .where('kind', '=', kind)
    .where('customer_id', '=', page.customerId)
  const entries = db
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_transaction as posting', 'posting.id', 'entry.transaction_id')
    .select('entry.id')
    .where('entry.account_id', 'in', accounts)
    .where('posting.created_at', '>=', page.since)
    .orderBy('entry.id', 'desc')

  const { rows, total } = await readPage(entries, page)
  const entryIds = rows.map(({ id }) => id)
  return { rows: await getMovements(db, entryIds), total }
}

/** Entries with what they are about, newest first. */
async function getMovements(db: Db, entryIds: readonly string[]) {
  if (entryIds.length === 0) return []

  return db
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_transaction as posting', 'posting.id', 'entry.transaction_id')
    .leftJoin('additional_cost as cost', 'cost.id', 'posting.additional_cost_id')
    .leftJoin('customer_order as bought', (join) =>
      join.on(({ eb, fn, ref }) => eb('bought.id', '=', fn.coalesce(ref('posting.order_id'), ref('cost.order_id')))),
    )
    .leftJoin('payment_intent as intent', 'intent.id', 'posting.intent_id')
    .leftJoin('reload', 'reload.id', 'posting.reload_id')
    .select([
      'posting.id',
      'posting.kind',
      'posting.created_at',
      'posting.note',
      'bought.id as order_id',
      'entry.amount_minor',
      'entry.balance_after_minor',
      'bought.number as order_number',
      'bought.po_number',
      'cost.number as cost_number',
      'reload.number as reload_number',
      'intent.method as intent_method',
      sql<PaymentIntentRow['method'] | null>`(select method from payment_intent paid
        where paid.reload_id = posting.reload_id order by paid.created_at desc, paid.id desc limit 1)`.as(
        'reload_method',
      ),
    ])
    .where('entry.id', 'in', entryIds)
    .orderBy('entry.id', 'desc')
    .execute()
}

export type MovementRow = Awaited<ReturnType<typeof listMovements>>['rows'][number]

export async function listPayments(db: Db, page: RecordPage) {
  const query = db
    .selectFrom('payment_intent as intent')
    .leftJoin('customer_order as bought', 'bought.id', 'intent.order_id')
    .leftJoin('additional_cost as cost', 'cost.id', 'intent.additional_cost_id')
    .leftJoin('reload', 'reload.id', 'intent.reload_id')
    .select([
      'intent.id',
      'intent.created_at',
      'intent.order_id',
      'intent.additional_cost_id',
      'cost.number as cost_number',
      'intent.method',
      'intent.state',
      'intent.amount_minor',
      'intent.currency',
      'intent.usd_minor',
      'intent.refunded_minor',
      'bought.number as order_number',
      'bought.status as order_status',
      'reload.number as reload_number',
    ])
    .where('intent.customer_id', '=', page.customerId)
    .where('intent.created_at', '>=', page.since)
    .orderBy('intent.created_at', 'desc')
    .orderBy('intent.id', 'desc')
  return readPage(query, page)
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>['rows'][number]

/** Blocks other changes of the customer, but not orders, which only reference the row. */
export async function lockCustomer(trx: Trx, customerId: string) {
  const row = await trx
    .selectFrom('customer')
    .select(['id', 'account_type', 'is_recharge', 'is_entrust_order_account'])
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export interface CustomerFlags {
  is_recharge?: boolean
  is_entrust_order_account?: boolean
}

export async function updateFlags(trx: Trx, customerId: string, flags: CustomerFlags): Promise<void> {
  if (Object.keys(flags).length === 0) return
  await trx.updateTable('customer').set(flags).where('id', '=', customerId).execute()
}

export async function insertCreditGrant(
  trx: Trx,
  grant: { customer_id: string; limit_minor: number; reason: string; staff_id: string; at: Date },
): Promise<void> {
  await trx.insertInto('credit_grant').values(grant).execute()
}
