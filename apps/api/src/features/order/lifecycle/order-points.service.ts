import type { Trx } from '#db/database.ts'
import { listPayments } from '#features/order/view/order-view.repository.ts'
import { settledUsd } from '#features/order/view/paid-amounts.ts'
import { post } from '#src/money/ledger.ts'
import type { OrderRow } from './order.repository.ts'

/** Points of a completed order, once, in proportion to the money that was not given back before. */
export async function earnPoints(trx: Trx, order: OrderRow, now: Date): Promise<void> {
  const { paidMinor, refundedMinor } = settledUsd(await listPayments(trx, order.id))
  const totalMinor = Number(order.total_minor)
  const keptMinor = Math.min(totalMinor, Math.max(0, paidMinor - refundedMinor))
  const points = Math.floor((order.points * keptMinor) / totalMinor)
  if (points === 0) return

  await post(trx, now, {
    kind: 'points-earned',
    key: `points ${order.id}`,
    customerId: order.customer_id,
    orderId: order.id,
    lines: [
      { account: { kind: 'points_issued' }, amountMinor: points },
      { account: { kind: 'points', customerId: order.customer_id }, amountMinor: -points },
    ],
  })
}
