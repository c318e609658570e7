import type { Deps } from '#core/deps.ts'
import { listDeliveredBefore } from './order.repository.ts'
import { lockOrder, lockOwnOrder, moveOrder } from './order-status.service.ts'

export const completionJob = 'order-completion'
const dayMs = 86_400_000
const maxPerRun = 500

/** The customer confirms that everything has arrived. */
export async function receiveOrder(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  orderId: string,
  customerId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    await moveOrder(deps, trx, order, { to: 'completed', actor: 'customer', reason: '' }, deps.clock())
  })
}

/** Completes orders whose receipt was not confirmed in time (catalogue 7, `creditAfterDays`). */
export async function completeDelivered(deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = deps.clock()
  const { catalogue } = await deps.catalogues.inForce()
  const before = new Date(now.getTime() - catalogue.loyalty.creditAfterDays * dayMs)
  const orderIds = await listDeliveredBefore(deps.db, before, maxPerRun)

  for (const orderId of orderIds) {
    await deps.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, orderId)
      // It may have been received, refunded or completed by another process since the query.
      if (order.status !== 'delivered') return
      await moveOrder(deps, trx, order, { to: 'completed', actor: 'system', reason: '' }, now)
    })
  }

  if (orderIds.length === maxPerRun) await deps.jobs.enqueue(deps.db, completionJob, {})
}
