import { securityEventDays } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { removeSecurityEvents } from './security-event.repository.ts'

const dayMs = 86_400_000

export function securityEventJobs({ db, clock }: Pick<Deps, 'clock' | 'db'>): readonly JobDefinition<never>[] {
  const removeOld = () => removeSecurityEvents(db, new Date(clock().getTime() - securityEventDays * dayMs))
  return [{ name: 'security-event-sweep', schedule: '37 4 * * *', run: removeOld }]
}
