import type { TechnologySlug } from '@cotation/domain'
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Activity } from '#core/project-activity.ts'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import { contains, type Page, readPage } from '#db/lists.ts'
import type { Database, ProjectTable } from '#db/schema.generated.ts'
import type { Owner } from '#http/session.ts'
import { hasOrder } from './line-order.repository.ts'
import { isOwnProject } from './owner.repository.ts'

export type ProjectRow = Selectable<ProjectTable>
export type ProjectChange = Updateable<ProjectTable>

const ownProject = (db: Db | Trx, owner: Owner, projectId: string) =>
  db.selectFrom('project').selectAll().where('id', '=', projectId).where(isOwnProject(owner))

/** A project of the caller; unknown, removed and other owners' projects are all NOT_FOUND. */
export async function getProject(db: Db | Trx, owner: Owner, projectId: string): Promise<ProjectRow> {
  const row = await ownProject(db, owner, projectId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** A project of the caller, and whether parts of it are in an order that was neither cancelled nor refunded. */
export async function getProjectToOrder(
  db: Db,
  owner: Owner,
  projectId: string,
): Promise<ProjectRow & { has_order: boolean }> {
  const row = await ownProject(db, owner, projectId)
    .where('deleted_at', 'is', null)
    .select(hasOrder(sql.ref('project.id')).as('has_order'))
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Locks a project of the caller for a change. */
export async function lockProject(
  trx: Trx,
  owner: Owner,
  projectId: string,
  { removed = false }: { removed?: boolean } = {},
): Promise<ProjectRow> {
  const row = await ownProject(trx, owner, projectId)
    .where('deleted_at', removed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Locks a project of any owner, for a job or for staff. */
export async function lockProjectById(trx: Trx, projectId: string): Promise<ProjectRow | undefined> {
  return trx.selectFrom('project').selectAll().where('id', '=', projectId).forUpdate().executeTakeFirst()
}

export async function findProjectById(db: Db | Trx, projectId: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('project').selectAll().where('id', '=', projectId).executeTakeFirst()
}

export async function findSharedProject(db: Db, shareHash: Buffer): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('project')
    .selectAll()
    .where('share_hash', '=', shareHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function countProjects(trx: Trx, owner: Owner): Promise<{ live: number; all: number }> {
  return trx
    .selectFrom('project')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`count(*) filter (where deleted_at is null)::int`.as('live'),
    ])
    .where(isOwnProject(owner))
    .executeTakeFirstOrThrow()
}

/** Inserts a project with the first entry of its activity, in one statement. */
export async function insertProject(
  trx: Trx,
  project: Insertable<ProjectTable>,
  { actor, event }: Activity,
): Promise<ProjectRow> {
  return trx
    .with('created', (db) => db.insertInto('project').values(project).returningAll())
    .with('entry', (db) =>
      db
        .insertInto('project_activity')
        .columns(['project_id', 'at', 'actor', 'event'])
        .expression((eb) =>
          eb
            .selectFrom('created')
            .select([
              'created.id',
              'created.created_at',
              eb.val(actor).as('actor'),
              sql<string>`${JSON.stringify(event)}::jsonb`.as('event'),
            ]),
        ),
    )
    .selectFrom('created')
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** Sets the service of a locked project, as part of a change that increments the revision. */
export async function updateService(trx: Trx, projectId: string, service: TechnologySlug): Promise<void> {
  await trx.updateTable('project').set({ service }).where('id', '=', projectId).execute()
}

/**
 * Updates a locked project, increments its revision and adds to its activity; `change` is for its
 * own columns.
 */
export async function touchProject(
  trx: Trx,
  projectId: string,
  now: Date,
  { change = {}, activity }: { change?: ProjectChange; activity: readonly Activity[] },
): Promise<void> {
  const update = (db: Pick<Trx, 'updateTable'>) =>
    db
      .updateTable('project')
      .set({ ...change, updated_at: now })
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', projectId)
  if (activity.length === 0) {
    await update(trx).execute()
    return
  }

  const entries = activity.map(({ actor, event }) => ({
    project_id: projectId,
    at: now,
    actor,
    event: JSON.stringify(event),
  }))
  await trx.with('touched', update).insertInto('project_activity').values(entries).execute()
}

/** Deletes lines and projects that were removed before a date. */
export async function purgeRemoved(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('quote_line').where('deleted_at', '<', before).execute()
  await db.deleteFrom('project').where('deleted_at', '<', before).execute()
}

/** Deletes projects of visitors whose token has expired: nobody can open them any more. */
export async function purgeAbandoned(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('project')
    .where('visitor_hash', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.token_hash')
            .whereRef('session.token_hash', '=', 'project.visitor_hash')
            .where('session.expires_at', '>', now),
        ),
      ),
    )
    .execute()
}

/** Matches the name of the project, of a line or of a line's file. */
const isNamed = (search: string) => (eb: ExpressionBuilder<Database, 'project'>) => {
  const line = eb
    .selectFrom('quote_line')
    .innerJoin('upload', 'upload.id', 'quote_line.upload_id')
    .select('quote_line.id')
    .whereRef('quote_line.project_id', '=', 'project.id')
    .where('quote_line.deleted_at', 'is', null)
    .where((inner) =>
      inner.or([contains(sql.ref('quote_line.name'), search), contains(sql.ref('upload.name'), search)]),
    )

  return eb.or([contains(sql.ref('project.name'), search), eb.exists(line)])
}

/** A page of the owner's projects, last changed first, and their total number. */
export async function listProjects(
  db: Db,
  owner: Owner,
  query: Page & { search?: string | undefined },
): Promise<{ rows: ProjectRow[]; total: number }> {
  let found = db.selectFrom('project').where(isOwnProject(owner)).where('deleted_at', 'is', null)
  if (query.search) found = found.where(isNamed(query.search))

  return readPage(found.selectAll('project').orderBy('updated_at', 'desc').orderBy('id'), query)
}

/** The customer's projects that were changed last. */
export async function listLatest(db: Db, customerId: string, limit: number): Promise<ProjectRow[]> {
  return db
    .selectFrom('project')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
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
      'quote_line.id',
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
