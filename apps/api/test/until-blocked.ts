import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { until } from './until.ts'

/** Waits until another transaction waits for a lock that this one holds. */
export async function untilBlockedBy(trx: Trx): Promise<void> {
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
    return rows.length > 0 ? true : undefined
  }, 'a transaction that waits for this one')
}
