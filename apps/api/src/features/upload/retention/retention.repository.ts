import { fileRetention, type Language } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isHeldByOrder } from '#features/upload/records/held-by-order.ts'

const dayMs = 86_400_000

/** Work of every day does not begin at the very same moment every day. */
const jitterMs = 3_600_000

/** Contents whose files are removed in one run. */
export const mostPerRun = 500

/** Calendar months, counted in UTC wherever the database stands. */
const expiry = sql<Date>`((upload.last_used_at at time zone 'UTC' + make_interval(months => ${fileRetention.months})) at time zone 'UTC')`

/** The customer was told since the file was last used. */
const isWarned = sql<boolean>`coalesce(upload.warned_at >= upload.last_used_at, false)`

export interface Warning {
  customerId: string
  files: number
  /** When the first of them goes. */
  first: Date
}

/** Marks the files of customers that go soon as told of, and says whom to tell: once a customer, whatever the number of files. */
export async function markWarned(trx: Trx, now: Date): Promise<Warning[]> {
  const soon = new Date(now.getTime() + fileRetention.warningDays * dayMs)
  const { rows } = await sql<Warning>`
    with told as (
      update upload set warned_at = ${now}
      where customer_id is not null and state in ('done', 'failed')
        and ${expiry} <= ${soon} and not ${isWarned} and not ${isHeldByOrder}
      returning customer_id, ${expiry} as goes_at
    )
    select customer_id as "customerId", count(*)::int as files,
      greatest(min(goes_at), ${soon}::timestamptz) as first
    from told group by customer_id`.execute(trx)

  return rows
}

/**
 * Ends the uploads whose time is over. A customer's file goes only when the customer has been told in time: a server that stood
 * still for a month tells first. Bytes that never came in full are nobody's loss.
 */
export async function expireUploads(db: Db, now: Date): Promise<number> {
  const toldBefore = new Date(now.getTime() - fileRetention.warningDays * dayMs + jitterMs)
  const { numAffectedRows } = await sql`
    update upload set state = 'expired', notify_email = null, notify_language = null
    where state in ('done', 'failed', 'uploading') and ${expiry} <= ${now} and not ${isHeldByOrder}
      and (customer_id is null or state = 'uploading' or ${isWarned} and warned_at <= ${toldBefore})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Contents that no living upload has. One that was stored within a day may be on its way into a row. */
export async function listUnused(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('file_content')
    .select('sha256')
    .where('removed_at', 'is', null)
    .where('stored_at', '<=', new Date(now.getTime() - dayMs))
    .where(isUnused)
    .limit(mostPerRun)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

const isUnused = sql<boolean>`not exists (
  select from upload where upload.sha256 = file_content.sha256 and upload.state <> 'expired'
)`

/** Locks a content if still nobody uses it, so that whoever stores it again waits until its files are gone. */
export async function lockUnused(trx: Trx, sha256: string): Promise<boolean> {
  // Two statements: the second sees what was committed while the first waited for the lock.
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

export interface KeptMesh {
  analysisId: string
  bodyIndex: number
}

export async function listMeshes(trx: Trx, sha256: string): Promise<KeptMesh[]> {
  return trx
    .selectFrom('part_body')
    .innerJoin('part_analysis', 'part_analysis.id', 'part_body.analysis_id')
    .select(['part_body.analysis_id as analysisId', 'part_body.body_index as bodyIndex'])
    .where('part_analysis.sha256', '=', sha256)
    .where('part_analysis.meshes_removed_at', 'is', null)
    .execute()
}

export async function markRemoved(trx: Trx, sha256: string, now: Date): Promise<void> {
  await trx.updateTable('file_content').set({ removed_at: now }).where('sha256', '=', sha256).execute()
  await trx.updateTable('part_analysis').set({ meshes_removed_at: now }).where('sha256', '=', sha256).execute()
}

export async function findOwner(db: Db, customerId: string) {
  return db
    .selectFrom('customer')
    .select(['email', 'username', 'language'])
    .where('id', '=', customerId)
    .$narrowType<{ language: Language }>()
    .executeTakeFirst()
}
