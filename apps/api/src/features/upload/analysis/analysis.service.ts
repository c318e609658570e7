import type { Language } from '@cotation/domain'
import type { LengthUnit, RefusalCode } from '@cotation/geometry'
import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { findVisitorNetwork, lockUpload, type UploadRow } from '#features/upload/records/upload.repository.ts'
import { analyseForCustomersJob, analyseJob, enqueueFileAnalysed } from '#features/upload/records/upload.service.ts'
import {
  type AnalysisRow,
  countWaiting,
  findSummary,
  hasCurrentAnalysis,
  listFailures,
  lockAnalysis,
  queueAgain,
  setAnalysis,
  setAskedBy,
  setNotification,
  setUnit,
  type UploadOutcome,
} from './analysis.repository.ts'
import { customerAsker, isCustomerAsker } from './analysis-queue.repository.ts'

/** Queued files per customer, of all visitors of a network and in total (GEO-4). */
export const waitingLimits = { perAsker: 200, perNetwork: 600, inAll: 5000 } as const
const retryAfterSeconds = 60

/** Refusals caused by the server rather than the file; a later analysis may succeed. */
const transientRefusals: readonly RefusalCode[] = [
  'unreadable',
  'kernel-failed',
  'out-of-memory',
  'deadline',
  'cancelled',
]
const transientForMs = 3_600_000

type QueueDeps = Pick<Deps, 'jobs' | 'clock'>

/** Tokens of visitors are free, so all visitors of a network take one turn together. */
async function askerOf(trx: Trx, { customer_id, visitor_hash }: UploadRow): Promise<string> {
  if (customer_id) return customerAsker(customer_id)

  const network = visitor_hash && (await findVisitorNetwork(trx, visitor_hash))
  return network ? networkAsker(network) : `visitor:${visitor_hash?.toString('hex')}`
}

const networkAsker = (network: string) => `network:${network}`
const isNetworkAsker = (asker: string) => asker.startsWith('network:')

/**
 * Requests the analysis of an upload. Equal content is analysed once for all users: an existing
 * result is taken at once, a queued analysis is shared. Throws BUSY if too many files wait.
 */
export async function requestAnalysis(deps: QueueDeps, trx: Trx, uploadId: string): Promise<void> {
  const upload = await lockUpload(trx, uploadId)
  if (!upload?.sha256) throw new AppError('UPLOAD_INCOMPLETE')

  // Repeated job. Locking the analysis now could deadlock: its worker locks in reverse sequence.
  if (upload.state === 'analysing' && (await hasCurrentAnalysis(trx, upload))) return

  // Serialised, because the limits are counted before the row is inserted.
  await sql`select pg_advisory_xact_lock(hashtext('part_analysis waiting'))`.execute(trx)

  const now = deps.clock()
  const askedBy = await askerOf(trx, upload)
  const { row, isNew } = await lockAnalysis(trx, { sha256: upload.sha256, unit: upload.unit, askedBy, now })
  const isFinished = row.state === 'done' || row.state === 'refused'
  if (isFinished && !(await mustReadAgain(trx, row, now))) return takeResult(deps, trx, upload, row)

  if (isFinished) await queueAgain(trx, row.id, askedBy, now)
  if (isNew || isFinished) await assertQueueRoom(trx, askedBy)
  else if (row.state === 'queued') await joinQueue(trx, row, askedBy)

  // Also if it is queued already: an earlier job may have skipped it while no upload waited for it.
  if (row.state !== 'running') await enqueueAnalysis(deps, trx, askedBy)
  await setAnalysis(trx, upload.id, row.id, { state: 'analysing' })
}

async function enqueueAnalysis({ jobs }: QueueDeps, trx: Trx, askedBy: string): Promise<void> {
  await jobs.enqueue(trx, analyseJob, {})
  // Whichever worker is free first takes the file; the other job finds nothing to do.
  if (isCustomerAsker(askedBy)) await jobs.enqueue(trx, analyseForCustomersJob, {})
}

async function takeResult(deps: QueueDeps, trx: Trx, upload: UploadRow, row: AnalysisRow): Promise<void> {
  const outcome: UploadOutcome =
    row.state === 'done' ? { state: 'done', refusal: null } : { state: 'failed', refusal: row.refusal }
  await setAnalysis(trx, upload.id, row.id, outcome)
  await enqueueFileAnalysed(deps, trx, upload.id)
}

/**
 * True if the meshes were removed with the file, or a transient refusal of the file or one of its
 * bodies is old enough to retry.
 */
async function mustReadAgain(trx: Trx, row: AnalysisRow, now: Date): Promise<boolean> {
  if (row.meshes_removed_at) return true
  if (now.getTime() - (row.finished_at?.getTime() ?? 0) < transientForMs) return false

  const refusals = row.refusal ? [row.refusal] : await listFailures(trx, row.id)
  return refusals.some(({ code }) => transientRefusals.includes(code))
}

async function assertQueueRoom(trx: Trx, askedBy: string): Promise<void> {
  const { total, perAsker } = await countWaiting(trx, [askedBy])
  const [mine = 0] = perAsker
  const most = isNetworkAsker(askedBy) ? waitingLimits.perNetwork : waitingLimits.perAsker
  if (mine > most || total > waitingLimits.inAll) throw new AppError('BUSY', { retryAfterSeconds })
}

/**
 * Content requested by two users is queued for the one whose turn comes first: a customer, or the one
 * with fewer waiting files.
 */
async function joinQueue(trx: Trx, row: AnalysisRow, askedBy: string): Promise<void> {
  if (isCustomerAsker(askedBy) !== isCustomerAsker(row.asked_by)) {
    if (isCustomerAsker(askedBy)) await setAskedBy(trx, row.id, askedBy)
    return
  }

  const { perAsker } = await countWaiting(trx, [askedBy, row.asked_by])
  const [mine = 0, theirs = 0] = perAsker
  if (mine < theirs) await setAskedBy(trx, row.id, askedBy)
}

/** Sets the unit of an STL file and analyses it again; ignores STEP files, which state theirs. */
export async function chooseUnit(deps: QueueDeps, trx: Trx, uploadId: string, unit: LengthUnit): Promise<void> {
  const upload = await lockUpload(trx, uploadId)
  if (!upload || upload.unit === unit || upload.state === 'expired') return

  const summary = upload.analysis_id ? await findSummary(trx, upload.analysis_id) : null
  if (summary?.format === 'step') return

  await setUnit(trx, uploadId, unit)
  // A file that is still being uploaded is analysed with this unit when it is complete.
  if (upload.sha256 && upload.state !== 'uploading') await requestAnalysis(deps, trx, uploadId)
}

/** Sends one mail when the analysis has finished, and then deletes the address. */
export async function notifyWhenDone(trx: Trx, uploadId: string, email: string, language: Language): Promise<void> {
  await setNotification(trx, uploadId, { email, language })
}
