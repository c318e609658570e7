import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { listPayments } from '#features/order/view/order-view.repository.ts'
import { sumPayments } from '#features/order/view/paid-amounts.ts'
import { post } from '#src/money/ledger.ts'

/**
 * Credits the points of a completed order, once:
 * points = ⌊order points × (paid − refunded) ÷ total⌋, with paid − refunded limited to 0 … total.
 */
export async function earnPoints(trx: Trx, order: OrderRow, now: Date): Promise<void> {
  const { paidMinor, refundedMinor } = sumPayments(await listPayments(trx, order.id))
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
