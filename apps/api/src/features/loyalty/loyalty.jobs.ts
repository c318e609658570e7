import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { loyaltyLevelJob } from '#src/money/order-points.ts'
import { raiseLevel, startMonth } from './level.service.ts'
import { expirePoints } from './loyalty.service.ts'

export function loyaltyJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: loyaltyLevelJob, run: ({ customerId }: { customerId: string }) => raiseLevel(deps, customerId) },
    // Every hour, so that a server that was down at midnight on the 1st catches up.
    { name: 'loyalty-month', schedule: '0 * * * *', run: () => startMonth(deps) },
    { name: 'points-expiry', schedule: '1 * * * *', run: () => expirePoints(deps) },
  ]
}
