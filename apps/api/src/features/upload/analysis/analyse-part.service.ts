import type { AnalysisResult } from '@cotation/geometry-host'
import type { Deps } from '#core/deps.ts'
import { traced } from '#core/tracing.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { analyseJob, analysisMailJob } from '#features/upload/records/upload.service.ts'
import { listUnsentNotices } from './analysis-mail.repository.ts'
import {
  countOrphaned,
  countOverdue,
  dropUnwanted,
  extendLease,
  heartbeatMs,
  isCustomerAsker,
  type Lane,
  putBack,
  queueFailedBodies,
  type TakenPart,
  takeFairest,
} from './analysis-queue.repository.ts'
import { maxBodies, type SaveDeps, saveAnalysis, saveRefusal } from './analysis-results.service.ts'

/** A file whose worker died this often is considered the cause and refused. */
const maxAttempts = 3

/** Delay before a retry when the file store fails. */
const retryDelayMs = 30_000

type AnalysisDeps = Pick<Deps, 'analysis' | 'log' | 'tracer'> & SaveDeps

/** Analyses the next waiting file of a lane, if there is one, and saves the result. */
export async function analyseNext(deps: AnalysisDeps, lane: Lane = 'all'): Promise<void> {
  const part = await takeFairest(deps.db, deps.clock(), lane)
  if (!part) return
  if (part.attempt > maxAttempts) return saveRefusal(deps, part, { code: 'kernel-failed' })

  const { verdict } = await readPart(deps, part)
  if (verdict.ok) return saveAnalysis(deps, part, verdict.value)

  // The server is stopping, or another worker has taken the file.
  if (verdict.refusal.code === 'cancelled') return putBack(deps.db, part, deps.clock(), false)

  if (verdict.refusal.code === 'unreadable' && part.attempt < maxAttempts) {
    deps.log.warn({ analysisId: part.id }, 'stored file is not readable, retrying later')
    return putBack(deps.db, part, new Date(deps.clock().getTime() + retryDelayMs), true)
  }

  return saveRefusal(deps, part, verdict.refusal)
}

async function readPart(deps: AnalysisDeps, part: TakenPart): Promise<AnalysisResult> {
  const leaseLost = new AbortController()
  const heartbeat = setInterval(() => {
    extendLease(deps.db, part, deps.clock()).then(
      (isMine) => isMine || leaseLost.abort(),
      () => undefined,
    )
  }, heartbeatMs)

  try {
    const span = { name: 'analyse part', kind: 'internal', attributes: { 'cotation.file_bytes': part.bytes } } as const
    return await traced(deps.tracer, span, () =>
      deps.analysis.analyse(
        () => contentOf(deps, part),
        { totalBytes: part.bytes, unit: part.unit || undefined, meshes: ['display', 'thumbnail'], maxBodies },
        { signal: leaseLost.signal, isPatient: !isCustomerAsker(part.asked_by) },
      ),
    )
  } finally {
    clearInterval(heartbeat)
  }
}

/** Errors count as an unreadable source: the store is unreachable or the content was altered. */
async function* contentOf({ files }: AnalysisDeps, { sha256 }: TakenPart): AsyncGenerator<Uint8Array> {
  const stored = await files.get(partKey(sha256))
  if (!stored) throw new Error('the stored content is missing')
  yield* stored.body
}

/** Longer than a free worker needs to pick up a file. */
const overdueMs = 30_000
const maxJobsPerRun = 50

/** Wakes workers for files of dead ones, so that nobody waits much longer for them (B32). */
export async function rescueAnalyses({ db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const orphaned = await countOrphaned(db, clock())
  for (let i = 0; i < Math.min(orphaned, maxJobsPerRun); i++) await jobs.enqueue(db, analyseJob, {})
}

/**
 * Re-enqueues files that wait although a worker is free, bodies that an earlier release could not measure and unsent
 * mails, and drops files that nobody waits for.
 */
export async function watchAnalyses(deps: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const { db, jobs } = deps
  const now = deps.clock()
  await dropUnwanted(db, now)

  const overdue = await countOverdue(db, now, new Date(now.getTime() - overdueMs))
  for (let i = 0; i < Math.min(overdue, maxJobsPerRun); i++) await jobs.enqueue(db, analyseJob, {})

  const renewed = await queueFailedBodies(db, now)
  for (let i = 0; i < renewed; i++) await jobs.enqueue(db, analyseJob, {})

  for (const uploadId of await listUnsentNotices(db)) await jobs.enqueue(db, analysisMailJob, { uploadId })
}
