import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { endCard } from './methods/card-look.service.ts'
import { captureCredit } from './methods/credit.service.ts'
import { captureCreditJob, endSessionJob, refundJob } from './payment-queues.ts'
import { reconcile } from './reconcile.service.ts'
import { runRefund } from './refund/execute-refund.service.ts'
import { creditDueReloads } from './reload/credit-reload.service.ts'

export function paymentJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      name: endSessionJob,
      retryLimit: 20,
      run: async ({ intentId }: { intentId: string }) => {
        await endCard(deps, intentId)
      },
    },
    {
      name: captureCreditJob,
      retryLimit: 20,
      run: ({ intentId }: { intentId: string }) => captureCredit(deps, intentId),
    },
    { name: refundJob, retryLimit: 20, run: ({ refundId }: { refundId: string }) => runRefund(deps, refundId) },
    { name: 'payment-reconcile', everySeconds: 20, run: () => reconcile(deps) },
    { name: 'reload-credit', everySeconds: 20, run: () => creditDueReloads(deps) },
  ]
}
