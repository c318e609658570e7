import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import type { ShopAnswers } from './shop.ts'

/** A database as a release left it, and what it answered to the customers. */
export interface Release {
  /** The migrations of that release with their SHA-256. */
  migrations: Record<string, string>
  /** All rows of each table. */
  tables: Record<string, object[]>
  sequences: Record<string, number>
  answers: ShopAnswers
}

/** Rows that live for minutes, and the list of migrations itself. */
const left = ['captcha', 'rate_limit', 'quick_flow', 'migration']

/** Packed, because a catalogue repeats itself a lot. */
export const packRelease = (release: Release): Buffer => gzipSync(JSON.stringify(release), { level: 9 })
export const unpackRelease = (packed: Buffer): Release => JSON.parse(gunzipSync(packed).toString())

export async function dumpRows(client: pg.Client): Promise<Omit<Release, 'answers'>> {
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by name',
  )
  const names = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [left],
  )
  const sequences = await client.query<{ name: string; value: number }>(
    `select sequencename as name, last_value::int as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )

  const tables: Record<string, object[]> = {}
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ row: object }>(`select to_json(stored) as row from ${name} stored`)
    tables[name] = rows.map(({ row }) => row)
  }

  return {
    migrations: Object.fromEntries(migrations.rows.map(({ name, sha256 }) => [name, sha256])),
    tables,
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
  }
}

/**
 * Fills a database of that release. Meanwhile it has no triggers, which would refuse balances and
 * old postings, and no foreign keys, which can be mutual; these are checked when they come back.
 */
export async function loadRows(client: pg.Client, { tables, sequences }: Release): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )

  await client.query('begin')
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const [table, rows] of Object.entries(tables)) {
    await client.query(`alter table ${table} disable trigger user`)
    // Migrations have filled some tables. Others may not be deleted from, even by their owner.
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
    await client.query(`alter table ${table} enable trigger user`)
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value])
  await client.query('commit')
}
