import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { closedOrderJob } from '#features/order/order.service.ts'
import {
  type AdditionalCostMailRequest,
  additionalCostMailQueue,
} from '#features/payment/intent/move-additional-cost.service.ts'
import { closeCostsOfOrder, expireOverdueCosts } from './additional-cost.service.ts'
import { sendCostMail } from './additional-cost-mail.service.ts'

export function additionalCostJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      ...additionalCostMailQueue,
      run: (request: AdditionalCostMailRequest) => sendCostMail(deps, request),
    },
    {
      name: closedOrderJob,
      retryLimit: 100,
      run: ({ orderId }: { orderId: string }) => closeCostsOfOrder(deps, orderId),
    },
    { name: 'additional-cost-expiry', everySeconds: 60, run: () => expireOverdueCosts(deps) },
  ]
}
