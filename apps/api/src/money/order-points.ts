import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { listOrderPayments, paidUsd } from './order-payments.ts'
import { creditRewards } from './point-rewards.ts'
import { creditLot, findOrderLot, lockPoints, reverseLot } from './points.ts'

/** Enqueued when an order completes: the member's level may rise. */
export const loyaltyLevelJob = 'loyalty-level'

/** ⌊order points × kept ÷ total⌋, with kept limited to 0 … total (US cents). */
function deservedPoints({ points, total_minor }: OrderRow, keptMinor: number): number {
  // A reprint has neither points nor a total to divide by.
  if (points === 0) return 0

  const totalMinor = Number(total_minor)
  return Math.floor((points * Math.min(totalMinor, Math.max(0, keptMinor))) / totalMinor)
}

/** Credits the points of a completed order, once, for what was paid and not refunded. */
export async function earnOrderPoints(trx: Trx, order: OrderRow, now: Date): Promise<void> {
  const keptMinor = paidUsd(await listOrderPayments(trx, order.id))
  const points = deservedPoints(order, keptMinor)
  if (points === 0) return

  const locked = await lockPoints(trx, order.customer_id, now)
  await creditLot(trx, locked, { kind: 'points-earned', key: `points ${order.id}`, points, orderId: order.id })
  await creditRewards(trx, locked)
}

/**
 * Takes back the points of an order's refunds, which leave `keptMinor` of it paid. Called before the
 * refund is posted: points and coupons are locked before other ledger accounts.
 */
export async function reverseOrderPoints(
  trx: Trx,
  order: OrderRow,
  { keptMinor, cause }: { keptMinor: number; cause: string },
  now: Date,
): Promise<void> {
  // Most refunds concern orders that have earned nothing.
  if (!(await findOrderLot(trx, order.id))) return

  const locked = await lockPoints(trx, order.customer_id, now)
  const keptPoints = deservedPoints(order, keptMinor)
  await reverseLot(trx, locked, { orderId: order.id, keptPoints, cause })
  await creditRewards(trx, locked)
}
