import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Trx } from '#db/database.ts'
import { aCustomer } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'
import { storedRows } from './stored-rows.ts'

const app = useApp()

/** The tables whose rows differ after a change. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await storedRows(app)
  await change()
  const after = await storedRows(app)
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

const rename = (id: string, trx: Trx | typeof app.deps.db = app.deps.db) =>
  trx.updateTable('customer').set({ company: 'Atelier Martin' }).where('id', '=', id).execute()

it('notices rows that were inserted, updated and deleted, and names their tables', async () => {
  const { id } = await aCustomer(app)
  expect(await changedBy(() => aCustomer(app))).toContain('customer')
  expect(await changedBy(() => rename(id))).toEqual(['customer'])
  expect(await changedBy(() => app.deps.db.deleteFrom('customer').where('id', '=', id).execute())).toContain('customer')
})

it('notices no change that was rolled back, and none that changes no value', async () => {
  const { id } = await aCustomer(app)
  const refused = async (trx: Trx) => {
    await rename(id, trx)
    throw new Error('refused')
  }
  const change = () => app.deps.db.transaction().execute(refused)
  expect(await changedBy(() => change().catch(() => undefined))).toEqual([])

  await rename(id)
  expect(await changedBy(() => rename(id))).toEqual([])
})

it('notices a change of a transaction that was open during the last comparison', async () => {
  const { id } = await aCustomer(app)
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const change = app.deps.db.transaction().execute(async (trx) => {
    await rename(id, trx)
    written.resolve()
    await mayEnd.promise
  })
  await written.promise

  const before = storedRows(app)
  // Long enough for a comparison that does not wait.
  for (let query = 0; query < 50; query++) await sql`select 1`.execute(app.deps.db)
  mayEnd.resolve()
  await change
  expect((await before).customer).toBe((await storedRows(app)).customer)
  expect(await changedBy(() => sql`update customer set company = '' where id = ${id}`.execute(app.deps.db))).toEqual([
    'customer',
  ])
})

it('notices a change that another connection makes by plain SQL', async () => {
  const { id } = await aCustomer(app)
  const change = sql`update customer set company = 'Atelier Petit' where id = ${id}`
  expect(await changedBy(() => change.execute(app.deps.db))).toEqual(['customer'])
})
