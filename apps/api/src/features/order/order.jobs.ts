import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { completeDelivered, completionJob } from './lifecycle/completion.service.ts'
import { sendOrderMail } from './mail/order-mail.service.ts'
import { type OrderMailRequest, orderMailQueue } from './mail/order-mail-queue.ts'

export function orderJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { ...orderMailQueue, run: (request: OrderMailRequest) => sendOrderMail(deps, request) },
    { name: completionJob, schedule: '17 * * * *', run: () => completeDelivered(deps) },
  ]
}
