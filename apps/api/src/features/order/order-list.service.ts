import type { OrderSummary } from '@cotation/contracts'
import { isOpenPayment } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { dueMinorOf, sumPayments } from '#src/money/order-payments.ts'
import { listOrders, listPaymentsOf, type OrderFilter, summariseLines } from './order-list.repository.ts'

type Payment = Awaited<ReturnType<typeof listPaymentsOf>>[number]

/** The methods that pay or paid an order; failed attempts do not count. */
const methodsOf = (payments: readonly Payment[]) => [
  ...new Set(
    payments
      .filter(({ state, captured_minor }) => isOpenPayment(state) || Number(captured_minor) > 0)
      .map(({ method }) => method),
  ),
]

/** A page of a customer's orders. The number of queries does not depend on the number of orders. */
export async function listOrderHistory(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  filter: OrderFilter,
): Promise<{ orders: OrderSummary[]; total: number }> {
  const { rows: orders, total } = await listOrders(db, customerId, filter)
  if (orders.length === 0) return { orders: [], total }

  const orderIds = orders.map(({ id }) => id)
  const summaries = new Map((await summariseLines(db, orderIds)).map((line) => [line.order_id, line]))
  const payments = await listPaymentsOf(db, orderIds)
  const views = orders.map((order) => {
    const own = payments.filter(({ order_id }) => order_id === order.id)
    const { paidMinor, refundedMinor } = sumPayments(own)
    const totalMinor = Number(order.total_minor)
    const summary = summaries.get(order.id)
    const isClosed = order.status === 'cancelled' || order.status === 'refunded'

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
      delivery: isClosed ? null : order.dates,
    }
  })

  return { orders: views, total }
}
