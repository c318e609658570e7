import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** Uploads of a customer whose bytes may still be in the store of unfinished uploads. */
export async function listUnfinished(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['uploading', 'received'])
    .execute()
  return rows.map(({ id }) => id)
}

export async function listContents(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('sha256')
    .distinct()
    .where('customer_id', '=', customerId)
    .where('sha256', 'is not', null)
    .execute()
  return rows.flatMap(({ sha256 }) => sha256 ?? [])
}

/** Also of uploads that never got a content: nothing more may be stored for them. */
export async function expireUploadsOf(db: Db, customerId: string): Promise<void> {
  await db
    .updateTable('upload')
    .set({ state: 'expired', notify_email: null, notify_language: null })
    .where('customer_id', '=', customerId)
    .execute()
}

/** Locks a content, so that storing it again waits; whether only this customer has it. */
export async function lockContentOf(trx: Trx, sha256: string, customerId: string): Promise<boolean> {
  await trx.selectFrom('file_content').select('sha256').where('sha256', '=', sha256).forUpdate().execute()

  const other = await trx
    .selectFrom('upload')
    .select('id')
    .where('sha256', '=', sha256)
    .where(sql<boolean>`customer_id is distinct from ${customerId}::uuid`)
    .limit(1)
    .executeTakeFirst()

  return other === undefined
}

/** Pictures and meshes of a content. */
export async function listDerivedFiles(trx: Trx, sha256: string) {
  return trx
    .selectFrom('part_body')
    .innerJoin('part_analysis', 'part_analysis.id', 'part_body.analysis_id')
    .select(['part_body.analysis_id', 'part_body.body_index', 'part_body.thumbnail_id'])
    .where('part_analysis.sha256', '=', sha256)
    .execute()
}

export async function unlinkContent(trx: Trx, sha256: string, customerId: string): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ sha256: null, analysis_id: null })
    .where('sha256', '=', sha256)
    .where('customer_id', '=', customerId)
    .execute()
}

/** With its analyses and bodies. */
export async function deleteContent(trx: Trx, sha256: string): Promise<void> {
  await trx.deleteFrom('part_analysis').where('sha256', '=', sha256).execute()
  await trx.deleteFrom('file_content').where('sha256', '=', sha256).execute()
}
