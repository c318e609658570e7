import { analysisVersion } from '@cotation/geometry'
import { type Kysely, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Database } from '#db/schema.generated.ts'

/** A file taken by a worker. `attempt` tells it from an earlier worker that lost its lease. */
export interface TakenPart {
  id: string
  sha256: string
  unit: string
  bytes: number
  attempt: number
  asked_by: string
}

/**
 * A worker without a heartbeat for this long is considered dead. Clocks of two machines may differ by
 * half a minute without taking files from each other.
 */
export const leaseMs = 45_000

/** Two heartbeats may fail before another worker takes the file. */
export const heartbeatMs = leaseMs / 3

/** Files finished within this time count for fairness, so that new users go before heavy ones. */
const recentMs = 10 * 60_000

const isWaiting = (now: Date) =>
  sql<boolean>`(part.state = 'queued' and coalesce(part.lease_until <= ${now}, true) or part.state = 'running' and part.lease_until <= ${now})`

/** Who asks for a file: a customer, or all visitors of a network together. */
const customerPrefix = 'customer:'
export const customerAsker = (customerId: string) => customerPrefix + customerId
export const isCustomerAsker = (asker: string) => asker.startsWith(customerPrefix)

/** A visitor's file that has waited this long is no longer taken after customers' files. */
const visitorPatienceMs = 2 * 60_000

/** `customers`: a worker that takes their files only, so that they never wait for a visitor's. */
export type Lane = 'all' | 'customers'

/**
 * Takes the next file (GEO-4); no two workers take the same one. Files of dead workers wait again.
 * Sorted by:
 * 1. the asker with the fewest running files
 * 2. customers, and visitors who have waited for `visitorPatienceMs`, before other visitors
 * 3. the asker whose recent files took the least time, then were the fewest
 * 4. the smallest file, then the longest wait
 */
export async function takeFairest(db: Db, now: Date, lane: Lane = 'all'): Promise<TakenPart | undefined> {
  const isCustomers = sql<boolean>`starts_with(part.asked_by, ${customerPrefix})`
  const patienceEnd = new Date(now.getTime() - visitorPatienceMs)
  const inLane = lane === 'customers' ? isCustomers : sql`true`

  const { rows } = await sql<TakenPart>`
    with load as (
      select asked_by,
        count(*) filter (where state = 'running' and lease_until > ${now}) as running,
        count(*) filter (where state in ('done', 'refused')) as recent,
        floor(sum(extract(epoch from finished_at - started_at)) filter (where state in ('done', 'refused'))) as seconds
      from part_analysis
      where state = 'running' or finished_at > ${new Date(now.getTime() - recentMs)}
      group by asked_by
    ), chosen as (
      select part.id from part_analysis part left join load using (asked_by)
        join file_content using (sha256)
      where ${isWaiting(now)} and ${inLane} and exists (select from upload where upload.analysis_id = part.id and upload.state in ('analysing', 'done', 'expired'))
      order by coalesce(load.running, 0), not (${isCustomers} or part.queued_at <= ${patienceEnd}),
        coalesce(load.seconds, 0), coalesce(load.recent, 0), file_content.bytes, part.queued_at, part.id
      limit 1 for update of part skip locked
    )
    update part_analysis part
    set state = 'running', attempts = attempts + 1, started_at = ${now}, lease_until = ${leaseEnd(now)}
    from chosen where part.id = chosen.id
    returning part.id, part.sha256, part.unit, part.attempts as attempt, part.asked_by,
      (select bytes::float8 from file_content where file_content.sha256 = part.sha256) as bytes`.execute(db)
  return rows[0]
}

/** Removes waiting files without an upload; skips rows locked by a request that joins them. */
export async function dropUnwanted(db: Db, now: Date): Promise<void> {
  await sql`
    delete from part_analysis where id in (
      select part.id from part_analysis part
      where ${isWaiting(now)} and not exists (select from upload where upload.analysis_id = part.id)
      for update skip locked
    )`.execute(db)
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs)

/** Updates the file only while this worker holds the lease. */
const own = (db: Kysely<Database>, { id, attempt }: TakenPart) =>
  db.updateTable('part_analysis').where('id', '=', id).where('state', '=', 'running').where('attempts', '=', attempt)

/** Extends the lease; false if another worker has taken the file. */
export async function extendLease(db: Db, part: TakenPart, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await own(db, part)
    .set({ lease_until: leaseEnd(now) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Requeues a file, to be taken again from `from` on. A cancelled attempt does not count. */
export async function putBack(db: Db, part: TakenPart, from: Date, countsAsAttempt: boolean): Promise<void> {
  await own(db, part)
    .set({ state: 'queued', lease_until: from, attempts: countsAsAttempt ? part.attempt : part.attempt - 1 })
    .execute()
}

export type Finished = { summary: string; refusal: null } | { summary: null; refusal: string }

/** Saves the verdict; false, without any change, if another worker has taken the file. */
export async function finish(trx: Trx, part: TakenPart, verdict: Finished, now: Date): Promise<boolean> {
  const state = verdict.refusal === null ? 'done' : 'refused'
  const { numUpdatedRows } = await own(trx, part)
    .set({ ...verdict, state, finished_at: now, lease_until: null, meshes_removed_at: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a second attempt at some bodies: the verdict on the file stays. False as with `finish`. */
export async function finishUnchanged(
  trx: Trx,
  part: TakenPart,
  now: Date,
  { hasMeshes }: { hasMeshes: boolean },
): Promise<boolean> {
  const ended = { state: 'done', finished_at: now, lease_until: null } as const
  const { numUpdatedRows } = await own(trx, part)
    .set(hasMeshes ? { ...ended, meshes_removed_at: null } : ended)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** An upload whose analysis has ended, and whether a mail was requested. */
export interface WaitingUpload {
  id: string
  notifies: boolean
}

/** Settles the uploads waiting for an analysis, and returns them. */
export async function settleUploads(trx: Trx, analysisId: string, refusal: string | null): Promise<WaitingUpload[]> {
  const rows = await trx
    .updateTable('upload')
    .set({ state: refusal === null ? 'done' : 'failed', refusal })
    .where('analysis_id', '=', analysisId)
    .where('state', '=', 'analysing')
    .returning(['id', 'notify_email'])
    .execute()
  return rows.map(({ id, notify_email }) => ({ id, notifies: notify_email !== null }))
}

/** Who asks for files with bodies that an earlier release could not measure. */
const renewal = 'renewal'
const maxRenewals = 20

/**
 * Queues analysed files of earlier releases again whose bodies failed, once for each release; some
 * at a time, and none while others of them wait. Their uploads stay as they are. Returns the number.
 */
export async function queueFailedBodies(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update part_analysis
    set state = 'queued', asked_by = ${renewal}, attempts = 0, queued_at = ${now}, lease_until = null,
      retried_version = ${analysisVersion}
    where id in (
      select part.id from part_analysis part
      where part.state = 'done' and part.meshes_removed_at is null
        and coalesce(part.retried_version, part.version) < ${analysisVersion}
        and exists (select from part_body where part_body.analysis_id = part.id and part_body.failure is not null)
        and exists (select from upload where upload.analysis_id = part.id and upload.state = 'done')
        and not exists (
          select from part_analysis other where other.asked_by = ${renewal} and other.state in ('queued', 'running')
        )
      order by part.id limit ${maxRenewals} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

/** The number of files whose worker has died and that no other has taken yet. */
export async function countOrphaned(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ orphaned: number }>`
    select count(*)::int as orphaned from part_analysis
    where state = 'running' and lease_until <= ${now}`.execute(db)
  return rows[0]?.orphaned ?? 0
}

/** The number of files that have waited since `since` although they could be taken. */
export async function countOverdue(db: Db, now: Date, since: Date): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`
    select count(*)::int as overdue from part_analysis part
    where ${isWaiting(now)} and coalesce(part.lease_until, part.queued_at) <= ${since}`.execute(db)
  return rows[0]?.overdue ?? 0
}
