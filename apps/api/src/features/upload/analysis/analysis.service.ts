import type { Language } from '@cotation/domain'
import type { LengthUnit, RefusalCode } from '@cotation/geometry'
import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { lockUpload, type UploadRow } from '#features/upload/records/upload.repository.ts'
import { enqueueFileAnalysed } from '#features/upload/records/upload.service.ts'
import { analyseJob } from '#features/upload/records/upload-queues.ts'
import {
  type AnalysisRow,
  countWaiting,
  findSummary,
  isReadingOf,
  lockAnalysis,
  pointUpload,
  queueAgain,
  setAskedBy,
  setNotification,
  setUnit,
} from './analysis.repository.ts'

/** GEO-4: files that wait, of one asker and in all. */
export const waitingLimits = { perAsker: 200, inAll: 5000 } as const
const retryAfterSeconds = 60

/** Verdicts about the machine rather than the file: on another day the same file may well be read. */
const passing: readonly RefusalCode[] = ['unreadable', 'kernel-failed', 'out-of-memory', 'deadline', 'cancelled']
const passingForMs = 3_600_000

type Enqueuing = Pick<Deps, 'jobs' | 'clock'>

const askerOf = ({ customer_id, visitor_hash }: UploadRow): string =>
  customer_id ? `customer:${customer_id}` : `visitor:${visitor_hash?.toString('hex')}`

/**
 * Has the content of an upload read, once for all who send it: the result that is there is taken at once, and what waits already is
 * waited for together. Throws BUSY where too many wait.
 */
export async function requestAnalysis(deps: Enqueuing, trx: Trx, uploadId: string): Promise<void> {
  const upload = await lockUpload(trx, uploadId)
  if (!upload?.sha256) throw new AppError('UPLOAD_INCOMPLETE')

  // Asked twice, as a repeated job does. Locking the row now would meet its worker, who locks the other way round.
  if (upload.state === 'analysing' && (await isReadingOf(trx, upload))) return

  // One asker at a time: the limits are counted and then taken.
  await sql`select pg_advisory_xact_lock(hashtext('part_analysis waiting'))`.execute(trx)

  const now = deps.clock()
  const askedBy = askerOf(upload)
  const { row, isNew } = await lockAnalysis(trx, { sha256: upload.sha256, unit: upload.unit, askedBy, now })
  const isOver = row.state === 'done' || row.state === 'refused'
  if (isOver && !mustReadAgain(row, now)) return takeResult(deps, trx, upload, row)

  if (isOver) await queueAgain(trx, row.id, askedBy, now)
  if (isNew || isOver) await assertRoom(trx, askedBy)
  else if (row.state === 'queued') await joinQueue(trx, row, askedBy)

  // Also where it waits already: the job of one that nobody wanted for a while found nothing to do.
  if (row.state !== 'running') await deps.jobs.enqueue(trx, analyseJob, {})
  await pointUpload(trx, upload.id, row.id, { state: 'analysing' })
}

async function takeResult(deps: Enqueuing, trx: Trx, upload: UploadRow, row: AnalysisRow): Promise<void> {
  const outcome =
    row.state === 'done'
      ? ({ state: 'done', refusal: null } as const)
      : ({ state: 'failed', refusal: row.refusal } as const)
  await pointUpload(trx, upload.id, row.id, outcome)
  await enqueueFileAnalysed(deps, trx, upload.id)
}

/** The meshes went with the bytes when nobody used them any more, or the machine was at fault, some time ago. */
function mustReadAgain({ meshes_removed_at, refusal, finished_at }: AnalysisRow, now: Date): boolean {
  if (meshes_removed_at) return true
  const isPassing = refusal !== null && passing.includes(refusal.code)
  return isPassing && now.getTime() - (finished_at?.getTime() ?? 0) >= passingForMs
}

async function assertRoom(trx: Trx, askedBy: string): Promise<void> {
  const { all, of } = await countWaiting(trx, [askedBy])
  const [mine = 0] = of
  if (mine > waitingLimits.perAsker || all > waitingLimits.inAll) throw new AppError('BUSY', { retryAfterSeconds })
}

/** The same content asked for by two: it takes the turn of the one who has fewer files waiting. */
async function joinQueue(trx: Trx, row: AnalysisRow, askedBy: string): Promise<void> {
  const { of } = await countWaiting(trx, [askedBy, row.asked_by])
  const [mine = 0, theirs = 0] = of
  if (mine < theirs) await setAskedBy(trx, row.id, askedBy)
}

/** Says what one unit of an STL file means, and has it read anew with that; a STEP file says it itself. */
export async function chooseUnit(deps: Enqueuing, trx: Trx, uploadId: string, unit: LengthUnit): Promise<void> {
  const upload = await lockUpload(trx, uploadId)
  if (!upload || upload.unit === unit || upload.state === 'expired') return
  const summary = upload.analysis_id ? await findSummary(trx, upload.analysis_id) : null
  if (summary?.format === 'step') return
  await setUnit(trx, uploadId, unit)
  // Still on its way: it will be read with this unit when it is there.
  if (upload.sha256 && upload.state !== 'uploading') await requestAnalysis(deps, trx, uploadId)
}

/** A mail to this address when the analysis is over; once, and then the address is forgotten. */
export async function notifyWhenDone(trx: Trx, uploadId: string, email: string, language: Language): Promise<void> {
  await setNotification(trx, uploadId, { email, language })
}
