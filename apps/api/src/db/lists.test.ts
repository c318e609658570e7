import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aLedger, aLedgerCustomer } from '#test/orders/ledger.ts'
import type { Db } from './database.ts'
import { readPage } from './lists.ts'

let db: Db

beforeAll(async () => {
  db = await aLedger()
  for (let count = 0; count < 5; count++) await aLedgerCustomer(db)
})

afterAll(() => db.destroy())

const customers = () => db.selectFrom('customer').select('id').orderBy('id')

it.each([
  [1, 2, 2],
  [3, 2, 1],
  [4, 2, 0],
  [1, 50, 5],
])('page %i of %i rows each has %i rows and counts all 5', async (page, pageSize, rows) => {
  const found = await readPage(customers(), { page, pageSize })
  expect(found.rows).toHaveLength(rows)
  expect(found.total).toBe(5)
})

it('an empty list has a total of 0, and rows omit the total', async () => {
  const none = customers().where(sql<boolean>`false`)
  expect(await readPage(none, { page: 1, pageSize: 2 })).toEqual({ rows: [], total: 0 })

  const { rows } = await readPage(customers(), { page: 1, pageSize: 1 })
  expect(rows.map((row) => Object.keys(row))).toEqual([['id']])
})
