import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { expertJobs } from './expert/expert.jobs.ts'
import { fileAnalysedJob, fileWasAnalysed } from './line/analysed-file.service.ts'
import { purgeAbandoned, purgeRemoved } from './project/purge.repository.ts'

const keptRemovedMs = 30 * 86_400_000

export function quoteJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      name: fileAnalysedJob,
      retryLimit: 20,
      run: ({ uploadId }: { uploadId: string }) => fileWasAnalysed(deps, uploadId),
    },
    { name: 'quote-purge', schedule: '41 * * * *', run: () => purge(deps) },
    ...expertJobs(deps),
  ]
}

async function purge({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await purgeRemoved(db, new Date(now.getTime() - keptRemovedMs))
  await purgeAbandoned(db, now)
}
