import type { Deps } from '#core/deps.ts'
import { retentionJobs } from '#features/upload/retention/retention.jobs.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { analyseNext } from './analyse-part.service.ts'
import { listUntold } from './analysis-mail.repository.ts'
import { sendAnalysisMail } from './analysis-mail.service.ts'
import { analyseJob, mailJob } from './analysis-names.ts'
import { countOverdue, dropUnwanted } from './analysis-queue.repository.ts'
import { createPacking } from './pictures/packing.ts'

/** Longer than a worker needs to come by when one is free. */
const overdueMs = 30_000
const mostWakened = 50

export function analysisJobs(deps: Deps): readonly JobDefinition<never>[] {
  const packing = createPacking()
  return [
    { name: analyseJob, concurrency: deps.config.analysisProcesses, run: () => analyseNext({ ...deps, packing }) },
    { name: mailJob, retryLimit: 8, run: ({ uploadId }: { uploadId: string }) => sendAnalysisMail(deps, uploadId) },
    { name: 'analysis-watch', schedule: '* * * * *', run: () => watchQueue(deps) },
    ...retentionJobs(deps),
  ]
}

/** Wakes workers for files whose own worker was killed, and drops what nobody wants any more. */
export async function watchQueue(deps: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const { db, jobs } = deps
  const now = deps.clock()
  await dropUnwanted(db, now)
  const overdue = await countOverdue(db, now, new Date(now.getTime() - overdueMs))
  for (let i = 0; i < Math.min(overdue, mostWakened); i++) await jobs.enqueue(db, analyseJob, {})
  for (const uploadId of await listUntold(db)) await jobs.enqueue(db, mailJob, { uploadId })
}
