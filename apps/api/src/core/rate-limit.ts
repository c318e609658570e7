import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface Budget {
  max: number
  windowSeconds: number
}

export interface RateLimiter {
  /** Counts one use; null within the budget, otherwise the seconds until the window ends. */
  spend(key: string, budget: Budget): Promise<number | null>
  /** Like `spend`, without counting. */
  exceeded(key: string, budget: Budget): Promise<number | null>
  forget(key: string): Promise<void>
  sweep(): Promise<void>
}

/** Keys may contain an IP or e-mail address, so only their digest is stored. */
const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Fixed windows, counted in the database so that all servers share one count. */
export function createRateLimiter(db: Db, clock: () => Date): RateLimiter {
  const secondsUntil = (date: Date, now: Date) => Math.max(1, Math.ceil((date.getTime() - now.getTime()) / 1000))

  return {
    async spend(key, budget) {
      const now = clock()
      const end = new Date(now.getTime() + budget.windowSeconds * 1000)
      const row = await db
        .insertInto('rate_limit')
        .values({ key: digestOf(key), count: 1, expires_at: end })
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

    async exceeded(key, budget) {
      const now = clock()
      const row = await db
        .selectFrom('rate_limit')
        .select(['count', 'expires_at'])
        .where('key', '=', digestOf(key))
        .where('expires_at', '>', now)
        .executeTakeFirst()

      return row && row.count >= budget.max ? secondsUntil(row.expires_at, now) : null
    },

    async forget(key) {
      await db.deleteFrom('rate_limit').where('key', '=', digestOf(key)).execute()
    },

    async sweep() {
      await db.deleteFrom('rate_limit').where('expires_at', '<=', clock()).execute()
    },
  }
}
