import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'

/**
 * The queue of mails about an order's status. Retries for a day at intervals of at most 30 seconds,
 * so that a mail server that was down for hours still gets every mail soon after it is back.
 * Concurrent, so that one slow delivery does not block the others.
 */
export const orderMailQueue = {
  name: 'order-mail',
  mayWait: true,
  retryLimit: 3000,
  retryDelayMax: 30,
  concurrency: 4,
} as const

export interface OrderMailRequest {
  orderId: string
  /** The status change that the mail is about; without it, the placing of the order. */
  eventId?: string
}

/** Enqueues the mail in the transaction that makes the change. */
export async function enqueueOrderMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: OrderMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, orderMailQueue.name, request)
}
