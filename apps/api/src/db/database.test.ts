import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Db, openDatabase } from './database.ts'

let db: Db

beforeAll(() => {
  db = openDatabase(inject('databaseServerUrl'))
})

afterAll(() => db.destroy())

describe('a connection that dies between two statements of a transaction (FLT-1)', () => {
  it('fails the transaction, but neither the process nor the pool', async () => {
    const broken = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
      // Gives the driver time to notice.
      await new Promise((resolve) => setImmediate(resolve))
      await sql`select 1`.execute(trx)
    })

    await expect(broken).rejects.toThrow()

    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
  })
})

it('makes plans without processes that share a query and without compiling it', async () => {
  const { rows } = await sql<{ workers: string; jit: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers, current_setting('jit') as jit`.execute(db)
  expect(rows).toEqual([{ workers: '0', jit: 'off' }])
})
