import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { endOverdue } from './customer-view.service.ts'

export function customerViewJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ name: 'customer-view-end', schedule: '*/5 * * * *', run: () => endOverdue(deps) }]
}
