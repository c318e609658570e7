import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openThings } from '#test/things.ts'
import type { Db, Trx } from './database.ts'
import { pipeline } from './pipeline.ts'

let db: Db

beforeAll(async () => {
  db = await openThings()
})

afterAll(() => db.destroy())

async function nameOf(on: Db | Trx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from thing where id = ${id}`.execute(on)
  return rows[0]?.name
}

const insert = (on: Db | Trx, id: number, name: string) => sql`insert into thing values (${id}, ${name})`.execute(on)

/** How often the connection writes to the database while something runs. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const client = await new Promise<pg.PoolClient>((resolve) => {
    const query = pg.Client.prototype.query
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.PoolClient, ...args) {
      spy.mockRestore()
      resolve(this)
      return Reflect.apply(query, this, args)
    })
    void nameOf(db, 1)
  })
  await nameOf(db, 1)

  const { stream } = client.connection
  const single = vi.spyOn(stream, '_write')
  const several = vi.spyOn(stream, '_writev')
  try {
    await work()
    return single.mock.calls.length + several.mock.calls.length
  } finally {
    single.mockRestore()
    several.mockRestore()
  }
}

describe('statements that are sent together', () => {
  it('take one write, outside and inside a transaction', async () => {
    const read = (on: Db) => pipeline(on, (one) => [nameOf(one, 1), nameOf(one, 2), nameOf(one, 3)])

    expect(await read(db)).toEqual(['one', 'two', undefined])
    expect(await countWrites(() => read(db))).toBe(1)

    // The second is the commit: `begin` travels with the first statement.
    expect(await countWrites(() => db.transaction().execute((trx) => read(trx)))).toBe(2)
  })

  it('see what the ones before them wrote', async () => {
    const [, found] = await db
      .transaction()
      .execute((trx) => pipeline(trx, (one) => [insert(one, 3, 'three'), nameOf(one, 3)]))
    expect(found).toBe('three')
  })

  it('are rolled back with the transaction, whose first error is thrown', async () => {
    const failing = db
      .transaction()
      .execute((trx) =>
        pipeline(trx, (one) => [insert(one, 4, 'four'), insert(one, 1, 'again'), insert(one, 5, 'five')]),
      )

    await expect(failing).rejects.toThrow(/duplicate key/)
    expect([await nameOf(db, 4), await nameOf(db, 5)]).toEqual([undefined, undefined])
  })

  it('can be followed by others that need their results', async () => {
    const copy = async (on: Trx, from: number, to: number) => insert(on, to, `${await nameOf(on, from)} again`)
    await db.transaction().execute((trx) => pipeline(trx, (one) => [copy(one, 1, 11), copy(one, 2, 12)]))

    expect(await pipeline(db, (one) => [nameOf(one, 11), nameOf(one, 12)])).toEqual(['one again', 'two again'])
  })
})
