import type {
  AdditionalCostSummary,
  AdditionalCostView,
  BankInstructions,
  LinkedAdditionalCost,
} from '@cotation/contracts'
import { type OrderStatus, waitsWith } from '@cotation/domain'
import type { OrderTotal } from '@cotation/pricing'
import type { Selectable } from 'kysely'
import type { Config } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import type { ThumbnailKeyOf } from '#core/thumbnail-keys.ts'
import { listZones } from '#core/time-zone.ts'
import type { Db, Trx } from '#db/database.ts'
import type { AdditionalCostRow } from '#db/order-rows.ts'
import type { AdditionalCostEventTable } from '#db/schema.generated.ts'
import { stateAt } from './additional-cost.ts'
import { type CountedPayment, dueUsd, netUsd, shownPayments, sumCounted } from './order-payments.ts'
import { bankInstructionsOf } from './payment-view.ts'
import { type CheckedPayment, unconfirmedPaymentOf, withReceipts } from './unconfirmed-payment.ts'

interface CostItem {
  order_line_id: string | null
  amount_minor: string
  name: string | null
  thumbnail_id: string | null
}

interface CostOrder {
  number: string
  po_number: string
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
  payments: CheckedPayment[]
  /** Other costs that the order waits for, oldest first. */
  otherCosts: Pick<AdditionalCostRow, 'id' | 'number' | 'state'>[]
  /** The customer's. */
  timeZone: string
}

type CostDeps = Pick<Deps, 'clock' | 'config'>

/** Reads what belongs to some costs. The number of queries does not depend on their number. */
export async function readCostDetails(
  { clock, config }: CostDeps,
  db: Db | Trx,
  costs: readonly AdditionalCostRow[],
): Promise<AdditionalCostDetails[]> {
  if (costs.length === 0) return []
  const costIds = costs.map(({ id }) => id)
  const customerIds = costs.map(({ customer_id }) => customer_id)

  const orders = await listOrdersOf(db, costs)
  const items = Map.groupBy(await listItemsOf(db, costIds), ({ cost_id }) => cost_id)
  const placeLines = await listPlaceLines(db, costs)
  const events = Map.groupBy(await listEventsOf(db, costIds), ({ cost_id }) => cost_id)
  const payments = Map.groupBy(await listCostPayments(db, costIds), ({ additional_cost_id }) => additional_cost_id)
  const siblings = await listSiblings(db, costs, clock())
  const zones = await listZones(db, customerIds, config.timeZone, clock())

  return costs.map((cost) => ({
    cost,
    order: orderOf(orders, cost),
    otherCosts: siblings.filter(
      ({ id, order_id, reason, state, status }) =>
        id !== cost.id && order_id === cost.order_id && waitsWith({ reason, state }, status) !== null,
    ),
    timeZone: zones.get(cost.customer_id) ?? config.timeZone,
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
    .select(['id', 'number', 'po_number', 'status', 'total'])
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

/** All costs of the orders of some costs, with their states at this moment, oldest first. */
function listSiblings(db: Db | Trx, costs: readonly AdditionalCostRow[], now: Date) {
  const orderIds = costs.map(({ order_id }) => order_id)
  return db
    .selectFrom('additional_cost as cost')
    .innerJoin('customer_order as order', 'order.id', 'cost.order_id')
    .select(['cost.id', 'cost.order_id', 'cost.number', 'cost.reason', 'order.status', stateAt(now).as('state')])
    .where('cost.order_id', 'in', orderIds)
    .orderBy('cost.created_at')
    .orderBy('cost.id')
    .execute()
}

function listEventsOf(db: Db | Trx, costIds: readonly string[]) {
  return db.selectFrom('additional_cost_event').selectAll().where('cost_id', 'in', costIds).orderBy('id').execute()
}

/** All payments of some costs, oldest first. */
export async function listCostPayments(db: Db | Trx, costIds: readonly string[]): Promise<CheckedPayment[]> {
  if (costIds.length === 0) return []

  const payments = await db
    .selectFrom('payment_intent')
    .selectAll()
    .where('additional_cost_id', 'in', costIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return withReceipts(db, payments)
}

/** The account and reference of a transfer that was announced and has not arrived. */
function awaitedTransferOf(
  payments: readonly CheckedPayment[],
  config: Pick<Config, 'bankAccounts'>,
): BankInstructions | null {
  const awaited = payments.find(({ state, receipt }) => state === 'awaiting_funds' && receipt === null)
  return awaited ? bankInstructionsOf(awaited, config) : null
}

/** What is left to pay of a cost. */
export function costDueMinor(
  { state, total_minor }: Pick<AdditionalCostRow, 'state' | 'total_minor'>,
  payments: readonly CheckedPayment[],
): number {
  return state === 'requested' ? dueUsd({ totalMinor: Number(total_minor) }, payments) : 0
}

type Return = AdditionalCostView['returns'][number]

/** A customer's transfer goes to the balance. */
const destinations: Readonly<Record<CheckedPayment['method'], Return['to']>> = {
  card: 'card',
  bank_transfer: 'balance',
  balance: 'balance',
  credit: 'credit',
}

type CostTerms = Pick<AdditionalCostRow, 'state' | 'total_minor' | 'paid_at'>

/** What each payment has contributed to a cost, and what of that was refunded. */
function shownCostPayments({ state, total_minor, paid_at }: CostTerms, payments: readonly CheckedPayment[]) {
  const isClosed = state !== 'requested' && state !== 'paid'
  return shownPayments({ totalMinor: Number(total_minor), isPaid: paid_at !== null, isClosed }, payments)
}

/** In US cents. A closed cost counts what was received, because a job refunds the card later. */
function returnedMinor(state: AdditionalCostRow['state'], { payment, paidMinor, refundedMinor }: CountedPayment) {
  if (state === 'requested') return netUsd(payment)
  return state === 'paid' ? refundedMinor : paidMinor
}

/**
 * Where the received money of a cost goes if it is declined, or went: what was refunded of a paid
 * cost, everything of a closed one.
 */
export function costReturnsOf(cost: CostTerms, payments: readonly CheckedPayment[]): Return[] {
  const amounts = new Map<Return['to'], number>()
  for (const shown of shownCostPayments(cost, payments)) {
    const { payment } = shown
    const isPayerTransfer = payment.agency && payment.method === 'bank_transfer'
    const to = isPayerTransfer ? 'payer-transfer' : destinations[payment.method]
    amounts.set(to, (amounts.get(to) ?? 0) + returnedMinor(cost.state, shown))
  }

  return [...amounts].filter(([, amountMinor]) => amountMinor > 0).map(([to, amountMinor]) => ({ to, amountMinor }))
}

/** How a cost was paid. What was returned counts only if nothing else has paid it. */
function paidWith(payments: readonly CheckedPayment[]): CheckedPayment['method'][] {
  const received = payments.filter(({ state, captured_minor }) => state !== 'held' && Number(captured_minor) > 0)
  const kept = payments.filter((payment) => payment.state !== 'held' && netUsd(payment) > 0)
  const counted = kept.length > 0 ? kept : received
  return [...new Set(counted.map(({ method }) => method))]
}

interface CostSurroundings {
  status: OrderStatus
  payments: readonly CheckedPayment[]
  /** The customer's. */
  timeZone: string
}

/** What an order shows of an additional cost. */
export function costSummaryOf(
  cost: AdditionalCostRow,
  { status, payments, timeZone }: CostSurroundings,
  config: Pick<Config, 'bankAccounts'>,
): AdditionalCostSummary {
  return {
    id: cost.id,
    number: cost.number,
    reason: cost.reason,
    totalMinor: Number(cost.total_minor),
    dueMinor: costDueMinor(cost, payments),
    state: cost.state,
    waitsWith: waitsWith(cost, status),
    transfer: awaitedTransferOf(payments, config),
    unconfirmed: unconfirmedPaymentOf(payments),
    deadline: cost.deadline.toISOString(),
    timeZone,
  }
}

/** What the holder of a payment link sees of it (PAY-8). */
export function linkedCostOf(
  { cost, order, items, otherCosts, timeZone }: AdditionalCostDetails,
  thumbnailKey: ThumbnailKeyOf,
): LinkedAdditionalCost {
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
      thumbnailId: thumbnailKey(item.thumbnail_id),
      amountMinor: Number(item.amount_minor),
    })),
    netMinor: Number(cost.net_minor),
    tax: { ratePercent, reason, minor: Number(cost.tax_minor) },
    totalMinor: Number(cost.total_minor),
    otherCosts: otherCosts.map(({ id, number, state }) => ({ id, number, state })),
    deadline: cost.deadline.toISOString(),
    timeZone,
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
export function costViewOf(
  details: AdditionalCostDetails,
  { config, thumbnails }: Pick<Deps, 'config' | 'thumbnails'>,
  nameCheck: (rule: string) => string,
): AdditionalCostView {
  const { cost, order, events, payments, timeZone } = details

  const { paidMinor, refundedMinor } = sumCounted(shownCostPayments(cost, payments))
  const summary = costSummaryOf(cost, { status: order.status, payments, timeZone }, config)
  const isAnswerable = cost.state === 'requested' && summary.unconfirmed === null

  return {
    ...summary,
    ...linkedCostOf(details, thumbnails.within({ kind: 'order', id: cost.order_id })),
    orderId: cost.order_id,
    checkName: cost.check_rule === null ? null : nameCheck(cost.check_rule),
    hasPicture: cost.picture_id !== null,
    place: placeViewOf(details),
    paidMinor,
    refundedMinor,
    paidWith: paidWith(payments),
    returns: costReturnsOf(cost, payments),
    requestedAt: cost.created_at.toISOString(),
    history: events.map((event) => ({
      at: event.at.toISOString(),
      to: event.to_state,
      by: event.actor,
      reason: event.reason,
    })),
    can: { pay: isAnswerable, decline: isAnswerable, download: cost.paid_at !== null },
  }
}
