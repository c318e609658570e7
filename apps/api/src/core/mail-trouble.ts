import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isMailQueue } from './mail-queues.ts'

/** `unknown` if the job queue could not be read. */
export type MailTroubleState = 'ok' | 'failing' | 'unknown'

/** Monitors ask every few seconds, of every server. */
const cacheMs = 30_000

/**
 * Whether mails do not leave: one has been retried for five minutes, or was given up today. Some
 * servers refuse the first attempt of every sender, so a single failure is not yet trouble.
 */
export class MailTrouble {
  readonly #db: Db
  readonly #now: () => number
  #known: { state: Promise<MailTroubleState>; until: number } | undefined

  constructor(db: Db, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  async state(): Promise<MailTroubleState> {
    if (!this.#known || this.#now() >= this.#known.until)
      this.#known = { state: readState(this.#db), until: this.#now() + cacheMs }
    return this.#known.state
  }
}

async function readState(db: Db): Promise<MailTroubleState> {
  try {
    const { rows } = await sql<{ isFailing: boolean }>`
      select exists (
        select from pgboss.job
        where state = 'retry' and created_on < now() - interval '5 minutes' and ${isMailQueue(sql`name`)}
      ) or exists (
        select from pgboss.job
        where name = 'dead-letter' and state < 'active' and created_on > now() - interval '1 day'
          and ${isMailQueue(sql`source_name`)}
      ) as "isFailing"`.execute(db)
    return rows[0]?.isFailing ? 'failing' : 'ok'
  } catch {
    return 'unknown'
  }
}
