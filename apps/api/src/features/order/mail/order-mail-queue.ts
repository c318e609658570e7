import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'

/**
 * The queue of mails that tell a customer of an order's next step. A mail server that was away for hours gets them all, within half a
 * minute of its return; one that answers slowly keeps nobody else's waiting.
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
  /** The step that is told; without it, that the order was placed. */
  eventId?: string
}

/** Leaves the mail in the transaction that it tells of. */
export async function enqueueOrderMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: OrderMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, orderMailQueue.name, request)
}
