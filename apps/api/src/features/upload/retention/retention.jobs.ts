import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { removeOrphans } from './orphans.service.ts'
import { keepOrRemove, retentionJob, sendWarning, type WarningRequest, warningJob } from './retention.service.ts'

export function retentionJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: retentionJob, schedule: '23 3 * * *', run: () => keepOrRemove(deps) },
    { name: warningJob, retryLimit: 8, run: (request: WarningRequest) => sendWarning(deps, request) },
    { name: 'file-orphans', schedule: '41 4 * * *', run: () => removeOrphans(deps) },
  ]
}
