import type { Deps } from '#core/deps.ts'
import { analyseJob, analysisMailJob } from '#features/upload/records/upload-queues.ts'
import { listUnsentNotices } from './analysis-mail.repository.ts'
import { countOverdue, dropUnwanted } from './analysis-queue.repository.ts'

/** Longer than a free worker needs to pick up a file. */
const overdueMs = 30_000
const maxJobsPerRun = 50

/** Re-enqueues files whose worker was killed and mails that were never sent, and drops files that nobody waits for. */
export async function watchAnalyses(deps: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const { db, jobs } = deps
  const now = deps.clock()
  await dropUnwanted(db, now)

  const overdue = await countOverdue(db, now, new Date(now.getTime() - overdueMs))
  for (let i = 0; i < Math.min(overdue, maxJobsPerRun); i++) await jobs.enqueue(db, analyseJob, {})

  for (const uploadId of await listUnsentNotices(db)) await jobs.enqueue(db, analysisMailJob, { uploadId })
}
