import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { purgeArchives } from './archive.service.ts'
import { eraseJob } from './confirm-deletion.service.ts'
import { removeExpiredRequests } from './deletion.repository.ts'
import { deletionMailJob, sendDeletionMail } from './deletion.service.ts'
import { eraseCustomer } from './erasure.service.ts'
import {
  type ExportJobData,
  exportJob,
  exportMailJob,
  runExport,
  sendExportMail,
  sweepExports,
} from './export.service.ts'
import { repeatErasures } from './repeat-erasure.service.ts'

interface OfCustomer {
  customerId: string
}

const sixHours = 6 * 3600

export function personalDataJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: deletionMailJob, ...mailRetries, run: (request: OfCustomer) => sendDeletionMail(deps, request) },
    // Retries for weeks: what was promised to be erased must be, whatever is down meanwhile.
    {
      name: eraseJob,
      retryLimit: 5000,
      maxSeconds: sixHours,
      run: (request: OfCustomer) => eraseCustomer(deps, request),
    },
    { name: exportJob, maxSeconds: sixHours, run: (data: ExportJobData) => runExport(deps, data) },
    { name: exportMailJob, ...mailRetries, run: (data: ExportJobData) => sendExportMail(deps, data) },
    { name: 'personal-data-sweep', schedule: '29 * * * *', run: () => sweep(deps) },
    { name: 'erasure-repeat', schedule: '53 4 * * *', run: () => repeatErasures(deps) },
    { name: 'archive-purge', schedule: '11 5 * * *', run: () => purgeArchives(deps) },
  ]
}

async function sweep(deps: Deps): Promise<void> {
  await sweepExports(deps)
  await removeExpiredRequests(deps.db, deps.clock())
}
