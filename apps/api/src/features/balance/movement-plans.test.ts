import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLedgerCustomer, aReloadOf, funded, posted } from '#test/orders/ledger.ts'
import { rowsRead } from '#test/statements.ts'
import { useSharedApp } from '#test/use-app.ts'
import { listMovements } from './balance.repository.ts'

const app = useSharedApp()

const pageSize = 5
const movementCount = 30

/** Movements that each name a reload of their own. */
async function reloaded(customerId: string): Promise<void> {
  const { db } = app.deps
  for (let n = 0; n < movementCount; n++) {
    const reloadId = await aReloadOf(db, customerId)
    await posted(db, {
      kind: 'reload',
      reloadId,
      customerId,
      lines: [
        { account: { kind: 'card' }, amountMinor: 10_000 },
        { account: { kind: 'wallet', customerId }, amountMinor: -10_000 },
      ],
    })
  }
}

it('reads the movements of one account only, and what they are about for one page only', async () => {
  const { db } = app.deps
  const customerId = await aLedgerCustomer(db)
  await reloaded(customerId)
  const other = await aLedgerCustomer(db)
  for (let n = 0; n < movementCount; n++) await funded(db, other, 100)

  const rows = await db.transaction().execute(async (trx) => {
    // As with a million rows, of which nobody would read all.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await sql.raw(`set local enable_${way} = off`).execute(trx)
    const page = { customerId, since: new Date(0), page: 1, pageSize }
    return rowsRead(trx, (recorded) => listMovements(recorded, 'wallet', page))
  })

  expect(rows.get('ledger_entry')).toBeLessThanOrEqual(movementCount + pageSize)
  expect(rows.get('reload')).toBe(pageSize)
})
