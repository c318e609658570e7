import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { analyseNext, rescueAnalyses, watchAnalyses } from './analysis/analyse-part.service.ts'
import { sendAnalysisMail } from './analysis/analysis-mail.service.ts'
import { createPacking } from './analysis/packing.ts'
import { removeOrphans } from './orphans.service.ts'
import { storeUpload } from './receiving/store.service.ts'
import { sweepUploads } from './receiving/sweep.service.ts'
import {
  analyseForCustomersJob,
  analyseJob,
  analysisMailJob,
  removeContentJob,
  storeForCustomersJob,
  storeJob,
} from './records/upload.service.ts'
import {
  applyRetention,
  removeContent,
  retentionJob,
  sendWarning,
  type WarningRequest,
  warningJob,
} from './retention.service.ts'

interface OfUpload {
  uploadId: string
}

/** Longer than the wall-clock limit of a file. */
const maxAnalysisSeconds = 30 * 60

export function uploadJobs(deps: Deps): readonly JobDefinition<never>[] {
  const packing = createPacking()

  return [
    ...[
      { name: storeForCustomersJob, concurrency: 4 },
      // Visitors can announce many large files, and hashing them delays every request.
      { name: storeJob, concurrency: 2 },
    ].map((job) => ({
      ...job,
      // Retries for some days: the analysis queue may be full, or the file store unreachable.
      retryLimit: 100,
      run: ({ uploadId }: OfUpload) => storeUpload(deps, uploadId),
    })),
    { name: 'upload-sweep', schedule: '37 * * * *', run: () => sweepUploads(deps) },

    {
      name: analyseJob,
      concurrency: deps.config.analysisProcesses,
      maxSeconds: maxAnalysisSeconds,
      run: () => analyseNext({ ...deps, packing }),
    },
    {
      // One more worker: with files of visitors in all the others, customers would wait for them.
      name: analyseForCustomersJob,
      concurrency: 1,
      maxSeconds: maxAnalysisSeconds,
      run: () => analyseNext({ ...deps, packing }, 'customers'),
    },
    { name: analysisMailJob, ...mailRetries, run: ({ uploadId }: OfUpload) => sendAnalysisMail(deps, uploadId) },
    { name: 'analysis-rescue', everySeconds: 10, run: () => rescueAnalyses(deps) },
    { name: 'analysis-watch', schedule: '* * * * *', run: () => watchAnalyses(deps) },

    { name: removeContentJob, run: ({ sha256 }: { sha256: string }) => removeContent(deps, sha256, deps.clock()) },
    { name: retentionJob, schedule: '23 3 * * *', run: () => applyRetention(deps) },
    { name: warningJob, ...mailRetries, run: (request: WarningRequest) => sendWarning(deps, request) },
    { name: 'file-orphans', schedule: '41 4 * * *', run: () => removeOrphans(deps) },
  ]
}
