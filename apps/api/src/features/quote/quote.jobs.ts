import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { fileAnalysedJob } from '#features/upload/records/upload.service.ts'
import {
  type ExpertMailRequest,
  expertMailQueue,
  sendExpertDigest,
  sendExpertMail,
} from './commands/expert-mail.service.ts'
import { purgeAbandoned, purgeRemoved } from './rows/project.repository.ts'
import { settleAnalysedFile } from './settle/settle-lines.service.ts'

/** Removed lines and projects can be restored for this long. */
const restorableMs = 30 * 86_400_000

export function quoteJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      name: fileAnalysedJob,
      retryLimit: 20,
      run: ({ uploadId }: { uploadId: string }) => settleAnalysedFile(deps, uploadId),
    },
    { name: 'quote-purge', schedule: '41 * * * *', run: () => purge(deps) },
    { ...expertMailQueue, run: (request: ExpertMailRequest) => sendExpertMail(deps, request) },
    { name: 'quote-expert-digest', schedule: '53 * * * *', run: () => sendExpertDigest(deps) },
  ]
}

async function purge({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await purgeRemoved(db, new Date(now.getTime() - restorableMs))
  await purgeAbandoned(db, now)
}
