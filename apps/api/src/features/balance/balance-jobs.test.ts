import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { aLedger, aLedgerCustomer, funded, ledgerTime } from '#test/orders/ledger.ts'
import { silentLog } from '#test/silent-log.ts'
import { checkLedger } from './balance.jobs.ts'

let db: Db

beforeAll(async () => {
  db = await aLedger()
  await funded(db, await aLedgerCustomer(db), 100)
})

afterAll(() => db.destroy())

async function errorsOfCheck() {
  const errors: object[] = []
  const log = { ...silentLog, error: (facts: object) => errors.push(facts) }
  await checkLedger({ db, clock: () => ledgerTime, log })
  return errors
}

describe('the hourly check of the ledger', () => {
  it('logs nothing while every rule holds', async () => {
    expect(await errorsOfCheck()).toEqual([])
  })

  it('logs violations with ids and without customer data (PRI-1)', async () => {
    await sql`alter table ledger_account disable trigger user`.execute(db)
    await sql`update ledger_account set balance_minor = 101 where kind = 'wallet'`.execute(db)
    const [facts] = await errorsOfCheck()
    expect(facts).toEqual({
      violations: [expect.stringMatching(/^a balance is not the sum of its entries: [\w-]+ wallet 101$/)],
    })
  })
})
