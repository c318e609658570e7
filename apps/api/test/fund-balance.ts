import { randomUUID } from 'node:crypto'
import { readConfig } from '#core/config.ts'
import { post } from '#src/money/ledger.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/product-database.ts'
import { silentLog } from './silent-log.ts'

/** Adds goodwill money to a customer's balance in a running installation. */
export async function fundBalance(dataDir: string, customerId: string, amountMinor: number): Promise<void> {
  const closers: Closers = []
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  try {
    const { db } = await openProductDatabase(config, silentLog, () => new Date(), closers)
    const lines = [
      { account: { kind: 'goodwill' as const }, amountMinor },
      { account: { kind: 'wallet' as const, customerId }, amountMinor: -amountMinor },
    ]
    await db
      .transaction()
      .execute((trx) => post(trx, new Date(), { kind: 'adjustment', key: randomUUID(), customerId, lines }))
  } finally {
    await closeAll(closers)
  }
}
