import { sql } from 'kysely'
import type { ThumbnailScope } from '#core/thumbnail-keys.ts'
import type { Db } from '#db/database.ts'

const bodyOfUpload = sql`part_body join upload on upload.analysis_id = part_body.analysis_id`
const partOfProject = sql`${bodyOfUpload}
  join quote_line on quote_line.upload_id = upload.id and quote_line.deleted_at is null
  join project on project.id = quote_line.project_id and project.deleted_at is null`

/** Whether the scope exists and still shows a part with this thumbnail. */
export async function isShown(db: Db, { kind, id }: ThumbnailScope, thumbnailId: string, now: Date): Promise<boolean> {
  const shown = {
    project: sql`select from ${partOfProject} where project.id = ${id} and part_body.thumbnail_id = ${thumbnailId}`,
    share: sql`select from ${partOfProject}
      where project.share_hash = ${Buffer.from(id, 'hex')} and part_body.thumbnail_id = ${thumbnailId}`,
    order: sql`select from order_line where order_id = ${id} and thumbnail_id = ${thumbnailId}`,
    'payment-link': sql`select from payment_link
      join additional_cost on additional_cost.id = payment_link.additional_cost_id
      join order_line on order_line.order_id = additional_cost.order_id
      where payment_link.id = ${id} and payment_link.expires_at > ${now} and order_line.thumbnail_id = ${thumbnailId}`,
    upload: sql`select from ${bodyOfUpload} where upload.id = ${id} and part_body.thumbnail_id = ${thumbnailId}`,
  }

  const { rows } = await sql<{ isShown: boolean }>`select exists (${shown[kind]}) as "isShown"`.execute(db)
  return rows[0]?.isShown ?? false
}
