import { fileRetention } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isHeldByOrder } from './records/upload.repository.ts'

const dayMs = 86_400_000

/** The daily job does not start at exactly the same time. */
const jitterMs = 3_600_000

/** Contents whose files are removed in one run. */
export const maxPerRun = 500

/** Calendar months in UTC, whatever the time zone of the database. */
const expiry = sql<Date>`((upload.last_used_at at time zone 'UTC' + make_interval(months => ${fileRetention.months})) at time zone 'UTC')`

/** The customer was warned since the file was last used. */
const isWarned = sql<boolean>`coalesce(upload.warned_at >= upload.last_used_at, false)`

export interface Warning {
  customerId: string
  files: number
  /** When the first of them expires. */
  first: Date
}

/** Marks files that expire soon as warned; returns one warning per customer. */
export async function markWarned(trx: Trx, now: Date): Promise<Warning[]> {
  const soon = new Date(now.getTime() + fileRetention.warningDays * dayMs)
  const { rows } = await sql<Warning>`
    with warned as (
      update upload set warned_at = ${now}
      where customer_id is not null and state in ('done', 'failed')
        and ${expiry} <= ${soon} and not ${isWarned} and not ${isHeldByOrder}
      returning customer_id, ${expiry} as goes_at
    )
    select customer_id as "customerId", count(*)::int as files,
      greatest(min(goes_at), ${soon}::timestamptz) as first
    from warned group by customer_id`.execute(trx)

  return rows
}

/**
 * Expires uploads after the retention period. A customer's file expires only after a timely
 * warning: a server that was down for a month warns first. Incomplete uploads need no warning.
 */
export async function expireUploads(db: Db, now: Date): Promise<number> {
  const warnedBefore = new Date(now.getTime() - fileRetention.warningDays * dayMs + jitterMs)
  const { numAffectedRows } = await sql`
    update upload set state = 'expired', notify_email = null, notify_language = null
    where state in ('done', 'failed', 'uploading') and ${expiry} <= ${now} and not ${isHeldByOrder}
      and (customer_id is null or state = 'uploading' or ${isWarned} and warned_at <= ${warnedBefore})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Contents without a live upload, stored over a day ago: newer rows may not be committed yet. */
export async function listUnused(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('file_content')
    .select('sha256')
    .where('removed_at', 'is', null)
    .where('stored_at', '<=', new Date(now.getTime() - dayMs))
    .where(isUnused)
    .limit(maxPerRun)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

const isUnused = sql<boolean>`not exists (
  select from upload where upload.sha256 = file_content.sha256 and upload.state <> 'expired'
)`

/** Locks a content if still unused, so that storing it again waits until its files are removed. */
export async function lockUnused(trx: Trx, sha256: string): Promise<boolean> {
  // A second statement, because it sees what was committed while the first waited for the lock.
  await trx.selectFrom('file_content').select('sha256').where('sha256', '=', sha256).forUpdate().execute()

  const row = await trx
    .selectFrom('file_content')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('removed_at', 'is', null)
    .where(isUnused)
    .executeTakeFirst()

  return row !== undefined
}

/** Notes that the files of a content and what was derived from them are gone. */
export async function markRemoved(trx: Trx, sha256: string, now: Date): Promise<void> {
  await trx.updateTable('file_content').set({ removed_at: now }).where('sha256', '=', sha256).execute()
  await trx.updateTable('part_analysis').set({ meshes_removed_at: now }).where('sha256', '=', sha256).execute()

  await sql`update part_body set thumbnail_id = null from part_analysis
    where part_analysis.id = part_body.analysis_id and part_analysis.sha256 = ${sha256}`.execute(trx)
  await sql`update order_line set thumbnail_id = null from upload
    where upload.id = order_line.upload_id and upload.sha256 = ${sha256}`.execute(trx)
}
