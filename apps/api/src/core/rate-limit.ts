import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
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
  /** How often the key was used in its current window. */
  uses(key: string): Promise<number>
  forget(key: string): Promise<void>
  sweep(): Promise<void>
}

/** Keys may contain an IP or e-mail address, so only their digest is stored. */
export const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** The same digest, computed by the database. */
export const digestOfText = (key: RawBuilder<string>) =>
  sql<string>`rtrim(translate(encode(sha256(convert_to(${key}, 'UTF8')), 'base64'), '+/', '-_'), '=')`

/** A caller's uses in the current window. */
export interface Window {
  count: number
  expires_at: Date
}

/** Counts a use of each selected key; `selected` has the columns key, 1 and the end of a new window. */
export const spendingOf = (selected: RawBuilder<unknown>, now: Date) => sql<Window>`
  insert into rate_limit (key, count, expires_at) ${selected}
  on conflict (key) do update set
    count = case when rate_limit.expires_at <= ${now} then 1 else rate_limit.count + 1 end,
    expires_at = case when rate_limit.expires_at <= ${now} then excluded.expires_at else rate_limit.expires_at end
  returning count, expires_at`

const secondsUntil = (date: Date, now: Date) => Math.max(1, Math.ceil((date.getTime() - now.getTime()) / 1000))

/** Null within the budget, otherwise the seconds until the window ends. */
export function secondsToWait(window: Window | undefined, { max }: Budget, now: Date): number | null {
  return window && window.count > max ? secondsUntil(window.expires_at, now) : null
}

/** Fixed windows, counted in the database so that all servers share one count. */
export function createRateLimiter(db: Db, clock: () => Date): RateLimiter {
  return {
    async spend(key, budget) {
      const now = clock()
      const end = new Date(now.getTime() + budget.windowSeconds * 1000)
      const { rows } = await spendingOf(sql`values (${digestOf(key)}, 1, ${end}::timestamptz)`, now).execute(db)
      return secondsToWait(rows[0], budget, now)
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

    async uses(key) {
      const row = await db
        .selectFrom('rate_limit')
        .select('count')
        .where('key', '=', digestOf(key))
        .where('expires_at', '>', clock())
        .executeTakeFirst()

      return row?.count ?? 0
    },

    async forget(key) {
      await db.deleteFrom('rate_limit').where('key', '=', digestOf(key)).execute()
    },

    async sweep() {
      await db.deleteFrom('rate_limit').where('expires_at', '<=', clock()).execute()
    },
  }
}
