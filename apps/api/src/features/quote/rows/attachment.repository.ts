import type { Db, Trx } from '#db/database.ts'

export interface Attachments {
  lineId: string
  uploadIds: readonly string[]
}

/** Attached uploads by line, in the customer's sequence. */
export async function listAttachments(db: Db | Trx, lineIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (lineIds.length === 0) return found

  const rows = await db
    .selectFrom('line_attachment')
    .select(['line_id', 'upload_id'])
    .where('line_id', 'in', lineIds)
    .orderBy('line_id')
    .orderBy('position')
    .execute()
  for (const { line_id, upload_id } of rows) found.set(line_id, [...(found.get(line_id) ?? []), upload_id])

  return found
}

/** Replaces the attachments of lines. */
export async function putAttachments(trx: Trx, attachments: readonly Attachments[]): Promise<void> {
  if (attachments.length === 0) return

  const lineIds = attachments.map(({ lineId }) => lineId)
  await trx.deleteFrom('line_attachment').where('line_id', 'in', lineIds).execute()

  const rows = attachments.flatMap(({ lineId, uploadIds }) =>
    [...new Set(uploadIds)].map((uploadId, position) => ({ line_id: lineId, upload_id: uploadId, position })),
  )
  if (rows.length > 0) await trx.insertInto('line_attachment').values(rows).execute()
}
