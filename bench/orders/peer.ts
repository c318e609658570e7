import { randomUUID } from 'node:crypto'
import { type PlainClient, plainPool, withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'

/** A row that a checkout wrote, and the table that it is in. */
interface WrittenRow {
  table: string
  values: Record<string, unknown>
}

/** Ids that one transaction has in the place of those that the checkout wrote. */
type Ids = Map<string, string>

/** An insert as a program without a query builder sends it: the same columns, the same sizes, keys of its own. */
interface PeerInsert {
  text: string
  values(ids: Ids): unknown[]
}

const listTables = `select format('%I.%I', n.nspname, c.relname) as table from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`

/** Every row of the whole database by where it lies, so that a checkout's own are found whatever they are. */
async function placesOf(client: PlainClient): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await client.query<{ table: string }>(listTables)
  const places = new Map<string, Set<string>>()
  for (const { table } of tables) {
    const { rows } = await client.query<{ place: string }>(`select ctid::text as place from ${table}`)
    places.set(table, new Set(rows.map(({ place }) => place)))
  }
  return places
}

/** The rows that exist after some work and whose key did not exist before: those that were inserted, not those that were changed. */
export async function insertedBy(connectionString: string, work: () => Promise<unknown>): Promise<WrittenRow[]> {
  return withPlainClient(connectionString, async (client) => {
    const before = await counts(client)
    const places = await placesOf(client)
    await work()

    const after = await counts(client)
    const written: WrittenRow[] = []
    for (const [table, count] of after) {
      const added = count - (before.get(table) ?? 0)
      if (added <= 0) continue
      const { rows } = await client.query<Record<string, unknown>>(`select ctid::text as place, * from ${table}`)
      const fresh = rows.filter(({ place }) => !places.get(table)?.has(String(place))).slice(-added)
      written.push(...fresh.map(({ place: _, ...values }) => ({ table, values })))
    }

    return written
  })
}

async function counts(client: PlainClient): Promise<Map<string, number>> {
  const { rows } = await client.query<{ table: string }>(listTables)
  const found = new Map<string, number>()
  for (const { table } of rows) {
    const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${table}`)
    found.set(table, Number(counted[0]?.count))
  }
  return found
}

/** Rows that exist already and are referred to, at most. */
const mostChoices = 1000

let last = 1_000_000_000

function nextNumber() {
  last++
  return last
}

const nameOfPeer = (table: string) => `peer.${table.replaceAll(/\W/g, '_')}`

/** A table of the same columns, checks and indexes, without triggers: what the database does for plain inserts. */
async function createPeer(client: PlainClient, table: string): Promise<void> {
  await client.query(
    `create table ${nameOfPeer(table)} (like ${table} including defaults including indexes including constraints)`,
  )
}

/** What a column may name of the rows that there are; null where it names always the same. */
type Choices = Map<string, string[] | null>

interface Reference {
  column: string
  parent: string
  key: string
  type: string
}

/** Columns that name a row of another table. */
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

/** The same references: to the peer's own rows where the checkout wrote the other row too, else to any row that there is. */
async function refer(client: PlainClient, table: string, written: ReadonlySet<string>) {
  const choices: Choices = new Map()
  for (const { column, parent, key, type } of await referencesOf(client, table)) {
    const to = written.has(parent) ? nameOfPeer(parent) : parent
    await client.query(`alter table ${nameOfPeer(table)} add foreign key (${column}) references ${to} (${key})`)
    if (written.has(parent)) continue

    choices.set(column, null)
    if (type !== 'uuid') continue

    const { rows } = await client.query<{ id: string }>(
      `select ${key} as id from ${parent} order by random() limit ${mostChoices}`,
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

/** The same id for the same id, in one transaction. */
function replaced(ids: Ids, id: string, choices: readonly string[] = []): string {
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
    if (typeof value === 'string' && (owned.has(value) || chosen)) return replaced(ids, value, chosen)

    const type = types.get(name)
    if (type === 'uuid') return randomUUID()
    if (type === 'bigint' || type === 'integer') return nextNumber()
    if (type === 'text') return `${String(value).slice(0, 60)} ${randomUUID()}`

    const isJson = typeof value === 'object' && !(value instanceof Date) && !Buffer.isBuffer(value)
    return isJson ? JSON.stringify(value) : value
  }

  const names = Object.keys(values)

  return {
    text: `insert into ${nameOfPeer(table)} (${names.map((name) => `"${name}"`).join(', ')})
      values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: (ids) => names.map((name) => fresh(name, values[name], ids)),
  }
}

/** Parents come first: a row is there before another one names it. */
function inOrder(written: readonly WrittenRow[]): WrittenRow[] {
  const left = [...written]
  const sorted: WrittenRow[] = []
  const isNamedBy = (row: WrittenRow, other: WrittenRow) =>
    row !== other && Object.entries(row.values).some(([name, value]) => name !== 'id' && value === other.values.id)
  while (left.length > 0) {
    const next = left.findIndex((row) => !left.some((other) => other.values.id && isNamedBy(row, other)))
    sorted.push(...left.splice(Math.max(0, next), 1))
  }

  return sorted
}

/**
 * Transactions of as many inserts as a checkout makes, over so many connections: each a statement of its own, as `pg` sends it, into
 * tables with the same columns, checks, indexes and references. A reference costs the database as much as the row itself: without them
 * the peer would promise less than the order does. Triggers are left out, since they are no inserts. `isPrepared` has the statements
 * parsed once per connection.
 */
export async function openPeer(connectionString: string, written: readonly WrittenRow[], connections: number) {
  const pool = plainPool(connectionString, connections)
  const inserts: PeerInsert[] = []
  const rows = inOrder(written)
  const owned = new Set(rows.map(({ values }) => String(values.id)).filter((id) => id.length === randomUUID().length))
  await withPlainClient(connectionString, async (client) => {
    await client.query('create schema peer')
    const tables = new Set(rows.map(({ table }) => table))
    for (const table of tables) await createPeer(client, table)
    const choices = new Map<string, Choices>()
    for (const table of tables) choices.set(table, await refer(client, table, tables))
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
