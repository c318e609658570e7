import { type ExpressionBuilder, sql } from 'kysely'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Db } from '#db/database.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { Database } from '#db/schema.generated.ts'
import { isOwnProject } from '#features/quote/rows/owner.repository.ts'
import type { Owner } from '#http/session.ts'
import type { ProjectRow } from './project.repository.ts'

/** Matches the name of the project, of a line or of a line's file. */
const isNamed = (search: string) => (eb: ExpressionBuilder<Database, 'project'>) => {
  const pattern = containsPattern(search)
  const line = eb
    .selectFrom('quote_line')
    .innerJoin('upload', 'upload.id', 'quote_line.upload_id')
    .select('quote_line.id')
    .whereRef('quote_line.project_id', '=', 'project.id')
    .where('quote_line.deleted_at', 'is', null)
    .where((inner) => inner.or([inner('quote_line.name', 'ilike', pattern), inner('upload.name', 'ilike', pattern)]))

  return eb.or([eb('project.name', 'ilike', pattern), eb.exists(line)])
}

/** A page of the owner's projects, last changed first, and their total number. */
export async function listProjects(
  db: Db,
  owner: Owner,
  { search, page, pageSize }: { search: string | undefined; page: number; pageSize: number },
): Promise<{ projects: ProjectRow[]; total: number }> {
  let found = db.selectFrom('project').where(isOwnProject(owner)).where('deleted_at', 'is', null)
  if (search) found = found.where(isNamed(search))

  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const projects = await found
    .selectAll('project')
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()

  return { projects, total }
}

/** The lines of these projects, with only the columns that a summary needs. */
export async function listLineSummaries(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('quote_line')
    .innerJoin('upload', 'upload.id', 'quote_line.upload_id')
    .leftJoin('part_body', (join) =>
      join
        .onRef('part_body.analysis_id', '=', 'upload.analysis_id')
        .onRef('part_body.body_index', '=', 'quote_line.body_index'),
    )
    .select([
      'quote_line.project_id',
      'quote_line.line_minor',
      'upload.state as file_state',
      'upload.analysis_id',
      'part_body.thumbnail_id',
      sql<string | null>`quote_line.verdict ->> 'analysisId'`.as('judged_analysis_id'),
      sql<LineVerdictRecord['standing'] | null>`quote_line.verdict -> 'standing'`.as('standing'),
    ])
    .where('quote_line.project_id', 'in', projectIds)
    .where('quote_line.deleted_at', 'is', null)
    .orderBy('quote_line.position')
    .orderBy('quote_line.id')
    .execute()
}
