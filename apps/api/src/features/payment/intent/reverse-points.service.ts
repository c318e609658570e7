import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { lockAccount, post } from '#src/money/ledger.ts'
import { getOrderPoints } from './points.repository.ts'

/**
 * Takes back the points of a refund: deserved = ⌊order points × (total − refunded) ÷ total⌋.
 * Points that are already spent stay spent, so that a refund never fails because of them.
 */
export async function reversePoints(trx: Trx, order: OrderRow, cause: string, now: Date): Promise<void> {
  const { points, refundedMinor } = await getOrderPoints(trx, order.id)
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
