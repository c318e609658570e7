import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { executeRefund } from './execute-refund.service.ts'
import { followDisputes } from './follow-disputes.service.ts'
import { type PayerReceiptRequest, payerReceiptQueue } from './intent/payer-receipt.ts'
import { disputeJob } from './intent/reload-dispute.service.ts'
import { endSessionJob } from './intent/settle-bill.service.ts'
import { closeCardPage } from './methods/card.service.ts'
import { captureCredit, captureCreditJob } from './methods/credit.service.ts'
import { type PayerMailRequest, payerMailQueue, sendPayerMail, sendPayerReceipt } from './payer-mail.service.ts'
import { type LinkMailRequest, linkMailQueue, sendLinkMail } from './payment-link-mail.service.ts'
import { reconcile } from './reconcile.service.ts'
import { creditDueReloads } from './reload.service.ts'
import { refundJob } from './request-refund.service.ts'
import { sendTransferMail, type TransferMailRequest, transferMailQueue } from './transfer-mail.service.ts'

export function paymentJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    {
      name: endSessionJob,
      retryLimit: 20,
      run: async ({ intentId }: { intentId: string }) => {
        await closeCardPage(deps, intentId)
      },
    },
    {
      name: captureCreditJob,
      retryLimit: 20,
      run: ({ intentId }: { intentId: string }) => captureCredit(deps, intentId),
    },
    { name: refundJob, retryLimit: 20, run: ({ refundId }: { refundId: string }) => executeRefund(deps, refundId) },
    { ...linkMailQueue, run: (request: LinkMailRequest) => sendLinkMail(deps, request) },
    { ...payerMailQueue, run: (request: PayerMailRequest) => sendPayerMail(deps, request) },
    { ...payerReceiptQueue, run: (request: PayerReceiptRequest) => sendPayerReceipt(deps, request) },
    { ...transferMailQueue, run: (request: TransferMailRequest) => sendTransferMail(deps, request) },
    { name: disputeJob, retryLimit: 20, run: (payment: { intentId: string }) => followDisputes(deps, payment) },
    { name: 'payment-reconcile', everySeconds: 20, run: () => reconcile(deps) },
    { name: 'reload-credit', everySeconds: 20, run: () => creditDueReloads(deps) },
  ]
}
