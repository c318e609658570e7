import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Runs a step of a transaction and undoes it, to learn whether it would succeed. What it throws ends
 * the transaction, as if it had been meant.
 */
export async function rehearse<T>(trx: Trx, step: (trx: Trx) => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(trx)
  const result = await step(trx)
  await sql`rollback to savepoint rehearsal`.execute(trx)
  return result
}
