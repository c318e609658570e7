import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface QueueCounts {
  name: string
  waiting: number
  retrying: number
  active: number
}

/** What each queue has to do; queues without anything are left out. */
export async function countJobs(db: Db): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    select name, count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'retry')::int as retrying,
      count(*) filter (where state = 'active')::int as active
    from pgboss.job where state <= 'active' and name <> 'dead-letter' group by name`.execute(db)
  return rows
}

/** How many jobs of each queue were given up. */
export async function countGivenUp(db: Db): Promise<{ name: string; failed: number }[]> {
  const { rows } = await sql<{ name: string; failed: number }>`
    select source_name as name, count(*)::int as failed from pgboss.job
    where name = 'dead-letter' and state < 'active' and source_name is not null group by source_name`.execute(db)
  return rows
}

export interface LastRunRow {
  name: string
  at: Date
  hasFailed: boolean
}

/** The last finished run of each queue. */
export async function listLastRuns(db: Db): Promise<LastRunRow[]> {
  const { rows } = await sql<LastRunRow>`
    select name, max(completed_on) as at,
      coalesce(max(completed_on) filter (where state = 'failed') = max(completed_on), false) as "hasFailed"
    from pgboss.job where completed_on is not null and name <> 'dead-letter' group by name`.execute(db)
  return rows
}

export interface GivenUpRow {
  id: string
  queue: string
  data: object | null
  output: object | null
  attempts: number
  enqueued_at: Date
  failed_at: Date
}

/** The jobs that were given up, the newest first. */
export async function listGivenUp(db: Db, limit: number): Promise<GivenUpRow[]> {
  const { rows } = await sql<GivenUpRow>`
    select id, source_name as queue, data, source_output as output, coalesce(source_retry_count, 0) + 1 as attempts,
      coalesce(source_created_on, created_on) as enqueued_at, created_on as failed_at
    from pgboss.job where name = 'dead-letter' and state < 'active' and source_name is not null
    order by created_on desc, id limit ${limit}`.execute(db)
  return rows
}
