import { isClosedOrder, orderStatuses, type UploadPurpose, type UploadState } from '@cotation/domain'
import type { Refusal } from '@cotation/geometry'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Database, UploadTable } from '#db/schema.generated.ts'
import type { Owner } from '#http/session.ts'

export type UploadRow = Selectable<UploadTable>

const ownedBy = (owner: Owner) => (row: ExpressionBuilder<Database, 'upload'>) =>
  owner.customerId === null
    ? row('upload.visitor_hash', '=', owner.visitorHash)
    : row('upload.customer_id', '=', owner.customerId)

/** Files of an owner that are stored or being uploaded. */
export async function sumStored(trx: Trx, owner: Owner): Promise<{ files: number; bytes: number }> {
  const row = await trx
    .selectFrom('upload')
    .select([sql<number>`count(*)::int`.as('files'), sql<string>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where(ownedBy(owner))
    .where((upload) =>
      upload.or([
        upload('state', 'in', ['uploading', 'received', 'analysing', 'done']),
        upload.and([upload('state', '=', 'failed'), upload('sha256', 'is not', null)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { files: row.files, bytes: Number(row.bytes) }
}

/** Uploads of everyone whose bytes have arrived since then and are not stored yet. */
export async function countArriving(db: Db | Trx, since: Date): Promise<number> {
  const row = await db
    .selectFrom('upload')
    .select(sql<number>`count(*)::int`.as('files'))
    .where('state', 'in', ['uploading', 'received'])
    .where('bytes_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.files
}

/** The digest of the network that a visitor's token was issued to; null if it is not known. */
export async function findVisitorNetwork(trx: Trx, visitorHash: Buffer): Promise<string | null> {
  const row = await trx.selectFrom('session').select('network').where('token_hash', '=', visitorHash).executeTakeFirst()
  return row?.network ?? null
}

/** Unfinished uploads of all visitors of a network that were announced or continued since then. */
export async function countUnfinishedOfNetwork(trx: Trx, network: string, since: Date): Promise<number> {
  const row = await trx
    .selectFrom('session')
    .innerJoin('upload', 'upload.visitor_hash', 'session.token_hash')
    .select(sql<number>`count(*)::int`.as('files'))
    .where('session.network', '=', network)
    .where('upload.state', 'in', ['uploading', 'received'])
    .where('upload.last_used_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.files
}

export async function insertUploads(
  trx: Trx,
  owner: Owner,
  files: readonly { name: string; bytes: number }[],
  purpose: UploadPurpose,
  now: Date,
): Promise<UploadRow[]> {
  const rows = await trx
    .insertInto('upload')
    .values(
      files.map(({ name, bytes }) => ({
        customer_id: owner.customerId,
        visitor_hash: owner.visitorHash,
        purpose,
        name,
        bytes,
        state: 'uploading' as const,
        created_at: now,
        last_used_at: now,
      })),
    )
    .returningAll()
    .execute()
  return rows
}

export async function findUpload(db: Db | Trx, uploadId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('upload').selectAll().where('id', '=', uploadId).executeTakeFirst()
}

export async function findOwnUpload(db: Db | Trx, owner: Owner, uploadId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('upload').selectAll().where('id', '=', uploadId).where(ownedBy(owner)).executeTakeFirst()
}

/** Locks uploads against removal, leaving out those of other owners or purposes. */
export async function lockOwnUploads(
  trx: Trx,
  owner: Owner,
  uploadIds: readonly string[],
  purpose: UploadPurpose,
): Promise<Pick<UploadRow, 'id' | 'name'>[]> {
  return trx
    .selectFrom('upload')
    .select(['id', 'name'])
    .where('id', 'in', uploadIds)
    .where('purpose', '=', purpose)
    .where(ownedBy(owner))
    .forKeyShare()
    .execute()
}

export async function lockUpload(trx: Trx, uploadId: string): Promise<UploadRow | undefined> {
  return trx.selectFrom('upload').selectAll().where('id', '=', uploadId).forUpdate().executeTakeFirst()
}

/** Records that bytes were stored. */
export async function touchArriving(db: Db, uploadId: string, now: Date): Promise<void> {
  await db
    .updateTable('upload')
    .set({ last_used_at: now, bytes_at: now })
    .where('id', '=', uploadId)
    .where('state', 'in', ['uploading', 'received'])
    .execute()
}

export async function setState(
  trx: Trx,
  uploadId: string,
  state: UploadState,
  refusal: Refusal | null = null,
): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ state, refusal: refusal && JSON.stringify(refusal) })
    .where('id', '=', uploadId)
    .execute()
}

export async function deleteUpload(trx: Trx, uploadId: string): Promise<void> {
  await trx.deleteFrom('upload').where('id', '=', uploadId).execute()
}

/**
 * Registers the content before it is stored, so that retention keeps it. Cancels a pending removal;
 * a finished one shows as missing bytes, which are then stored again.
 */
export async function claimContent(
  trx: Trx,
  uploadId: string,
  content: { sha256: string; bytes: number },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('file_content')
    .values({ ...content, stored_at: now, removed_at: null })
    .onConflict((row) =>
      row.column('sha256').doUpdateSet({
        removed_at: null,
        stored_at: sql`case when file_content.removed_at is null then file_content.stored_at else excluded.stored_at end`,
      }),
    )
    .execute()
  await trx.updateTable('upload').set({ sha256: content.sha256 }).where('id', '=', uploadId).execute()
}

export async function listUploadsWithAnalysis(db: Db | Trx, uploadIds: readonly string[]) {
  if (uploadIds.length === 0) return []
  return db
    .selectFrom('upload')
    .leftJoin('part_analysis', 'part_analysis.id', 'upload.analysis_id')
    .selectAll('upload')
    .select([
      'part_analysis.summary',
      'part_analysis.queued_at',
      'part_analysis.refusal as analysis_refusal',
      'part_analysis.state as analysis_state',
    ])
    .where('upload.id', 'in', uploadIds)
    .execute()
}

export type UploadWithAnalysis = Awaited<ReturnType<typeof listUploadsWithAnalysis>>[number]

const closed = sql.join(orderStatuses.filter(isClosedOrder).map((status) => sql.lit(status)))

/**
 * Whether an open order needs a row of `upload`, as a part or a drawing. Drawings are looked up in
 * the order itself, because the quote line may have been removed.
 */
export const isHeldByOrder = sql<boolean>`(exists (
    select from order_line join customer_order on customer_order.id = order_line.order_id
    where order_line.upload_id = upload.id and customer_order.status not in (${closed})
  ) or upload.purpose = 'attachment' and exists (
    select from customer_order join order_line on order_line.order_id = customer_order.id
    where customer_order.customer_id = upload.customer_id and customer_order.status not in (${closed})
      and order_line.ordered -> 'attachments' @> jsonb_build_array(jsonb_build_object('uploadId', upload.id))
  ))`
