import type { Refusal } from '@cotation/geometry'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { FileSummary } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PartAnalysisTable, PartBodyTable } from '#db/schema.generated.ts'
import type { UploadRow } from '#features/upload/records/upload.repository.ts'
import { storableJson } from './storable-text.ts'

export type AnalysisRow = Selectable<PartAnalysisTable>

/** Whether the upload points to the reading of its own content in its own unit. */
export async function isReadingOf(trx: Trx, upload: UploadRow): Promise<boolean> {
  if (!upload.analysis_id || !upload.sha256) return false

  const row = await trx
    .selectFrom('part_analysis')
    .select('id')
    .where('id', '=', upload.analysis_id)
    .where('sha256', '=', upload.sha256)
    .where('unit', '=', upload.unit)
    .executeTakeFirst()

  return row !== undefined
}

/** The reading of a content in a unit, locked; made where there is none. */
export async function lockAnalysis(
  trx: Trx,
  asked: { sha256: string; unit: string; askedBy: string; now: Date },
): Promise<{ row: AnalysisRow; isNew: boolean }> {
  const made = await trx
    .insertInto('part_analysis')
    .values({ sha256: asked.sha256, unit: asked.unit, state: 'queued', asked_by: asked.askedBy, queued_at: asked.now })
    // Locks a row that is there, in the same step: between two steps it could go, as rows that nobody wants do.
    .onConflict((conflict) => conflict.columns(['sha256', 'unit']).doUpdateSet({ sha256: asked.sha256 }))
    .returningAll()
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  const { isNew, ...row } = made

  return { row, isNew }
}

/** Has a file read once more: its verdict was about the machine and not about the file, or its meshes are gone. */
export async function queueAgain(trx: Trx, analysisId: string, askedBy: string, now: Date): Promise<void> {
  await trx
    .updateTable('part_analysis')
    .set({ state: 'queued', asked_by: askedBy, attempts: 0, queued_at: now, lease_until: null, finished_at: null })
    .where('id', '=', analysisId)
    .execute()
}

export async function setAskedBy(trx: Trx, analysisId: string, askedBy: string): Promise<void> {
  await trx.updateTable('part_analysis').set({ asked_by: askedBy }).where('id', '=', analysisId).execute()
}

/** How many files wait or are looked at, in all and of each of these askers. */
export async function countWaiting(trx: Trx, askers: readonly string[]): Promise<{ all: number; of: number[] }> {
  const rows = await trx
    .selectFrom('part_analysis')
    .select(['asked_by', sql<number>`count(*)::int`.as('waiting')])
    .where('state', 'in', ['queued', 'running'])
    .groupBy('asked_by')
    .execute()
  return {
    all: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    of: askers.map((asker) => rows.find(({ asked_by }) => asked_by === asker)?.waiting ?? 0),
  }
}

export type UploadOutcome =
  | { state: 'analysing' }
  | { state: 'done'; refusal: null }
  | { state: 'failed'; refusal: Refusal | null }

export async function pointUpload(
  trx: Trx,
  uploadId: string,
  analysisId: string,
  outcome: UploadOutcome,
): Promise<void> {
  const refusal = outcome.state === 'failed' ? storableJson(outcome.refusal) : null
  await trx
    .updateTable('upload')
    .set({ analysis_id: analysisId, state: outcome.state, refusal })
    .where('id', '=', uploadId)
    .execute()
}

export async function setUnit(trx: Trx, uploadId: string, unit: string): Promise<void> {
  await trx.updateTable('upload').set({ unit }).where('id', '=', uploadId).execute()
}

/** Remembers whom to tell; nothing where it is over already, and the customer sees it. */
export async function setNotification(
  trx: Trx,
  uploadId: string,
  notify: { email: string; language: 'fr' | 'en' },
): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ notify_email: notify.email, notify_language: notify.language })
    .where('id', '=', uploadId)
    .where('state', 'in', ['uploading', 'received', 'analysing'])
    .execute()
}

export async function findSummary(db: Db | Trx, analysisId: string): Promise<FileSummary | null> {
  const row = await db.selectFrom('part_analysis').select('summary').where('id', '=', analysisId).executeTakeFirst()
  return row?.summary ?? null
}

export type StoredBody = Omit<Insertable<PartBodyTable>, 'analysis_id'>

/** Those of an earlier reading go: the same bytes give the same bodies, but a later release may tell them apart better. */
export async function replaceBodies(trx: Trx, analysisId: string, bodies: readonly StoredBody[]): Promise<void> {
  await trx.deleteFrom('part_body').where('analysis_id', '=', analysisId).execute()
  // One by one: facts of two hundred bodies in one statement could be longer than the driver takes.
  for (const body of bodies) {
    await trx
      .insertInto('part_body')
      .values({ analysis_id: analysisId, ...body })
      .execute()
  }
}
