import { type Language, type OrderStatus, orderTransitions } from '@cotation/domain'
import { bySystem } from '#core/audit.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { lockOrder, moveOrder } from '#features/order/order.service.ts'
import { addParcel } from '#features/order/parcel.service.ts'
import type { TestApp } from '#test/app.ts'
import type { PartName } from '#test/quote/quotes.ts'
import { finishProduction } from './finish-production.ts'
import { aPaymentOf } from './ledger.ts'
import { aPlacedOrder } from './orders.ts'

/** Changes the status of an order as the product does. */
export function moveTo(app: TestApp, orderId: string, to: OrderStatus, reason = ''): Promise<OrderRow> {
  return app.deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    return moveOrder(app.deps, trx, order, { to, actor: 'system', reason }, app.clock.now)
  })
}

/** The shortest path of transitions from a placed order to a status. */
function wayTo(status: OrderStatus): OrderStatus[] {
  const ways: OrderStatus[][] = [['awaiting_payment']]
  for (const way of ways) {
    const last = way.at(-1)
    if (last === status) return way.slice(1)
    if (last) ways.push(...orderTransitions[last].filter((next) => !way.includes(next)).map((next) => [...way, next]))
  }
  throw new Error(`no way leads to ${status}`)
}

interface OrderTraits {
  parts?: PartName[]
  language?: Language
  poNumber?: string
  points?: number
}

/** An order in a status, with the payment and parcel that belong to it. */
export async function anOrderIn(
  app: TestApp,
  customerId: string,
  status: OrderStatus = 'awaiting_payment',
  { parts, language = 'fr', poNumber = '', points }: OrderTraits = {},
): Promise<OrderRow> {
  const { db } = app.deps
  const placed = await aPlacedOrder(app, customerId, parts ? { parts } : {})
  const totalMinor = Number(placed.total_minor)

  await db
    .updateTable('customer_order')
    .set({ language, po_number: poNumber, ...(points !== undefined && { points }) })
    .where('id', '=', placed.id)
    .execute()

  let order: OrderRow = { ...placed, language, po_number: poNumber }
  for (const next of wayTo(status)) {
    if (next === 'paid')
      await aPaymentOf(db, customerId, { orderId: order.id, amountMinor: totalMinor, capturedMinor: totalMinor })
    if (next === 'shipped')
      await addParcel(app.deps, order.id, { carrier: 'dhl', trackingNumber: `JD${order.number}` }, bySystem)
    if (next === 'quality_check') await finishProduction(app, order.id)
    order = await moveTo(app, order.id, next)
  }

  return order
}

/** A shipped order of two lines, each in a parcel of its own: one of DHL, one of Fedex. */
export async function anOrderInTwoParcels(app: TestApp, customerId: string): Promise<OrderRow> {
  const { id, number } = await anOrderIn(app, customerId, 'quality_check', { parts: ['block', 'largerBlock'] })
  const lines = await app.deps.db
    .selectFrom('order_line')
    .select(['id', 'quantity'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()

  for (const [index, line] of lines.entries()) {
    await addParcel(
      app.deps,
      id,
      {
        carrier: index === 0 ? 'dhl' : 'fedex',
        trackingNumber: index === 0 ? `JD${number}` : `FX ${number}&x`,
        lines: [{ orderLineId: line.id, quantity: line.quantity }],
      },
      bySystem,
    )
  }
  return moveTo(app, id, 'shipped')
}

/** Copies of one order; the newest has the highest number. */
export async function someOrders(app: TestApp, customerId: string, count: number): Promise<OrderRow[]> {
  const first = await anOrderIn(app, customerId)
  const { db } = app.deps
  const lines = await db.selectFrom('order_line').selectAll().where('order_id', '=', first.id).execute()
  const orders: OrderRow[] = [first]

  for (let copy = 1; copy < count; copy++) {
    const { id: _id, ...row } = first
    const order = await db
      .insertInto('customer_order')
      .values({
        ...row,
        number: `${first.number}-${String(copy).padStart(4, '0')}`,
        submission_key: crypto.randomUUID(),
        total: JSON.stringify(row.total),
        total_minor: Number(row.total_minor),
        shipping_address: JSON.stringify(row.shipping_address),
        billing_address: JSON.stringify(row.billing_address),
        dates: JSON.stringify(row.dates),
        entrust: null,
        export_declaration: null,
        placed_at: new Date(first.placed_at.getTime() + copy * 60_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('order_line')
      .values(
        lines.map(({ id: _lineId, ...line }) => ({
          ...line,
          order_id: order.id,
          name: `part-${copy}.stl`,
          ordered: JSON.stringify(line.ordered),
          unit_minor: Number(line.unit_minor),
          goods_minor: Number(line.goods_minor),
          services_minor: Number(line.services_minor),
          discount_minor: Number(line.discount_minor),
          total_minor: Number(line.total_minor),
        })),
      )
      .execute()
    orders.push(order)
  }

  return orders
}
