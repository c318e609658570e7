import { randomUUID } from 'node:crypto'
import { type PlainClient, plainPool, withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'

/** A row that a checkout wrote, and the table that it is in. */
interface WrittenRow {
  table: string
  values: Record<string, unknown>
}

/** An insert as a program without a query builder sends it: the same columns, the same sizes, fresh keys. */
interface PeerInsert {
  text: string
  values(): unknown[]
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

let last = 1_000_000_000
const nextNumber = () => {
  last += 1
  return last
}

/** A table of the same columns and indexes, without references and triggers: what the database does for plain inserts. */
async function peerInsert(client: PlainClient, { table, values }: WrittenRow): Promise<PeerInsert> {
  const peer = `peer.${table.replaceAll(/\W/g, '_')}`
  await client.query(`create table if not exists ${peer} (like ${table} including defaults including indexes)`)
  const { rows: keys } = await client.query<{ name: string; type: string }>(
    `select distinct a.attname as name, format_type(a.atttypid, null) as type from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisunique`,
    [peer],
  )
  const typeOf = new Map(keys.map(({ name, type }) => [name, type]))
  const fresh = (name: string, value: unknown): unknown => {
    const type = typeOf.get(name)
    if (value === null) return null
    if (type === 'uuid') return randomUUID()
    if (type === 'bigint' || type === 'integer') return nextNumber()
    if (type === 'text') return `${String(value).slice(0, 60)} ${randomUUID()}`
    const isJson = typeof value === 'object' && !(value instanceof Date) && !Buffer.isBuffer(value)
    return isJson ? JSON.stringify(value) : value
  }
  const names = Object.keys(values)
  return {
    text: `insert into ${peer} (${names.map((name) => `"${name}"`).join(', ')})
      values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: () => names.map((name) => fresh(name, values[name])),
  }
}

/** Transactions of as many plain inserts over so many connections. */
export async function openPeer(connectionString: string, written: readonly WrittenRow[], connections: number) {
  const pool = plainPool(connectionString, connections)
  const inserts: PeerInsert[] = []
  await withPlainClient(connectionString, async (client) => {
    await client.query('create schema peer')
    for (const row of written) inserts.push(await peerInsert(client, row))
  })
  return {
    async transaction(): Promise<void> {
      const connection = await pool.connect()
      try {
        await connection.query('begin')
        for (const insert of inserts) await connection.query(insert.text, insert.values())
        await connection.query('commit')
      } finally {
        connection.release()
      }
    },
    close: () => pool.end(),
  }
}
