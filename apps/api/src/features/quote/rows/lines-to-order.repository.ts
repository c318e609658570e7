import type { PartMeasures } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { JudgedLineRow } from '#features/quote/rows/line.repository.ts'
import type { ManualQuoteRow } from '#features/quote/rows/manual-quote.repository.ts'
import type { Acceptance } from './acceptance.repository.ts'

/** A line with everything that an order needs. */
export interface LineToOrderRow
  extends Omit<
    JudgedLineRow,
    'created_at' | 'updated_at' | 'deleted_at' | 'revision' | 'has_attachment' | 'has_acceptance' | 'has_quote'
  > {
  part: PartMeasures | null
  thumbnail_id: string | null
  attachments: { id: string; name: string; lastUsedAt: string }[]
  acceptances: (Pick<Acceptance, 'rule' | 'finding' | 'wording'> & { acceptedAt: string })[]
  quote: Pick<ManualQuoteRow, 'state' | 'subject' | 'unit_minor' | 'working_days' | 'size_mm' | 'weight_g'> | null
}

const listOf = (select: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(found) from (${select}) found), '[]'::json)`

/**
 * Project lines by position, in one query, because every order waits for it. Never selected by `=
 * any`: PostgreSQL plans each list separately, which costs more than the query itself.
 */
export async function listLinesToOrder(
  db: Db | Trx,
  projectId: string,
  lineIds: readonly string[],
): Promise<LineToOrderRow[]> {
  const { rows } = await sql<LineToOrderRow>`
    select line.id, line.project_id, line.upload_id, line.body_index, line.position, line.name, line.configuration, line.comment,
      line.line_minor, line.verdict, file.name as file_name, file.state as file_state, file.sha256, file.unit, file.analysis_id,
      file.last_used_at, body.measures as part, body.thumbnail_id,
      exists (select from order_line where order_line.line_id = line.id) as was_ordered,
      array(select upload_id::text from line_attachment where line_id = line.id order by 1) as drawings,
      ${listOf(sql`select attached.id, attached.name, attached.last_used_at as "lastUsedAt"
        from line_attachment join upload attached on attached.id = line_attachment.upload_id
        where line_attachment.line_id = line.id order by line_attachment.position`)} as attachments,
      ${listOf(sql`select rule, finding, wording, accepted_at as "acceptedAt"
        from finding_acceptance where line_id = line.id and withdrawn_at is null`)} as acceptances,
      (select json_build_object('state', state, 'subject', subject, 'unit_minor', unit_minor, 'working_days', working_days,
          'size_mm', size_mm, 'weight_g', weight_g)
        from manual_quote where line_id = line.id and state <> 'withdrawn') as quote
    from quote_line line
      join upload file on file.id = line.upload_id
      left join part_body body on body.analysis_id = file.analysis_id and body.body_index = line.body_index
    where line.project_id = ${projectId} and array_position(${lineIds}::uuid[], line.id) is not null and line.deleted_at is null
    order by line.position, line.id`.execute(db)
  return rows
}
