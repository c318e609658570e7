import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { verifyAudit } from './verify-audit.service.ts'

export function auditJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      name: 'audit-verification',
      schedule: '23 3 * * *',
      run: async () => {
        await verifyAudit(deps)
      },
    },
  ]
}
