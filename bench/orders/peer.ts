import { randomUUID } from 'node:crypto'
import { type PlainClient, plainPool, withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'

/** A row that a checkout wrote, and the table that it is in. */
interface WrittenRow {
  table: string
  values: Record<string, unknown>
}

/** New ids of one transaction, by the ids that the checkout wrote. */
type Ids = Map<string, string>

/** An insert without a query builder: the same columns and sizes, new keys. */
interface PeerInsert {
  text: string
  values(ids: Ids): unknown[]
}

const listTables = `select format('%I.%I', n.nspname, c.relname) as table from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`

/** The physical row ids of the whole database, to find every row that a checkout inserts. */
async function rowIdsOf(client: PlainClient): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await client.query<{ table: string }>(listTables)
  const rowIds = new Map<string, Set<string>>()
  for (const { table } of tables) {
    const { rows } = await client.query<{ ctid: string }>(`select ctid::text from ${table}`)
    rowIds.set(table, new Set(rows.map(({ ctid }) => ctid)))
  }
  return rowIds
}

/** The rows that some work inserts, without those that it updates. */
export async function insertedBy(connectionString: string, work: () => Promise<unknown>): Promise<WrittenRow[]> {
  return withPlainClient(connectionString, async (client) => {
    const before = await countRows(client)
    const rowIds = await rowIdsOf(client)
    await work()

    const after = await countRows(client)
    const written: WrittenRow[] = []
    for (const [table, count] of after) {
      const added = count - (before.get(table) ?? 0)
      if (added <= 0) continue
      const { rows } = await client.query<Record<string, unknown>>(`select ctid::text as row_id, * from ${table}`)
      const inserted = rows.filter(({ row_id }) => !rowIds.get(table)?.has(String(row_id))).slice(-added)
      written.push(...inserted.map(({ row_id: _, ...values }) => ({ table, values })))
    }

    return written
  })
}

async function countRows(client: PlainClient): Promise<Map<string, number>> {
  const { rows } = await client.query<{ table: string }>(listTables)
  const counts = new Map<string, number>()
  for (const { table } of rows) {
    const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${table}`)
    counts.set(table, Number(counted[0]?.count))
  }
  return counts
}

/** Existing rows that a reference picks from. */
const maxChoices = 1000

let lastNumber = 1_000_000_000

function nextNumber() {
  lastNumber++
  return lastNumber
}

const peerTable = (table: string) => `peer.${table.replaceAll(/\W/g, '_')}`

/** A table with the same columns, checks and indexes, but without triggers. */
async function createPeer(client: PlainClient, table: string): Promise<void> {
  await client.query(
    `create table ${peerTable(table)} (like ${table} including defaults including indexes including constraints)`,
  )
}

/** Existing keys that a column can reference; null if it always keeps the same one. */
type Choices = Map<string, string[] | null>

interface Reference {
  column: string
  parent: string
  key: string
  type: string
}

/** Columns with a foreign key. */
async function referencesOf(client: PlainClient, table: string): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select a.attname as column, format('%I.%I', n.nspname, c.relname) as parent, k.attname as key,
        format_type(a.atttypid, null) as type
      from pg_constraint f
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
      join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
      join pg_class c on c.oid = f.confrelid join pg_namespace n on n.oid = c.relnamespace
      where f.contype = 'f' and f.conrelid = $1::regclass and cardinality(f.conkey) = 1`,
    [table],
  )
  return rows
}

/**
 * Adds the same foreign keys: to the peer's rows if the checkout wrote the other row too, else to
 * existing rows.
 */
async function addReferences(client: PlainClient, table: string, written: ReadonlySet<string>) {
  const choices: Choices = new Map()
  for (const { column, parent, key, type } of await referencesOf(client, table)) {
    const to = written.has(parent) ? peerTable(parent) : parent
    await client.query(`alter table ${peerTable(table)} add foreign key (${column}) references ${to} (${key})`)
    if (written.has(parent)) continue

    choices.set(column, null)
    if (type !== 'uuid') continue

    const { rows } = await client.query<{ id: string }>(
      `select ${key} as id from ${parent} order by random() limit ${maxChoices}`,
    )
    choices.set(
      column,
      rows.map(({ id }) => id),
    )
  }

  return choices
}

async function uniqueColumns(client: PlainClient, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select distinct a.attname as name, format_type(a.atttypid, null) as type from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisunique`,
    [table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

const oneOf = (choices: readonly string[]) => choices[Math.floor(Math.random() * choices.length)]

/** Replaces an id, always by the same new one within a transaction. */
function replacedId(ids: Ids, id: string, choices: readonly string[] = []): string {
  const known = ids.get(id) ?? oneOf(choices) ?? randomUUID()
  ids.set(id, known)
  return known
}

async function peerInsert(
  client: PlainClient,
  { table, values }: WrittenRow,
  choices: Choices,
  owned: ReadonlySet<string>,
): Promise<PeerInsert> {
  const types = await uniqueColumns(client, table)
  const fresh = (name: string, value: unknown, ids: Ids): unknown => {
    const chosen = choices.get(name)
    if (value === null || chosen === null) return value
    if (typeof value === 'string' && (owned.has(value) || chosen)) return replacedId(ids, value, chosen)

    const type = types.get(name)
    if (type === 'uuid') return randomUUID()
    if (type === 'bigint' || type === 'integer') return nextNumber()
    if (type === 'text') return `${String(value).slice(0, 60)} ${randomUUID()}`

    const isJson = typeof value === 'object' && !(value instanceof Date) && !Buffer.isBuffer(value)
    return isJson ? JSON.stringify(value) : value
  }

  const names = Object.keys(values)

  return {
    text: `insert into ${peerTable(table)} (${names.map((name) => `"${name}"`).join(', ')})
      values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: (ids) => names.map((name) => fresh(name, values[name], ids)),
  }
}

/** Sorts rows so that a row comes before those that reference it. */
function parentsFirst(written: readonly WrittenRow[]): WrittenRow[] {
  const remaining = [...written]
  const sorted: WrittenRow[] = []
  const references = (row: WrittenRow, other: WrittenRow) =>
    row !== other && Object.entries(row.values).some(([name, value]) => name !== 'id' && value === other.values.id)
  while (remaining.length > 0) {
    const next = remaining.findIndex((row) => !remaining.some((other) => other.values.id && references(row, other)))
    sorted.push(...remaining.splice(Math.max(0, next), 1))
  }

  return sorted
}

/**
 * Opens a peer that runs transactions with as many inserts as a checkout: one statement each, into
 * tables with the same columns, checks, indexes and foreign keys. Checking a foreign key costs
 * about as much as the row, so a peer without them would do less work than an order. Triggers are
 * left out, since they are not inserts. `isPrepared`: statements are parsed once per connection.
 */
export async function openPeer(connectionString: string, written: readonly WrittenRow[], connections: number) {
  const pool = plainPool(connectionString, connections)
  const inserts: PeerInsert[] = []
  const rows = parentsFirst(written)
  const owned = new Set(rows.map(({ values }) => String(values.id)).filter((id) => id.length === randomUUID().length))
  await withPlainClient(connectionString, async (client) => {
    await client.query('create schema peer')
    const tables = new Set(rows.map(({ table }) => table))
    for (const table of tables) await createPeer(client, table)
    const choices = new Map<string, Choices>()
    for (const table of tables) choices.set(table, await addReferences(client, table, tables))
    for (const row of rows) inserts.push(await peerInsert(client, row, choices.get(row.table) ?? new Map(), owned))
  })

  return {
    async transaction(isPrepared: boolean): Promise<void> {
      const connection = await pool.connect()
      const ids: Ids = new Map()
      try {
        await connection.query('begin')
        for (const [index, { text, values }] of inserts.entries()) {
          const name = isPrepared ? { name: `insert ${index}` } : {}
          await connection.query({ ...name, text, values: values(ids) })
        }
        await connection.query('commit')
      } finally {
        connection.release()
      }
    },
    close: () => pool.end(),
  }
}
