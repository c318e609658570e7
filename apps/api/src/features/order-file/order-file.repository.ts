import type { UploadState } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export async function findCustomerOfOrder(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db.selectFrom('customer_order').select('customer_id').where('id', '=', orderId).executeTakeFirst()
  return row?.customer_id
}

/** The analysed body that a line of an order is made from, and whose it is. */
export async function findOrderedBody(db: Db, orderId: string, lineId: string) {
  return db
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .innerJoin('customer_order', 'customer_order.id', 'order_line.order_id')
    .select(['upload.analysis_id', 'order_line.upload_id', 'customer_order.customer_id'])
    .select(sql<number | null>`(ordered ->> 'bodyIndex')::int`.as('body_index'))
    .where('order_line.id', '=', lineId)
    .where('order_line.order_id', '=', orderId)
    .executeTakeFirst()
}

export interface OrderFileRow {
  upload_id: string
  name: string
  purpose: 'part' | 'attachment'
  line_id: string
  line_name: string
  bytes: string | null
  sha256: string | null
  state: UploadState | null
}

/** The files of an order's lines as they were ordered: the model of each line, then what belongs to it. */
export async function listOrderFiles(db: Db, orderId: string): Promise<OrderFileRow[]> {
  const { rows } = await sql<OrderFileRow>`
    select file.upload_id, coalesce(upload.name, file.name) as name, file.purpose, file.line_id, file.line_name,
      upload.bytes, upload.sha256, upload.state
    from (
      select position, 0 as place, upload_id, name, 'part' as purpose, id as line_id, name as line_name
      from order_line where order_id = ${orderId}
      union all
      select position, attachment.place::int, (attachment.file ->> 'uploadId')::uuid, attachment.file ->> 'name',
        'attachment', order_line.id, order_line.name
      from order_line, jsonb_array_elements(ordered -> 'attachments') with ordinality attachment (file, place)
      where order_id = ${orderId}
    ) file left join upload on upload.id = file.upload_id
    order by file.position, file.place`.execute(db)
  return rows
}
