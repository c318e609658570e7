import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyDatabase } from '#test/test-databases.ts'
import { openThings } from '#test/things.ts'
import { type Db, openDatabase } from './database.ts'

let db: Db

beforeAll(async () => {
  db = await openThings()
})

afterAll(() => db.destroy())

const read = async (id: number) => (await sql`select * from thing where id = ${id}`.execute(db)).rows[0]

async function readOften(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) expect(await read(1)).toMatchObject({ name: 'one' })
}

async function countPrepared(like: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where statement like ${like}`.execute(db)
  return rows[0]?.count
}

describe('a frequent statement', () => {
  it('is prepared once and uses the values of each call', async () => {
    await readOften()
    expect(await countPrepared('select * from thing%')).toBe(1)
    expect(await read(2)).toEqual({ id: 2, name: 'two' })
    expect(await read(3)).toBeUndefined()
  })

  it('works again after a migration added a column; at most one call fails', async () => {
    await readOften()
    await sql`alter table thing add column size int default 7`.execute(db)
    await read(1).catch(() => undefined)
    await readOften()
    expect(await read(1)).toEqual({ id: 1, name: 'one', size: 7 })
  })

  it('has a name that no other text has in any process (B26)', async () => {
    const names: string[] = []
    for (const text of ['select 1 as one, $1::int as value', 'select 2 as two, $1::int as value']) {
      const other = openDatabase(await copyDatabase(), { maxConnections: 1 })
      for (let turn = 0; turn < 12; turn++) await other.executeQuery(CompiledQuery.raw(text, [turn]))

      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(other)
      names.push(...rows.map(({ name }) => name))
      await other.destroy()
    }

    expect(new Set(names).size).toBe(2)
  })

  it('is prepared no more once the connection proves to be shared (B26)', async () => {
    const shared = openDatabase(await copyDatabase(), { maxConnections: 1 })
    const readOne = () => sql<{ value: number }>`select ${1}::int as value`.execute(shared)
    for (let turn = 0; turn < 12; turn++) await readOne()

    await sql`deallocate all`.execute(shared)
    await readOne().catch(() => undefined)
    for (let turn = 0; turn < 12; turn++) expect((await readOne()).rows).toEqual([{ value: 1 }])
    await shared.destroy()
  })

  it('is not prepared if its text differs every time', async () => {
    for (let turn = 0; turn < 300; turn++)
      await sql`select ${sql.raw(`'${turn}'`)} as turn, ${turn}::int as value`.execute(db)
    expect(await countPrepared('%as turn%')).toBe(0)
  })

  it('is not prepared once the limit is reached', async () => {
    for (let text = 0; text < 200; text++)
      for (let turn = 0; turn < 12; turn++) {
        const { rows } = await sql<{ value: number }>`select ${turn}::int as value ${sql.raw(`/* ${text} */`)}`.execute(
          db,
        )
        expect(rows[0]?.value).toBe(turn)
      }
    expect(await countPrepared('%')).toBeLessThanOrEqual(151)
  })
})

/**
 * The statements that reach the database of this file until `run` ends. Apps of other files in the same
 * process send statements of their own, such as those of their job queues.
 */
async function sentDuring(run: (sent: () => unknown[]) => Promise<unknown>): Promise<unknown[]> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const isOurs = (client: unknown) => client instanceof pg.Client && client.database === rows[0]?.name
  const sent = () => query.mock.calls.map(([text]) => text).filter((_text, at) => isOurs(query.mock.contexts[at]))

  try {
    await run(sent)
    return sent()
  } finally {
    query.mockRestore()
  }
}

describe('a transaction', () => {
  it('sends begin together with its first statement', async () => {
    const statements = await sentDuring((sent) =>
      db.transaction().execute(async (trx) => {
        expect(sent()).toEqual([])
        await sql`select name from thing`.execute(trx)
      }),
    )
    expect(statements).toEqual(['begin', 'select name from thing', 'commit'])
  })

  it('sends nothing if it has no statement', async () => {
    expect(await sentDuring(() => db.transaction().execute(async () => undefined))).toEqual([])
  })

  it('rolls back if its first statement fails, and leaves the connection usable', async () => {
    const failing = db.transaction().execute((trx) => sql`insert into thing values (1, 'again')`.execute(trx))
    await expect(failing).rejects.toThrow(/duplicate key/)
    expect(await read(1)).toMatchObject({ name: 'one' })
  })

  it('rolls back everything if a later statement fails', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await sql`insert into thing values (9, 'nine')`.execute(trx)
      await sql`insert into thing values (1, 'again')`.execute(trx)
    })
    await expect(failing).rejects.toThrow(/duplicate key/)
    expect(await read(9)).toBeUndefined()
  })
})
