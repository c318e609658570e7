import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { isCounted } from '#src/money/order-payments.ts'

/** Mails holders of payment links that their money was received. */
export const payerReceiptQueue = { name: 'payer-receipt-mail', mayWait: true, retryLimit: 100 } as const

export interface PayerReceiptRequest {
  intentId: string
}

/**
 * Enqueues the receipt when a payment by link begins to count, in the transaction that counts it.
 * Without an address the link was not mailed, and nobody knows where to write.
 */
export async function enqueuePayerReceipt(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  before: PaymentIntentRow,
  after: PaymentIntentRow,
): Promise<void> {
  const beginsToCount = !isCounted(before) && isCounted(after)
  if (!after.agency || after.payer_email === '' || !beginsToCount) return

  const request: PayerReceiptRequest = { intentId: after.id }
  await jobs.enqueue(trx, payerReceiptQueue.name, request)
}
