import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { removeOldRecords } from './mail.repository.ts'
import { type ResendRequest, resendJob, sendCopy } from './mail.service.ts'

export function mailJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: resendJob, ...mailRetries, run: (request: ResendRequest) => sendCopy(deps, request) },
    { name: 'mail-record-sweep', schedule: '31 4 * * *', run: () => removeOldRecords(deps.db, deps.clock()) },
  ]
}
