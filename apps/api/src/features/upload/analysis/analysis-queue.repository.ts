import { type Kysely, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Database } from '#db/schema.generated.ts'

/** A file whose turn it is. `attempt` tells its worker from one that was given up and comes back late. */
export interface TakenPart {
  id: string
  sha256: string
  unit: string
  bytes: number
  attempt: number
}

/** A worker that has shown no life for so long has died. */
export const leaseMs = 90_000

/** Done for somebody within this time counts as had: who comes anew goes ahead of who was served all along. */
const recentMs = 10 * 60_000

const isWaiting = (now: Date) =>
  sql<boolean>`(part.state = 'queued' and coalesce(part.lease_until <= ${now}, true) or part.state = 'running' and part.lease_until <= ${now})`

/**
 * The fairest waiting file, now running (GEO-4): of the asker with the fewest files at work, then with the fewest finished lately,
 * then the one that waits longest. One whose worker died waits again. Workers that choose at the same time never get the same.
 */
export async function takeFairest(db: Db, now: Date): Promise<TakenPart | undefined> {
  const { rows } = await sql<TakenPart>`
    with load as (
      select asked_by,
        count(*) filter (where state = 'running' and lease_until > ${now}) as running,
        count(*) filter (where state in ('done', 'refused')) as recent
      from part_analysis
      where state = 'running' or finished_at > ${new Date(now.getTime() - recentMs)}
      group by asked_by
    ), chosen as (
      select part.id from part_analysis part left join load using (asked_by)
      where ${isWaiting(now)} and exists (select from upload where upload.analysis_id = part.id and upload.state = 'analysing')
      order by coalesce(load.running, 0), coalesce(load.recent, 0), part.queued_at, part.id
      limit 1 for update of part skip locked
    )
    update part_analysis part
    set state = 'running', attempts = attempts + 1, started_at = ${now}, lease_until = ${leaseEnd(now)}
    from chosen where part.id = chosen.id
    returning part.id, part.sha256, part.unit, part.attempts as attempt,
      (select bytes::float8 from file_content where file_content.sha256 = part.sha256) as bytes`.execute(db)
  return rows[0]
}

/** Files that nobody wants any more take no turn and no room. Those that somebody is just asking for are locked. */
export async function dropUnwanted(db: Db, now: Date): Promise<void> {
  await sql`
    delete from part_analysis where id in (
      select part.id from part_analysis part
      where ${isWaiting(now)} and not exists (select from upload where upload.analysis_id = part.id)
      for update skip locked
    )`.execute(db)
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs)

const own = (db: Kysely<Database>, { id, attempt }: TakenPart) =>
  db.updateTable('part_analysis').where('id', '=', id).where('state', '=', 'running').where('attempts', '=', attempt)

/** Shows that the worker lives; false when the file was given to another meanwhile. */
export async function extendLease(db: Db, part: TakenPart, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await own(db, part)
    .set({ lease_until: leaseEnd(now) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts the file back, not to be taken before `from`; a try that was nobody's fault does not count. */
export async function putBack(db: Db, part: TakenPart, from: Date, countsAsTry: boolean): Promise<void> {
  await own(db, part)
    .set({ state: 'queued', lease_until: from, attempts: countsAsTry ? part.attempt : part.attempt - 1 })
    .execute()
}

export type Finished = { summary: string; refusal: null } | { summary: null; refusal: string }

/** Keeps the verdict; false, and nothing changed, when the file was given to another worker meanwhile. */
export async function finish(trx: Trx, part: TakenPart, verdict: Finished, now: Date): Promise<boolean> {
  const state = verdict.refusal === null ? 'done' : 'refused'
  const { numUpdatedRows } = await own(trx, part)
    .set({ ...verdict, state, finished_at: now, lease_until: null, meshes_removed_at: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The uploads that waited for it get its outcome; says which, and which of them somebody is to be told of. */
export async function settleUploads(
  trx: Trx,
  analysisId: string,
  refusal: string | null,
): Promise<{ id: string; tells: boolean }[]> {
  const rows = await trx
    .updateTable('upload')
    .set({ state: refusal === null ? 'done' : 'failed', refusal })
    .where('analysis_id', '=', analysisId)
    .where('state', '=', 'analysing')
    .returning(['id', 'notify_email'])
    .execute()
  return rows.map(({ id, notify_email }) => ({ id, tells: notify_email !== null }))
}

/** How many files could be taken and were not, for longer than workers need to come by. */
export async function countOverdue(db: Db, now: Date, since: Date): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`
    select count(*)::int as overdue from part_analysis part
    where ${isWaiting(now)} and coalesce(part.lease_until, part.queued_at) <= ${since}`.execute(db)
  return rows[0]?.overdue ?? 0
}
