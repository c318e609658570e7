import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Subject, TableRule } from './map/rule.ts'

const pageSize = 500

const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The primary key of every table: pages need a sequence that never changes. */
export async function readPrimaryKeys(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace
    group by c.relname`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** All rows of a table that belong to a customer, with the names of the export, page by page. */
export async function* readExportedRows(
  db: Db,
  rule: TableRule,
  subject: Subject,
  key: readonly string[],
): AsyncGenerator<Record<string, unknown>> {
  if (!rule.owner || !rule.exported) return

  const { columns, partly } = rule.exported
  const fields = columns.map((column) => sql`${sql.lit(camelCase(column))}, ${partly?.[column] ?? sql.ref(column)}`)

  for (let offset = 0; ; offset += pageSize) {
    const { rows } = await sql<{ exported: Record<string, unknown> }>`
      select jsonb_build_object(${sql.join(fields)}) as exported from ${sql.table(rule.table)}
      where ${rule.owner(subject)} order by ${sql.join(key.map((column) => sql.ref(column)))}
      limit ${pageSize} offset ${offset}`.execute(db)
    for (const { exported } of rows) yield exported
    if (rows.length < pageSize) return
  }
}

export interface ListedOrder {
  id: string
  number: string
  placedAt: Date
  paidAt: Date | null
  status: string
  totalMinor: string
  poNumber: string
  comment: string
}

export async function listOrders(db: Db, customerId: string): Promise<ListedOrder[]> {
  return db
    .selectFrom('customer_order')
    .select([
      'id',
      'number',
      'placed_at as placedAt',
      'paid_at as paidAt',
      'status',
      'total_minor as totalMinor',
      'po_number as poNumber',
      'comment',
    ])
    .where('customer_id', '=', customerId)
    .orderBy('placed_at')
    .orderBy('id')
    .execute()
}

export async function listOrderLines(db: Db, orderId: string) {
  return db
    .selectFrom('order_line')
    .select(['position', 'name', 'quantity', 'unit_minor', 'total_minor', 'comment'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

export interface ListedMovement {
  id: string
  at: Date
  kind: string
  account: string
  amount: string
  balance: string | null
  currency: string
  orderNumber: string | null
  note: string
}

/** Movements on a customer's accounts, oldest first; those after an entry. */
export async function listMovements(db: Db, customerId: string, after: string): Promise<ListedMovement[]> {
  const { rows } = await sql<ListedMovement>`
    select entry.id, posting.created_at as at, posting.kind, account.kind as account,
      case account.normal_side when 'debit' then 1 else -1 end * entry.amount_minor as amount,
      entry.balance_after_minor as balance, entry.currency, customer_order.number as "orderNumber", posting.note
    from ledger_entry entry join ledger_account account on account.id = entry.account_id
      join ledger_transaction posting on posting.id = entry.transaction_id
      left join customer_order on customer_order.id = posting.order_id
    where account.customer_id = ${customerId} and entry.id > ${after}
    order by entry.id limit ${pageSize}`.execute(db)
  return rows
}

export interface ListedUpload {
  id: string
  name: string
  createdAt: Date
}

/** Uploads whose bytes are stored. */
export async function listStoredUploads(db: Db, customerId: string): Promise<ListedUpload[]> {
  return db
    .selectFrom('upload')
    .select(['id', 'name', 'created_at as createdAt'])
    .where('customer_id', '=', customerId)
    .where('sha256', 'is not', null)
    .where('state', '<>', 'expired')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
