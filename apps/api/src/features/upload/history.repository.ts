import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { contains } from '#db/lists.ts'
import { isHeldByOrder } from './records/upload.repository.ts'

export interface HistoryPage {
  search?: string | undefined
  page: number
  pageSize: number
}

interface HistoryRow {
  id: string
  thumbnail_id: string | null
  total: number
}

export async function listHistory(
  db: Db,
  customerId: string,
  { search, page, pageSize }: HistoryPage,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const { rows } = await sql<HistoryRow>`
    select upload.id, part_body.thumbnail_id, count(*) over ()::int as total
    from upload left join part_body on part_body.analysis_id = upload.analysis_id and part_body.body_index = 0
    where upload.customer_id = ${customerId} and ${search ? contains(sql`upload.name`, search) : sql`true`}
    order by upload.created_at desc, upload.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }

  // Beyond the last page no row carries the total.
  const { total } = await listHistory(db, customerId, { search, page: 1, pageSize: 1 })
  return { rows, total }
}

/** The customer's newest files, without counting the others. */
export async function listLatest(db: Db, customerId: string, limit: number) {
  return db
    .selectFrom('upload')
    .leftJoin('part_body', (join) =>
      join.onRef('part_body.analysis_id', '=', 'upload.analysis_id').on('part_body.body_index', '=', 0),
    )
    .select(['upload.id', 'upload.name', 'upload.state', 'upload.created_at', 'part_body.thumbnail_id'])
    .where('upload.customer_id', '=', customerId)
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload.id')
    .limit(limit)
    .execute()
}

const uses = sql`
  select upload_id, id as line_id from quote_line
  union all select upload_id, line_id from line_attachment`

/** Projects whose lines use these uploads, as part or attachment. */
export async function listProjectsOf(db: Db, uploadIds: readonly string[]) {
  if (uploadIds.length === 0) return []

  const { rows } = await sql<{ upload_id: string; id: string; name: string }>`
    select distinct used.upload_id, project.id, project.name, project.updated_at
    from (${uses}) used
      join quote_line on quote_line.id = used.line_id and quote_line.deleted_at is null
      join project on project.id = quote_line.project_id and project.deleted_at is null
    where used.upload_id = any(${uploadIds}::uuid[])
    order by project.updated_at desc, project.id`.execute(db)

  return rows
}

/** `live`: a line or an open order uses it. `removed`: only removed lines or closed orders do. */
export async function findUse(trx: Trx, uploadId: string): Promise<'live' | 'removed' | 'none'> {
  const { rows } = await sql<{ lives: boolean }>`
    select quote_line.deleted_at is null and project.deleted_at is null as lives
    from (${uses}) used join quote_line on quote_line.id = used.line_id join project on project.id = quote_line.project_id
    where used.upload_id = ${uploadId}
    union all select ${isHeldByOrder} from upload
    where upload.id = ${uploadId} and (${isHeldByOrder} or exists (select from order_line where upload_id = upload.id))
    `.execute(trx)
  if (rows.some(({ lives }) => lives)) return 'live'
  return rows.length > 0 ? 'removed' : 'none'
}
