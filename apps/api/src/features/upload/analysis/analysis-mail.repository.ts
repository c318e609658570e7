import type { Language } from '@cotation/domain'
import type { Db } from '#db/database.ts'

export interface Notice {
  email: string
  language: Language
  name: string
  state: 'done' | 'failed'
  analysisId: string | null
  /** The project that used the file last. */
  projectId: string | null
}

/** The mail requested for a finished upload; undefined before it finished and once it was sent. */
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

/** Deletes the address, which was given for one mail only. */
export async function forgetNotice(db: Db, uploadId: string, email: string): Promise<void> {
  await db
    .updateTable('upload')
    .set({ notify_email: null, notify_language: null })
    .where('id', '=', uploadId)
    .where('notify_email', '=', email)
    .execute()
}

/** Finished uploads whose mail was not sent: they failed before their analysis. */
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
