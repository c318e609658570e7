import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { lockOrder, moveOrder } from '#features/order/lifecycle/order-status.service.ts'
import { listLongDelivered } from './completion.repository.ts'

export const completionJob = 'order-completion'
const dayMs = 86_400_000
const mostPerRun = 500

type Completing = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>

/** The customer confirms that all has come. */
export async function receiveOrder(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  orderId: string,
  customerId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.customer_id !== customerId) throw new AppError('NOT_FOUND')
    await moveOrder(deps, trx, order, { to: 'completed', actor: 'customer', reason: '' }, deps.clock())
  })
}

/** Completes orders whose receipt nobody has confirmed in time (catalogue 7, `creditAfterDays`). */
export async function completeDelivered(deps: Completing): Promise<void> {
  const now = deps.clock()
  const { catalogue } = await deps.catalogues.inForce()
  const before = new Date(now.getTime() - catalogue.loyalty.creditAfterDays * dayMs)
  const ids = await listLongDelivered(deps.db, before, mostPerRun)

  for (const id of ids) {
    await deps.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id)
      // Received, refunded or completed by another server since.
      if (order.status !== 'delivered') return
      await moveOrder(deps, trx, order, { to: 'completed', actor: 'system', reason: '' }, now)
    })
  }

  if (ids.length === mostPerRun) await deps.jobs.enqueue(deps.db, completionJob, {})
}
