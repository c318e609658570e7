import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { removeOldSecurityEvents } from './security-event.service.ts'

export function securityEventJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ name: 'security-event-sweep', schedule: '37 4 * * *', run: () => removeOldSecurityEvents(deps) }]
}
