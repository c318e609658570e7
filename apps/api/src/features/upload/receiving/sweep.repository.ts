import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const mostPerRun = 1000

/** Announced or begun, and nothing has come since. */
export async function listStalled(db: Db, before: Date): Promise<{ id: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('upload')
    .select(['id', 'bytes'])
    .where('state', '=', 'uploading')
    .where('last_used_at', '<', before)
    .limit(mostPerRun)
    .execute()
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }))
}

/** Received long ago, so that the job that stores them has been given up. */
export async function listUnstored(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('state', '=', 'received')
    .where('last_used_at', '<', before)
    .limit(mostPerRun)
    .execute()
  return rows.map(({ id }) => id)
}

/** Which of these may still have bytes in the receiving store. */
export async function listReceiving(db: Db, ids: readonly string[]): Promise<string[]> {
  const uuids = ids.filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
  if (uuids.length === 0) return []

  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', uuids)
    .where('state', 'in', ['uploading', 'received'])
    .execute()

  return rows.map(({ id }) => id)
}

/**
 * Removes the records that no line uses and nobody can ask for: of visitors whose token is over, and of files that never came.
 * Gives back the contents that may be nobody's now.
 */
export async function deleteForgotten(db: Db, now: Date, before: Date): Promise<string[]> {
  const { rows } = await sql<{ sha256: string | null }>`
    delete from upload
    where not exists (select from quote_line where quote_line.upload_id = upload.id)
      and not exists (select from line_attachment where line_attachment.upload_id = upload.id)
      and last_used_at < ${before}
      and (
        state = 'failed' and sha256 is null
        or visitor_hash is not null
          and not exists (select from session where token_hash = upload.visitor_hash and expires_at > ${now})
      )
    returning sha256`.execute(db)
  return [...new Set(rows.flatMap(({ sha256 }) => sha256 ?? []))]
}
