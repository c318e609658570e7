import type { OrderSummary } from '@cotation/contracts'
import { isCancellableNow, isCancelledOrRefunded, isOpenPayment, isUnpaid } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { billCreditOf, creditViewOf, readBillDebts } from '#src/money/credit.ts'
import { creditPurchase, dueMinorOf, paidUsd } from '#src/money/order-payments.ts'
import {
  listOpen,
  listOrderedProjectIds,
  listOrders,
  listPaymentsOf,
  type OrderFilter,
  summariseLines,
} from './order-list.repository.ts'

type ListDeps = Pick<Deps, 'db' | 'thumbnails'>

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
  deps: ListDeps,
  customerId: string,
  filter: OrderFilter,
): Promise<{ orders: OrderSummary[]; total: number }> {
  const { rows, total } = await listOrders(deps.db, customerId, filter)
  return { orders: await withPayments(deps, customerId, rows), total }
}

/** A customer's newest orders that are not closed. */
export async function listOpenOrders(deps: ListDeps, customerId: string, limit: number): Promise<OrderSummary[]> {
  return withPayments(deps, customerId, await listOpen(deps.db, customerId, limit))
}

/** Filters projects: those without an order, or with cancelled orders only. */
export async function withoutOrder<Project extends { id: string }>(
  { db }: Pick<Deps, 'db'>,
  projects: readonly Project[],
): Promise<Project[]> {
  if (projects.length === 0) return []

  const projectIds = projects.map(({ id }) => id)
  const ordered = new Set(await listOrderedProjectIds(db, projectIds))
  return projects.filter(({ id }) => !ordered.has(id))
}

type ListedOrder = Awaited<ReturnType<typeof listOpen>>[number]

async function withPayments(
  { db, thumbnails }: ListDeps,
  customerId: string,
  orders: readonly ListedOrder[],
): Promise<OrderSummary[]> {
  if (orders.length === 0) return []

  const orderIds = orders.map(({ id }) => id)
  const lines = new Map((await summariseLines(db, orderIds)).map((summary) => [summary.order_id, summary]))
  const payments = Map.groupBy(await listPaymentsOf(db, orderIds), ({ order_id }) => order_id)
  const paymentsOf = ({ id }: ListedOrder) => payments.get(id) ?? []

  // Most customers have no credit.
  const isAnyOnCredit = orders.some((order) => creditPurchase(paymentsOf(order)))
  const owedFor = isAnyOnCredit ? await readBillDebts(db, customerId) : () => 0

  return orders.map((order) => {
    const credit = creditViewOf(billCreditOf(order, paymentsOf(order), owedFor))
    const thumbnailKey = thumbnails.within({ kind: 'order', id: order.id })
    const thumbnailIds = (lines.get(order.id)?.thumbnail_ids ?? []).flatMap((id) => thumbnailKey(id) ?? [])
    return { ...summaryOf(order, lines.get(order.id), paymentsOf(order)), credit, thumbnailIds }
  })
}

function summaryOf(
  order: ListedOrder,
  lines: Awaited<ReturnType<typeof summariseLines>>[number] | undefined,
  payments: readonly Payment[],
): Omit<OrderSummary, 'credit' | 'thumbnailIds'> {
  const totalMinor = Number(order.total_minor)
  const states = payments.map(({ state }) => state)
  const { original_order_id: originalId, original_number: originalNumber, delivered_at: deliveredAt } = order
  const isClosedEarly = isCancelledOrRefunded(order.status)

  return {
    id: order.id,
    number: order.number,
    poNumber: order.po_number,
    status: order.status,
    placedAt: order.placed_at.toISOString(),
    totalMinor,
    dueMinor: dueMinorOf(order.status, totalMinor, paidUsd(payments)),
    awaitsTransfer: states.includes('awaiting_funds'),
    isCancellable: isUnpaid(order.status) && isCancellableNow(order.status, states),
    methods: methodsOf(payments),
    lines: lines?.lines ?? 0,
    parts: lines?.parts ?? 0,
    names: lines?.names ?? [],
    delivery: isClosedEarly ? null : order.dates,
    deliveredAt: isClosedEarly ? null : (deliveredAt?.toISOString() ?? null),
    original: originalId && originalNumber ? { id: originalId, number: originalNumber } : null,
  }
}
