import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { completeDelivered, completionJob } from './completion.service.ts'
import { sendOrderMail } from './order-mail.service.ts'
import { type OrderMailRequest, orderMailQueue } from './order-mail-queue.ts'

export function orderJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { ...orderMailQueue, run: (request: OrderMailRequest) => sendOrderMail(deps, request) },
    { name: completionJob, schedule: '17 * * * *', run: () => completeDelivered(deps) },
  ]
}
