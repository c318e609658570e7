import type { CustomerAccountKind } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'

/** A page of a customer's records since a moment. */
interface RecordPage {
  customerId: string
  since: Date
  limit: number
  offset: number
}

/** Newest first; the id breaks ties, so that no page repeats or skips a row. */
export async function listReloads(db: Db, { customerId, since, limit, offset }: RecordPage) {
  const rows = await db
    .selectFrom('reload')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const intents = await newestIntents(
    db,
    rows.map(({ id }) => id),
  )

  return rows.map((reload) => ({ reload, intent: intents.get(reload.id) ?? null }))
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

export async function countReloads(db: Db, customerId: string, since: Date): Promise<number> {
  const { rows } = await db
    .selectFrom('reload')
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(rows)
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

function movements(db: Db, kind: CustomerAccountKind, customerId: string, since: Date) {
  return db
    .selectFrom('ledger_account as account')
    .innerJoin('ledger_entry as entry', 'entry.account_id', 'account.id')
    .innerJoin('ledger_transaction as posting', 'posting.id', 'entry.transaction_id')
    .where('account.kind', '=', kind)
    .where('account.customer_id', '=', customerId)
    .where('posting.created_at', '>=', since)
}

/** The entries of a customer's account, newest first. */
export async function listMovements(
  db: Db,
  kind: CustomerAccountKind,
  { customerId, since, limit, offset }: RecordPage,
) {
  return movements(db, kind, customerId, since)
    .leftJoin('customer_order as bought', 'bought.id', 'posting.order_id')
    .leftJoin('payment_intent as intent', 'intent.id', 'posting.intent_id')
    .leftJoin('reload', 'reload.id', 'posting.reload_id')
    .select([
      'posting.id',
      'posting.kind',
      'posting.created_at',
      'posting.note',
      'posting.order_id',
      'entry.amount_minor',
      'entry.balance_after_minor',
      'bought.number as order_number',
      'bought.po_number',
      'reload.number as reload_number',
      'intent.method as intent_method',
      sql<PaymentIntentRow['method'] | null>`(select method from payment_intent paid
        where paid.reload_id = posting.reload_id order by paid.created_at desc, paid.id desc limit 1)`.as(
        'reload_method',
      ),
    ])
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type MovementRow = Awaited<ReturnType<typeof listMovements>>[number]

export async function countMovements(
  db: Db,
  kind: CustomerAccountKind,
  customerId: string,
  since: Date,
): Promise<number> {
  const { rows } = await movements(db, kind, customerId, since)
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

export async function listPayments(db: Db, { customerId, since, limit, offset }: RecordPage) {
  return db
    .selectFrom('payment_intent as intent')
    .leftJoin('customer_order as bought', 'bought.id', 'intent.order_id')
    .leftJoin('reload', 'reload.id', 'intent.reload_id')
    .select([
      'intent.id',
      'intent.created_at',
      'intent.order_id',
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
    .where('intent.customer_id', '=', customerId)
    .where('intent.created_at', '>=', since)
    .orderBy('intent.created_at', 'desc')
    .orderBy('intent.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

export async function countPayments(db: Db, customerId: string, since: Date): Promise<number> {
  const { rows } = await db
    .selectFrom('payment_intent')
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(rows)
}
