import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { lockAccount, post } from '#src/money/ledger.ts'
import { getPointsOfOrder } from './posted.repository.ts'

/**
 * Takes back the points of what was refunded, in proportion to the order. Points that are spent already stay spent: a refund is never
 * refused for them.
 */
export async function reversePoints(trx: Trx, order: OrderRow, cause: string, now: Date): Promise<void> {
  const { points, refundedMinor } = await getPointsOfOrder(trx, order.id)
  if (points <= 0) return

  const totalMinor = Number(order.total_minor)
  const deserved = Math.floor((order.points * Math.max(0, totalMinor - refundedMinor)) / totalMinor)
  if (deserved >= points) return

  const { balanceMinor } = await lockAccount(trx, 'points', order.customer_id, now)
  const lost = Math.min(points - deserved, balanceMinor)
  if (lost <= 0) return

  await post(trx, now, {
    kind: 'points-reversed',
    key: `points of refund ${cause}`,
    customerId: order.customer_id,
    orderId: order.id,
    lines: [
      { account: { kind: 'points', customerId: order.customer_id }, amountMinor: lost },
      { account: { kind: 'points_issued' }, amountMinor: -lost },
    ],
  })
}
