import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { bookkeepingInvariants } from './bookkeeping-invariants.ts'
import { paymentInvariants, punctuality } from './payment-invariants.ts'
import { spans } from './span.ts'

/** Of one rule; enough to see what is wrong, where one fault may break thousands of rows. */
const mostNamed = 20

/** Entries looked at by one query: a ledger of years must not run into the time limit of a statement. */
const entriesAtOnce = 100_000
const maxParts = 1000

/** By the database's own estimate, which is free; a ledger that was never counted is small. */
async function partsBySize(db: Db | Trx): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select reltuples::float8 as entries from pg_class where oid = 'ledger_entry'::regclass`.execute(db)
  return Math.min(maxParts, Math.max(1, Math.ceil((rows[0]?.entries ?? 0) / entriesAtOnce)))
}

/**
 * Everything that must hold of the ledger and does not, in words with ids (quality, Ledger); empty is well. Told the time, it also
 * looks for payments that should be over. A large ledger is looked at in parts.
 */
export async function ledgerViolations(db: Db | Trx, now?: Date, parts?: number): Promise<string[]> {
  const found: string[] = []
  const all = spans(parts ?? (await partsBySize(db)))
  for (const { name, breaches } of [
    ...bookkeepingInvariants,
    ...paymentInvariants,
    ...(now ? [punctuality(now)] : []),
  ]) {
    const named: string[] = []
    for (const span of all) {
      const left = mostNamed - named.length
      if (left === 0) break
      const { rows } = await sql<{ what: string }>`${breaches(span)} limit ${left}`.execute(db)
      named.push(...rows.map(({ what }) => `${name}: ${what}`))
    }

    found.push(...named)
  }

  return found
}
