import { isUnpaid } from '@cotation/domain'
import type { EarlierOrder } from './checkout.repository.ts'

/** The orders of exactly these lines. */
export function ordersOfExactly(orders: readonly EarlierOrder[], lineIds: readonly string[]): EarlierOrder[] {
  return orders.filter((order) => isOrderOf(order, lineIds))
}

function isOrderOf(order: Pick<EarlierOrder, 'lineIds'>, lineIds: readonly string[]): boolean {
  const ordered = new Set(order.lineIds)
  const wanted = new Set(lineIds)
  return ordered.size === wanted.size && [...wanted].every((id) => ordered.has(id))
}

/**
 * The unpaid order that blocks another one of these lines: preferably one of exactly these lines.
 */
export function findUnpaidOrder(
  orders: readonly EarlierOrder[],
  lineIds: readonly string[],
): { order: EarlierOrder; isSameLines: boolean } | undefined {
  const unpaid = orders.filter(({ status }) => isUnpaid(status))
  const [same] = ordersOfExactly(unpaid, lineIds)
  const order = same ?? unpaid[0]
  return order && { order, isSameLines: order === same }
}
