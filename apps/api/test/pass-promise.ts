import { sql } from 'kysely'
import { readConfig } from '#core/config.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/product-database.ts'
import { silentLog } from './silent-log.ts'

/**
 * Promises an order of a running installation for a day that has passed, because a journey cannot wait
 * until a loss breaks the promise.
 */
export async function passPromise(dataDir: string, orderId: string): Promise<void> {
  const closers: Closers = []
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  try {
    const { db } = await openProductDatabase(config, silentLog, () => new Date(), closers)
    await sql`update customer_order set dates = jsonb_set(dates, '{ship}', to_jsonb(${yesterday}::text))
      where id = ${orderId}`.execute(db)
  } finally {
    await closeAll(closers)
  }
}
