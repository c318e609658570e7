import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { until } from './until.ts'

/** Waits until another transaction waits for a lock that this one holds. */
export async function untilBlockedBy(trx: Trx): Promise<void> {
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
    return rows.length > 0 ? true : undefined
  }, 'a transaction that waits for this one')
}

/** Waits until that many transactions of the test’s database wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    return rows.length >= count ? true : undefined
  }, `${count} waiting transactions`)
}
