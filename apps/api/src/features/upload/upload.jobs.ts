import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { storeUpload } from './receiving/store.service.ts'
import { sweepUploads } from './receiving/sweep.service.ts'
import { removeContent } from './retention/retention.service.ts'
import { removeContentJob, storeJob } from './upload-names.ts'

export function uploadJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      name: storeJob,
      // Some days: the queue of analyses may be full, or the store of files out of reach.
      retryLimit: 100,
      concurrency: 4,
      run: ({ uploadId }: { uploadId: string }) => storeUpload(deps, uploadId),
    },
    { name: removeContentJob, run: ({ sha256 }: { sha256: string }) => removeContent(deps, sha256, deps.clock()) },
    { name: 'upload-sweep', schedule: '37 * * * *', run: () => sweepUploads(deps) },
  ]
}
