import type { Configuration } from '@cotation/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { LineRevision, LineVerdictRecord } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { QuoteLineTable, UploadTable } from '#db/schema.generated.ts'
import type { Owner } from '#http/session.ts'
import { isOwnProject } from './owner.repository.ts'

type Line = Selectable<QuoteLineTable>

/** A line with data of its file, but without the verdict, which is large. */
export interface LineRow extends Omit<Line, 'verdict'> {
  file_name: string
  file_state: UploadTable['state']
  sha256: string | null
  unit: string
  analysis_id: string | null
  last_used_at: Date
  has_attachment: boolean
  /** Attached uploads, sorted. */
  drawings: string[]
  has_acceptance: boolean
  has_quote: boolean
  /** The line is in some order, whatever its status. */
  was_ordered: boolean
}

/** What most lines have none of; without it, no query for it is needed. */
type LineExtra = 'has_attachment' | 'has_acceptance' | 'has_quote' | 'was_ordered'

export const idsWith = (extra: LineExtra, lines: readonly LineRow[]): string[] =>
  lines.filter((line) => line[extra]).map(({ id }) => id)

export type JudgedLineRow = LineRow & { verdict: LineVerdictRecord | null }

/** The verdict of a line; null while there is none, or only one on an older file or unit. */
export function currentVerdict({ analysis_id, verdict }: Pick<JudgedLineRow, 'analysis_id' | 'verdict'>) {
  return analysis_id !== null && verdict?.analysisId === analysis_id ? verdict : null
}

const columns = [
  'quote_line.id',
  'quote_line.project_id',
  'quote_line.upload_id',
  'quote_line.body_index',
  'quote_line.position',
  'quote_line.name',
  'quote_line.configuration',
  'quote_line.comment',
  'quote_line.line_minor',
  'quote_line.revision',
  'quote_line.created_at',
  'quote_line.updated_at',
  'quote_line.deleted_at',
  'upload.name as file_name',
  'upload.state as file_state',
  'upload.sha256',
  'upload.unit',
  'upload.analysis_id',
  'upload.last_used_at',
  sql<boolean>`exists (select from line_attachment where line_id = quote_line.id)`.as('has_attachment'),
  sql<string[]>`array(select upload_id::text from line_attachment where line_id = quote_line.id order by 1)`.as(
    'drawings',
  ),
  sql<boolean>`exists (select from finding_acceptance where line_id = quote_line.id and withdrawn_at is null)`.as(
    'has_acceptance',
  ),
  sql<boolean>`exists (select from manual_quote where line_id = quote_line.id and state <> 'withdrawn')`.as(
    'has_quote',
  ),
  sql<boolean>`exists (select from order_line where order_line.line_id = quote_line.id)`.as('was_ordered'),
] as const

/** The lines of the owner's projects whose file has one of these contents, last changed project first. */
export async function listLinesWithContent(db: Db, owner: Owner, digests: readonly string[]) {
  return db
    .selectFrom('quote_line')
    .innerJoin('project', 'project.id', 'quote_line.project_id')
    .innerJoin('upload', 'upload.id', 'quote_line.upload_id')
    .select(['quote_line.id', 'quote_line.upload_id', 'project.id as project_id'])
    .select('project.name as project_name')
    .select((eb) => eb.ref('upload.sha256').$notNull().as('sha256'))
    .where(isOwnProject(owner))
    .where('project.deleted_at', 'is', null)
    .where('quote_line.deleted_at', 'is', null)
    .where('upload.state', '=', 'done')
    .where('upload.sha256', 'in', digests)
    .orderBy('project.updated_at', 'desc')
    .orderBy('project.id')
    .orderBy('quote_line.position')
    .execute()
}

function linesOf(db: Db | Trx, projectId: string, lineIds: readonly string[] | undefined) {
  const lines = db
    .selectFrom('quote_line')
    .innerJoin('upload', 'upload.id', 'quote_line.upload_id')
    .select(columns)
    .where('quote_line.project_id', '=', projectId)
    .where('quote_line.deleted_at', 'is', null)
    .orderBy('quote_line.position')
    .orderBy('quote_line.id')
  return lineIds ? lines.where('quote_line.id', 'in', lineIds) : lines
}

/** The lines of a project, or some of them, by position; without removed ones. */
export async function listLines(db: Db | Trx, projectId: string, lineIds?: readonly string[]): Promise<LineRow[]> {
  return lineIds?.length === 0 ? [] : linesOf(db, projectId, lineIds).execute()
}

/** The same lines with their verdicts. */
export async function listJudgedLines(
  db: Db | Trx,
  projectId: string,
  lineIds?: readonly string[],
): Promise<JudgedLineRow[]> {
  return lineIds?.length === 0 ? [] : linesOf(db, projectId, lineIds).select('quote_line.verdict').execute()
}

/** The first line of a project that was not removed; removed lines keep their position. */
export async function findFirstLine(db: Db | Trx, projectId: string): Promise<LineRow | undefined> {
  return linesOf(db, projectId, undefined).limit(1).executeTakeFirst()
}

/** Exactly these lines; NOT_FOUND if one of them is not in the project (BOL-2). */
export async function getLines(trx: Trx, projectId: string, lineIds: readonly string[]): Promise<LineRow[]> {
  const wanted = [...new Set(lineIds)]
  const found = await listLines(trx, projectId, wanted)
  if (found.length !== wanted.length) throw new AppError('NOT_FOUND')
  return found
}

export async function getJudgedLine(db: Db | Trx, projectId: string, lineId: string): Promise<JudgedLineRow> {
  const [line] = await listJudgedLines(db, projectId, [lineId])
  if (!line) throw new AppError('NOT_FOUND')
  return line
}

/** Throws NOT_FOUND unless all lines, removed ones included, are in the project. */
export async function assertLinesOfProject(trx: Trx, projectId: string, lineIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(lineIds)]
  const found = await trx
    .selectFrom('quote_line')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', wanted)
    .execute()
  if (found.length !== wanted.length) throw new AppError('NOT_FOUND')
}

/** The number of lines, and the last position including removed lines. */
export async function lineCount(db: Db | Trx, projectId: string): Promise<{ lines: number; lastPosition: number }> {
  return db
    .selectFrom('quote_line')
    .select([
      sql<number>`count(*) filter (where deleted_at is null)::int`.as('lines'),
      sql<number>`coalesce(max(position), 0)::int`.as('lastPosition'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
}

interface NewLine extends Pick<Insertable<QuoteLineTable>, 'upload_id' | 'name' | 'comment'> {
  body_index: number | null
  configuration: Configuration | null
}

/** Inserts lines after a position, in the given sequence; returns their ids. */
export async function insertLines(
  trx: Trx,
  { projectId, after, now }: { projectId: string; after: number; now: Date },
  lines: readonly NewLine[],
): Promise<string[]> {
  if (lines.length === 0) return []

  const values = lines.map(({ configuration, ...line }, index) => ({
    ...line,
    project_id: projectId,
    position: after + 1 + index,
    configuration: configuration && JSON.stringify(configuration),
    created_at: now,
    updated_at: now,
  }))
  const rows = await trx.insertInto('quote_line').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** What settling and editing write. Absent fields keep their value. */
export interface LineUpdate {
  id: string
  name?: string
  comment?: string
  bodyIndex?: number | null
  configuration?: Configuration | null
  verdict?: LineVerdictRecord
  lineMinor?: number | null
  updatedAt?: Date
}

/** Updates many lines in one statement, each once: every version of a row carries its large verdict. */
export async function updateLines(trx: Trx, updates: readonly LineUpdate[]): Promise<void> {
  if (updates.length === 0) return
  await sql`
    update quote_line set
      name = coalesce(line.name, quote_line.name),
      comment = coalesce(line.comment, quote_line.comment),
      body_index = coalesce(line."bodyIndex", quote_line.body_index),
      configuration = coalesce(line.configuration, quote_line.configuration),
      verdict = coalesce(line.verdict, quote_line.verdict),
      line_minor = case when line.verdict is null then quote_line.line_minor else line."lineMinor" end,
      updated_at = coalesce(line."updatedAt", quote_line.updated_at)
    from json_to_recordset(${JSON.stringify(updates)}::json) as line (id uuid, name text, comment text, "bodyIndex" int,
      configuration jsonb, verdict jsonb, "lineMinor" bigint, "updatedAt" timestamptz)
    where quote_line.id = line.id
  `.execute(trx)
}

/** Removes lines, or restores them if the time is null; returns the names of those that were changed. */
export async function setRemoved(trx: Trx, lineIds: readonly string[], at: Date | null, now: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('quote_line')
    .set({ deleted_at: at, updated_at: now })
    .where('id', 'in', lineIds)
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Replaces the file of a line; its body is assigned again after the analysis. */
export async function setFile(
  trx: Trx,
  lineId: string,
  file: { uploadId: string; name: string; revision: LineRevision; now: Date },
): Promise<void> {
  await trx
    .updateTable('quote_line')
    .set({
      upload_id: file.uploadId,
      name: file.name,
      revision: JSON.stringify(file.revision),
      updated_at: file.now,
    })
    .where('id', '=', lineId)
    .execute()
}

/** Moves lines to the end of a project, in the given sequence. */
export async function moveLines(
  trx: Trx,
  lineIds: readonly string[],
  to: { projectId: string; lastPosition: number; now: Date },
): Promise<void> {
  const moves = lineIds.map((id, index) => ({ id, position: to.lastPosition + 1 + index }))
  await sql`
    update quote_line set project_id = ${to.projectId}, position = move.position, updated_at = ${to.now}
    from json_to_recordset(${JSON.stringify(moves)}::json) as move (id uuid, position int)
    where quote_line.id = move.id
  `.execute(trx)
}

/** Projects with a line that uses this file; removed projects included. */
export async function listProjectsOfUpload(db: Db, uploadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('quote_line')
    .select('project_id')
    .distinct()
    .where('upload_id', '=', uploadId)
    .where('deleted_at', 'is', null)
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

export async function listLineIdsOfUpload(trx: Trx, projectId: string, uploadId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('quote_line')
    .select('id')
    .where('project_id', '=', projectId)
    .where('upload_id', '=', uploadId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export interface BodyAssignment {
  id: string
  name: string
  bodyIndex: number
  configuration: Configuration | null
}

/** Makes room for new lines after a position. */
export async function shiftLines(trx: Trx, projectId: string, after: number, by: number): Promise<void> {
  await trx
    .updateTable('quote_line')
    .set((eb) => ({ position: eb('position', '+', by) }))
    .where('project_id', '=', projectId)
    .where('position', '>', after)
    .execute()
}
