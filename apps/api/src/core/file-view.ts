import type { AuditSubjectKind } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { recordAudit } from './audit.ts'
import type { Deps } from './deps.ts'

/** A file of a customer that a screen of staff shows by itself, such as the model of a part, a drawing or a photo. */
export interface FileView {
  staffId: string
  /** The file, or what a photo belongs to. */
  subject: { kind: AuditSubjectKind; id: string }
  /** Null for a visitor without an account. */
  customerId: string | null
  /** Which photo of the subject. */
  after?: { photoId: string }
}

type ViewDeps = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'timeZone'> }

/**
 * Records that a file was shown, once per member of staff and day of the shop: screens load it again
 * whenever they open. Called before the first byte is sent.
 */
export async function recordFileView({ db, config: { timeZone } }: ViewDeps, view: FileView): Promise<void> {
  if (await isViewRecorded(db, view, timeZone)) return

  await db.transaction().execute(async (trx) => {
    // Two screens may ask for one file at the same time.
    const key = JSON.stringify(['file view', view.staffId, view.subject, view.after])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
    if (await isViewRecorded(trx, view, timeZone)) return

    await recordAudit(trx, { ...view, action: 'file.viewed' })
  })
}

/** Days begin by the clock of the database, which also dates the entries. */
async function isViewRecorded(db: Db | Trx, { staffId, subject, after }: FileView, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ isRecorded: boolean }>`
    select exists (
      select from audit_entry
      where subject_kind = ${subject.kind} and subject_id = ${subject.id} and staff_id = ${staffId}
        and action = 'file.viewed' and after = ${JSON.stringify(after ?? {})}::jsonb
        and at >= date_trunc('day', now(), ${timeZone})
    ) as "isRecorded"`.execute(db)
  return rows[0]?.isRecorded ?? false
}
