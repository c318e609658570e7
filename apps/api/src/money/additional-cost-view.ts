import type { AdditionalCostSummary, AdditionalCostView, LinkedAdditionalCost } from '@cotation/contracts'
import { type OrderStatus, waitsWith } from '@cotation/domain'
import type { OrderTotal } from '@cotation/pricing'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { AdditionalCostRow, PaymentIntentRow } from '#db/order-rows.ts'
import type { AdditionalCostEventTable } from '#db/schema.generated.ts'
import { sumPayments } from './order-payments.ts'

interface CostItem {
  order_line_id: string | null
  amount_minor: string
  name: string | null
  thumbnail_id: string | null
}

interface CostOrder {
  number: string
  status: OrderStatus
  total: OrderTotal
}

/** An additional cost with everything that belongs to it. */
export interface AdditionalCostDetails {
  cost: AdditionalCostRow
  order: CostOrder
  items: CostItem[]
  /** The line that the place is on, and where its model can be seen. */
  placeLine: { name: string; line_id: string | null; project_id: string | null } | null
  events: Selectable<AdditionalCostEventTable>[]
  payments: PaymentIntentRow[]
}

/** Reads what belongs to some costs. The number of queries does not depend on their number. */
export async function readCostDetails(
  db: Db | Trx,
  costs: readonly AdditionalCostRow[],
): Promise<AdditionalCostDetails[]> {
  if (costs.length === 0) return []
  const costIds = costs.map(({ id }) => id)

  const orders = await listOrdersOf(db, costs)
  const items = Map.groupBy(await listItemsOf(db, costIds), ({ cost_id }) => cost_id)
  const placeLines = await listPlaceLines(db, costs)
  const events = Map.groupBy(await listEventsOf(db, costIds), ({ cost_id }) => cost_id)
  const payments = Map.groupBy(await listPaymentsOf(db, costIds), ({ additional_cost_id }) => additional_cost_id)

  return costs.map((cost) => ({
    cost,
    order: orderOf(orders, cost),
    items: items.get(cost.id) ?? [],
    placeLine: placeLines.find(({ id }) => id === cost.place?.orderLineId) ?? null,
    events: events.get(cost.id) ?? [],
    payments: payments.get(cost.id) ?? [],
  }))
}

function orderOf(orders: readonly (CostOrder & { id: string })[], { order_id }: AdditionalCostRow): CostOrder {
  const order = orders.find(({ id }) => id === order_id)
  if (!order) throw new Error(`There is no order ${order_id}.`)
  return order
}

function listOrdersOf(db: Db | Trx, costs: readonly AdditionalCostRow[]) {
  const orderIds = costs.map(({ order_id }) => order_id)
  return db
    .selectFrom('customer_order')
    .select(['id', 'number', 'status', 'total'])
    .where('id', 'in', orderIds)
    .execute()
}

function listItemsOf(db: Db | Trx, costIds: readonly string[]) {
  return db
    .selectFrom('additional_cost_item as item')
    .leftJoin('order_line as line', 'line.id', 'item.order_line_id')
    .select(['item.cost_id', 'item.order_line_id', 'item.amount_minor', 'line.name', 'line.thumbnail_id'])
    .where('item.cost_id', 'in', costIds)
    .orderBy('item.position')
    .execute()
}

async function listPlaceLines(db: Db | Trx, costs: readonly AdditionalCostRow[]) {
  const lineIds = costs.flatMap(({ place }) => (place ? [place.orderLineId] : []))
  if (lineIds.length === 0) return []

  return db
    .selectFrom('order_line as line')
    .innerJoin('customer_order as order', 'order.id', 'line.order_id')
    .select(['line.id', 'line.name', 'line.line_id', 'order.project_id'])
    .where('line.id', 'in', lineIds)
    .execute()
}

function listEventsOf(db: Db | Trx, costIds: readonly string[]) {
  return db.selectFrom('additional_cost_event').selectAll().where('cost_id', 'in', costIds).orderBy('id').execute()
}

function listPaymentsOf(db: Db | Trx, costIds: readonly string[]) {
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where('additional_cost_id', 'in', costIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What an order shows of an additional cost. */
export function costSummaryOf(cost: AdditionalCostRow, status: OrderStatus): AdditionalCostSummary {
  return {
    id: cost.id,
    number: cost.number,
    reason: cost.reason,
    totalMinor: Number(cost.total_minor),
    state: cost.state,
    waitsWith: waitsWith(cost, status),
    deadline: cost.deadline.toISOString(),
  }
}

/** What the holder of a payment link sees of it (PAY-8). */
export function linkedCostOf({ cost, order, items }: AdditionalCostDetails): LinkedAdditionalCost {
  const { ratePercent, reason } = order.total.tax

  return {
    id: cost.id,
    number: cost.number,
    orderNumber: order.number,
    reason: cost.reason,
    explanation: cost.explanation,
    items: items.map((item) => ({
      orderLineId: item.order_line_id,
      name: item.name ?? '',
      thumbnailId: item.thumbnail_id,
      amountMinor: Number(item.amount_minor),
    })),
    netMinor: Number(cost.net_minor),
    tax: { ratePercent, reason, minor: Number(cost.tax_minor) },
    totalMinor: Number(cost.total_minor),
    deadline: cost.deadline.toISOString(),
  }
}

function placeViewOf({ cost: { place }, placeLine }: AdditionalCostDetails): AdditionalCostView['place'] {
  if (!place || !placeLine) return null

  return {
    orderLineId: place.orderLineId,
    name: placeLine.name,
    projectId: placeLine.project_id,
    lineId: placeLine.line_id,
    pointMm: [...place.pointMm],
  }
}

/** An additional cost for its customer or staff. `nameCheck` names a check for the reader. */
export function costViewOf(details: AdditionalCostDetails, nameCheck: (rule: string) => string): AdditionalCostView {
  const { cost, order, events, payments } = details
  const { paidMinor, refundedMinor } = sumPayments(payments)
  const isOpen = cost.state === 'requested'

  return {
    ...costSummaryOf(cost, order.status),
    ...linkedCostOf(details),
    orderId: cost.order_id,
    checkName: cost.check_rule === null ? null : nameCheck(cost.check_rule),
    hasPicture: cost.picture_id !== null,
    place: placeViewOf(details),
    paidMinor,
    refundedMinor,
    requestedAt: cost.created_at.toISOString(),
    history: events.map((event) => ({
      at: event.at.toISOString(),
      to: event.to_state,
      by: event.actor,
      reason: event.reason,
    })),
    can: { pay: isOpen, decline: isOpen, download: cost.paid_at !== null },
  }
}
