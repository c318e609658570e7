import { readConfig } from '#core/config.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/product-database.ts'
import { silentLog } from './silent-log.ts'

/**
 * Forgets what the rate limits of a running installation have counted. All journeys come from one
 * address, and together they sign up more often than the limits allow. Other tests cover the limits.
 */
export async function forgetLimits(dataDir: string): Promise<void> {
  const closers: Closers = []
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  try {
    const { db } = await openProductDatabase(config, silentLog, () => new Date(), closers)
    await db.deleteFrom('rate_limit').execute()
  } finally {
    await closeAll(closers)
  }
}
