import type { JobDefinition } from '#jobs/jobs.ts'
import type { Deps } from '#src/deps.ts'

export function orderJobs(_deps: Deps): readonly JobDefinition<never>[] {
  return []
}
