import { jobRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { listJobs, retryJob } from './job.service.ts'

export function serveJob(serve: Serve, deps: Deps): void {
  serve(jobRoutes.list, () => listJobs(deps))
  serve(jobRoutes.retry, ({ params }, { session }) => retryJob(deps, session.staffId, params.jobId))
}
