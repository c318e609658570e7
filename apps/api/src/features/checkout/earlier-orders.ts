import type { KnownOrder } from './checkout.repository.ts'

/** Whether an order is of exactly these lines. */
export function isOrderOf({ lineIds }: Pick<KnownOrder, 'lineIds'>, wanted: readonly string[]): boolean {
  const ordered = new Set(lineIds)
  const asked = new Set(wanted)
  return ordered.size === asked.size && [...asked].every((id) => ordered.has(id))
}

export const ordersOfExactly = (orders: readonly KnownOrder[], wanted: readonly string[]): KnownOrder[] =>
  orders.filter((order) => isOrderOf(order, wanted))
