import { sql } from 'kysely'
import { openAuditBreaks } from '#db/audit-sql.ts'
import type { Db } from '#db/database.ts'

export interface QueueUse {
  queue: string
  waiting: number
  running: number
  /** How long the oldest job that is due has waited. */
  oldestSeconds: number
}

/** Queues with jobs that wait or run. Those that wait for a later time are not counted. */
export async function listQueueUse(db: Db): Promise<QueueUse[]> {
  const { rows } = await sql<QueueUse>`
    select name as queue,
      count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float8 as "oldestSeconds"
    from pgboss.job
    where state <= 'active' and start_after <= now() and name not like '\\_\\_pgboss%' and name <> 'dead-letter'
    group by name order by name`.execute(db)
  return rows
}

export interface WorkCounts {
  givenUpJobs: number
  analysesWaiting: number
  analysesRunning: number
  oldestAnalysisSeconds: number
  analysesDone: number
  analysesRefused: number
  paymentsOpen: number
  paymentsHeld: number
  paymentsDisputed: number
  paymentEvents: number
  ledgerEntries: number
  auditEntries: number
  auditBroken: boolean
  auditVerifiedSeconds: number | null
}

/** Each part reads an index only. Ids that the database counts up serve as counters, gaps included. */
export async function getWorkCounts(db: Db, now: Date, recentMs: number): Promise<WorkCounts> {
  const since = new Date(now.getTime() - recentMs)
  const { rows } = await sql<WorkCounts>`
    select
      (select count(*)::int from pgboss.job where name = 'dead-letter' and state < 'active') as "givenUpJobs",
      waiting.*, recent.*, attention.*,
      (select count(*)::int from payment_intent where check_at is not null) as "paymentsOpen",
      (select coalesce(max(id), 0)::float8 from payment_event) as "paymentEvents",
      (select coalesce(max(id), 0)::float8 from ledger_entry) as "ledgerEntries",
      (select coalesce(max(position), 0)::float8 from audit_entry) as "auditEntries",
      exists (select from ${openAuditBreaks('broken')}) as "auditBroken",
      (select extract(epoch from ${now}::timestamptz - at)::float8
        from audit_verification order by id desc limit 1) as "auditVerifiedSeconds"
    from (
      select count(*) filter (where state = 'queued')::int as "analysesWaiting",
        count(*) filter (where state = 'running')::int as "analysesRunning",
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(queued_at) filter (where state = 'queued')), 0))::float8
          as "oldestAnalysisSeconds"
      from part_analysis where state in ('queued', 'running')
    ) waiting, (
      select count(*) filter (where state = 'done')::int as "analysesDone",
        count(*) filter (where state = 'refused')::int as "analysesRefused"
      from part_analysis where finished_at > ${since}
    ) recent, (
      select count(*) filter (where state = 'held')::int as "paymentsHeld",
        count(*) filter (where state = 'disputed')::int as "paymentsDisputed"
      from payment_intent where state in ('held', 'disputed')
    ) attention`.execute(db)

  const [counts] = rows
  if (!counts) throw new Error('an aggregate always has a row')
  return counts
}
