import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { bookkeepingInvariants } from './bookkeeping-invariants.ts'
import { splitIds } from './id-range.ts'
import { paymentInvariants, punctuality } from './payment-invariants.ts'

/** Per rule, because one bug may affect thousands of rows. */
const maxReported = 20

/** A query over all entries of some years would exceed the statement timeout. */
const maxEntriesPerQuery = 100_000
const maxRanges = 1000

/** Uses the planner's row estimate, which costs nothing; it is negative for a table that was never analysed. */
async function chooseRangeCount(db: Db | Trx): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select reltuples::float8 as entries from pg_class where oid = 'ledger_entry'::regclass`.execute(db)
  return Math.min(maxRanges, Math.max(1, Math.ceil((rows[0]?.entries ?? 0) / maxEntriesPerQuery)))
}

/**
 * All violated rules of the ledger with the ids concerned (quality, Ledger); empty if all is well. With `now` it
 * also checks for payments that should be closed. A large ledger is checked in ranges of ids.
 */
export async function ledgerViolations(db: Db | Trx, now?: Date, rangeCount?: number): Promise<string[]> {
  const ranges = splitIds(rangeCount ?? (await chooseRangeCount(db)))
  const invariants = [...bookkeepingInvariants, ...paymentInvariants, ...(now ? [punctuality(now)] : [])]

  const found: string[] = []
  for (const { name, violations } of invariants) {
    const reported: string[] = []
    for (const range of ranges) {
      const left = maxReported - reported.length
      if (left === 0) break

      const { rows } = await sql<{ what: string }>`${violations(range)} limit ${left}`.execute(db)
      reported.push(...rows.map(({ what }) => `${name}: ${what}`))
    }

    found.push(...reported)
  }

  return found
}
