import { analysisVersion, type Refusal } from '@cotation/geometry'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { FileSummary } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PartAnalysisTable, PartBodyTable } from '#db/schema.generated.ts'
import type { UploadRow } from '#features/upload/records/upload.repository.ts'
import type { WaitingUpload } from './analysis-queue.repository.ts'
import { storableJson } from './storable-text.ts'

export type AnalysisRow = Selectable<PartAnalysisTable>

/** Whether the upload's analysis is of its present content and unit. */
export async function hasCurrentAnalysis(trx: Trx, upload: UploadRow): Promise<boolean> {
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

/** Locks this release's analysis of a content in a unit; inserts it if there is none. */
export async function lockAnalysis(
  trx: Trx,
  asked: { sha256: string; unit: string; askedBy: string; now: Date },
): Promise<{ row: AnalysisRow; isNew: boolean }> {
  const { isNew, ...row } = await trx
    .insertInto('part_analysis')
    .values({
      sha256: asked.sha256,
      unit: asked.unit,
      version: analysisVersion,
      state: 'queued',
      asked_by: asked.askedBy,
      queued_at: asked.now,
    })
    // Inserts or locks in one statement: between two statements an unwanted row could be deleted.
    .onConflict((conflict) => conflict.columns(['sha256', 'unit', 'version']).doUpdateSet({ sha256: asked.sha256 }))
    .returningAll()
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()

  return { row, isNew }
}

/** Queues a file again: the server caused the refusal, not the file, or its meshes were removed. */
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

/** The number of queued and running files, in total and of each of these users. */
export async function countWaiting(
  trx: Trx,
  askers: readonly string[],
): Promise<{ total: number; perAsker: number[] }> {
  const rows = await trx
    .selectFrom('part_analysis')
    .select(['asked_by', sql<number>`count(*)::int`.as('waiting')])
    .where('state', 'in', ['queued', 'running'])
    .groupBy('asked_by')
    .execute()

  return {
    total: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    perAsker: askers.map((asker) => rows.find(({ asked_by }) => asked_by === asker)?.waiting ?? 0),
  }
}

export type UploadOutcome =
  | { state: 'analysing' }
  | { state: 'done'; refusal: null }
  | { state: 'failed'; refusal: Refusal | null }

export async function setAnalysis(
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

/** Stores the address for the mail, unless the analysis has already finished. */
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

/** Why bodies of an analysed file failed. */
export async function listFailures(trx: Trx, analysisId: string): Promise<Refusal[]> {
  const rows = await trx
    .selectFrom('part_body')
    .select('failure')
    .where('analysis_id', '=', analysisId)
    .where('failure', 'is not', null)
    .execute()
  return rows.flatMap(({ failure }) => failure ?? [])
}

/** Whether the meshes of an analysis are stored; they are removed with the file. */
export async function hasMeshes(db: Db, analysisId: string): Promise<boolean> {
  const row = await db
    .selectFrom('part_analysis')
    .select('id')
    .where('id', '=', analysisId)
    .where('meshes_removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Analysed uploads that share an analysis, without those given. */
export async function listAnalysedUploads(
  trx: Trx,
  analysisId: string,
  except: readonly WaitingUpload[],
): Promise<WaitingUpload[]> {
  const rows = await trx
    .selectFrom('upload')
    .select('id')
    .where('analysis_id', '=', analysisId)
    .where('state', '=', 'done')
    .execute()
  const left = rows.filter(({ id }) => !except.some((upload) => upload.id === id))
  return left.map(({ id }) => ({ id, notifies: false }))
}

export type StoredBody = Omit<Insertable<PartBodyTable>, 'analysis_id'>

/** Replaces the bodies of an earlier analysis: a later release may separate bodies better. */
export async function replaceBodies(trx: Trx, analysisId: string, bodies: readonly StoredBody[]): Promise<void> {
  await trx.deleteFrom('part_body').where('analysis_id', '=', analysisId).execute()
  // One by one: the facts of 200 bodies could exceed the size limit of one statement.
  for (const body of bodies) {
    await trx
      .insertInto('part_body')
      .values({ analysis_id: analysisId, ...body })
      .execute()
  }
}

/** Replaces a body that failed before. */
export async function replaceBody(trx: Trx, analysisId: string, body: StoredBody): Promise<void> {
  await trx
    .updateTable('part_body')
    .set({ ...body, failure: null })
    .where('analysis_id', '=', analysisId)
    .where('body_index', '=', body.body_index)
    .execute()
}
