import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { completeDelivered, completionJob } from './order.service.ts'
import {
  type OrderMailRequest,
  orderMailBatch,
  orderMailQueue,
  sendOrderMail,
  sendOrderMails,
} from './order-mail.service.ts'
import { trackingJob, trackParcels } from './parcel-tracking.service.ts'

export function orderJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      ...orderMailQueue,
      run: (request: OrderMailRequest) => sendOrderMail(deps, request),
      batch: { size: orderMailBatch, run: (requests: readonly OrderMailRequest[]) => sendOrderMails(deps, requests) },
    },
    { name: trackingJob, schedule: '*/30 * * * *', run: () => trackParcels(deps) },
    { name: completionJob, schedule: '17 * * * *', run: () => completeDelivered(deps) },
  ]
}
