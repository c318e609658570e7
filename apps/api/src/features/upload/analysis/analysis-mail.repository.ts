import type { Language } from '@cotation/domain'
import type { Db } from '#db/database.ts'

export interface Notice {
  email: string
  language: Language
  name: string
  state: 'done' | 'failed'
  analysisId: string | null
  /** Where the file is used, last of all. */
  projectId: string | null
}

/** Whom to tell of an upload that is over, and what; nothing while it is not, and after it was told. */
export async function findNotice(db: Db, uploadId: string): Promise<Notice | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(['name', 'state', 'notify_email', 'notify_language', 'analysis_id'])
    .select((eb) =>
      eb
        .selectFrom('quote_line')
        .innerJoin('project', 'project.id', 'quote_line.project_id')
        .select('project.id')
        .whereRef('quote_line.upload_id', '=', 'upload.id')
        .where('quote_line.deleted_at', 'is', null)
        .where('project.deleted_at', 'is', null)
        .orderBy('quote_line.created_at', 'desc')
        .limit(1)
        .as('project_id'),
    )
    .where('id', '=', uploadId)
    .executeTakeFirst()
  if (!row?.notify_email || (row.state !== 'done' && row.state !== 'failed')) return undefined
  return {
    email: row.notify_email,
    language: row.notify_language ?? 'fr',
    name: row.name,
    state: row.state,
    analysisId: row.analysis_id,
    projectId: row.project_id,
  }
}

/** The address was given for one mail. */
export async function forgetNotice(db: Db, uploadId: string, email: string): Promise<void> {
  await db
    .updateTable('upload')
    .set({ notify_email: null, notify_language: null })
    .where('id', '=', uploadId)
    .where('notify_email', '=', email)
    .execute()
}

/** Uploads that are over and of which somebody still waits to be told: they failed before they were ever looked at. */
export async function listUnsentNotices(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('notify_email', 'is not', null)
    .where('state', 'in', ['done', 'failed'])
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}
