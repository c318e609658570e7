import type { OrderSummary } from '@cotation/contracts'
import { isOpenPayment } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { dueMinorOf, sumPayments } from '#features/order/view/paid-amounts.ts'
import { listOrders, listPaymentsOf, type OrderFilter, summariseLines } from './order-list.repository.ts'

type Payment = Awaited<ReturnType<typeof listPaymentsOf>>[number]

/** How an order is or was paid; an attempt that came to nothing is none. */
const methodsOf = (payments: readonly Payment[]) => [
  ...new Set(
    payments
      .filter(({ state, captured_minor }) => isOpenPayment(state) || Number(captured_minor) > 0)
      .map(({ method }) => method),
  ),
]

/** A page of a customer's orders; the number of statements does not grow with that of the orders. */
export async function orderHistory(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  filter: OrderFilter,
): Promise<{ orders: OrderSummary[]; total: number }> {
  const { orders, total } = await listOrders(db, customerId, filter)
  if (orders.length === 0) return { orders: [], total }

  const ids = orders.map(({ id }) => id)
  const lines = new Map((await summariseLines(db, ids)).map((line) => [line.order_id, line]))
  const payments = await listPaymentsOf(db, ids)
  const summaries = orders.map((order) => {
    const own = payments.filter(({ order_id }) => order_id === order.id)
    const { paidMinor, refundedMinor } = sumPayments(own)
    const totalMinor = Number(order.total_minor)
    const summary = lines.get(order.id)
    const isOff = order.status === 'cancelled' || order.status === 'refunded'

    return {
      id: order.id,
      number: order.number,
      poNumber: order.po_number,
      status: order.status,
      placedAt: order.placed_at.toISOString(),
      totalMinor,
      dueMinor: dueMinorOf(order.status, totalMinor, paidMinor - refundedMinor),
      methods: methodsOf(own),
      lines: summary?.lines ?? 0,
      parts: summary?.parts ?? 0,
      names: summary?.names ?? [],
      thumbnailIds: summary?.thumbnail_ids ?? [],
      delivery: isOff ? null : order.dates,
    }
  })

  return { orders: summaries, total }
}
