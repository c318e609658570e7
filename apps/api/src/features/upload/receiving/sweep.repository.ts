import { isUuid } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const maxPerRun = 1000

/** Uploads that were announced or begun and made no progress since. */
export async function listStalled(db: Db, before: Date): Promise<{ id: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('upload')
    .select(['id', 'bytes'])
    .where('state', '=', 'uploading')
    .where('last_used_at', '<', before)
    .limit(maxPerRun)
    .execute()
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }))
}

/** Uploads received so long ago that their storing job must have failed for good. */
export async function listUnstored(db: Db, before: Date): Promise<{ id: string; customer_id: string | null }[]> {
  return db
    .selectFrom('upload')
    .select(['id', 'customer_id'])
    .where('state', '=', 'received')
    .where('last_used_at', '<', before)
    .limit(maxPerRun)
    .execute()
}

/** Filters uploads: those that may still have bytes in the receiving store. */
export async function listReceiving(db: Db, ids: readonly string[]): Promise<string[]> {
  const uuids = ids.filter(isUuid)
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
 * Deletes records that no line uses and nobody can access: of visitors whose token has expired, and
 * of files that never arrived. Returns contents that may be unused now.
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
