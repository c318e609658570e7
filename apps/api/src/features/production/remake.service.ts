import type { LossReason, RunCause } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { enqueueOrderMail } from '#features/order/order-mail.service.ts'
import { listLastDueDays } from '#src/production/last-due-day.ts'
import { openRemake, type Remake } from '#src/production/open-run.ts'

interface LossReport {
  /** Names the mail about it, which is sent once. */
  id: string
  cause: Exclude<RunCause, 'order'>
  reason: LossReason
  staffId: string
}

interface LostPieces {
  orderId: string
  lineId: string
  quantity: number
}

type RemakeDeps = Pick<Deps, 'catalogues' | 'jobs'>

/**
 * Makes lost pieces again, and mails each customer whose promised day breaks. Answers in the sequence
 * of the pieces. The caller has locked the orders and reported the steps, and records the audit.
 */
export async function remakePieces(
  deps: RemakeDeps,
  trx: Trx,
  loss: LossReport,
  lost: readonly LostPieces[],
  now: Date,
): Promise<Remake[]> {
  const { cause, reason, staffId } = loss
  const remakes: Remake[] = []
  for (const { lineId, quantity } of lost)
    remakes.push(await openRemake(deps, trx, { lineId, quantity, cause, reason, staffId }, now))

  const late = lost.filter((_, index) => remakes[index]?.isLate)
  const lateIds = new Set(late.map(({ orderId }) => orderId))
  const lostOfLateOrders = lost.filter(({ orderId }) => lateIds.has(orderId))
  await mailDelays(deps, trx, loss, lostOfLateOrders)

  return remakes
}

/** Enqueues one mail for each order, about all pieces that it has lost. */
async function mailDelays(deps: RemakeDeps, trx: Trx, { id, cause }: LossReport, lost: readonly LostPieces[]) {
  const orders = Map.groupBy(lost, ({ orderId }) => orderId)
  // An earlier loss may be planned for a later day than this one.
  const lastDays = await listLastDueDays(trx, [...orders.keys()])

  for (const [orderId, ofOrder] of orders) {
    const expectedDay = lastDays.get(orderId)
    if (expectedDay === undefined) throw new Error(`Order ${orderId} has a re-make without a planned day`)

    const pieces = ofOrder.map(({ lineId, quantity }) => ({ lineId, quantity }))
    const delay = { id, cause, expectedDay, pieces }
    await enqueueOrderMail(deps, trx, { orderId, delay })
  }
}
