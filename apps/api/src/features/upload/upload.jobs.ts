import type { JobDefinition } from '#jobs/jobs.ts'
import type { Deps } from '#src/deps.ts'

export function uploadJobs(_deps: Deps): readonly JobDefinition<never>[] {
  return []
}
