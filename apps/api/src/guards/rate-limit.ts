import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface Budget {
  max: number
  windowSeconds: number
}

export interface RateLimiter {
  /** Counts one use; null while within the budget, else the seconds until the window ends. */
  spend(subject: string, budget: Budget): Promise<number | null>
  /** The seconds to wait if the budget is used up already, without counting. */
  exceeded(subject: string, budget: Budget): Promise<number | null>
  forget(subject: string): Promise<void>
  sweep(): Promise<void>
}

/** The subject may hold an address or an e-mail: only its digest is kept. */
const keyOf = (subject: string) => createHash('sha256').update(subject).digest('base64url')

/** Fixed windows counted in the database, so that all servers share one count. */
export function createRateLimiter(db: Db, clock: () => Date): RateLimiter {
  const secondsUntil = (date: Date, now: Date) => Math.max(1, Math.ceil((date.getTime() - now.getTime()) / 1000))
  return {
    async spend(subject, budget) {
      const now = clock()
      const end = new Date(now.getTime() + budget.windowSeconds * 1000)
      const row = await db
        .insertInto('rate_limit')
        .values({ key: keyOf(subject), count: 1, expires_at: end })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql`case when rate_limit.expires_at <= ${now} then 1 else rate_limit.count + 1 end`,
            expires_at: sql`case when rate_limit.expires_at <= ${now} then ${end} else rate_limit.expires_at end`,
          }),
        )
        .returning(['count', 'expires_at'])
        .executeTakeFirstOrThrow()

      return row.count > budget.max ? secondsUntil(row.expires_at, now) : null
    },
    async exceeded(subject, budget) {
      const now = clock()
      const row = await db
        .selectFrom('rate_limit')
        .select(['count', 'expires_at'])
        .where('key', '=', keyOf(subject))
        .where('expires_at', '>', now)
        .executeTakeFirst()

      return row && row.count >= budget.max ? secondsUntil(row.expires_at, now) : null
    },
    async forget(subject) {
      await db.deleteFrom('rate_limit').where('key', '=', keyOf(subject)).execute()
    },
    async sweep() {
      await db.deleteFrom('rate_limit').where('expires_at', '<=', clock()).execute()
    },
  }
}
