import { canMoveOrder, isCancelledOrRefunded, isClosedOrder, isReviewable, type OrderStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { OrderActor } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { earnOrderPoints, loyaltyLevelJob } from '#src/money/order-points.ts'
import { openRuns } from '#src/production/open-run.ts'
import { findOrder, insertReview, listDeliveredBefore, type Review, updateOrder } from './order.repository.ts'
import { enqueueOrderMail } from './order-mail.service.ts'
import { insertOrder, type NewOrder } from './place-order.repository.ts'

export async function getOrder(db: Db | Trx, orderId: string): Promise<OrderRow> {
  return found(await findOrder(db, orderId, { lock: false }))
}

/** Another customer's order and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function getOwnOrder(db: Db | Trx, customerId: string, orderId: string): Promise<OrderRow> {
  return owned(await getOrder(db, orderId), customerId)
}

/** Every change of an order or of its payments locks the order first. */
export async function lockOrder(trx: Trx, orderId: string): Promise<OrderRow> {
  return found(await findOrder(trx, orderId, { lock: true }))
}

export async function lockOwnOrder(trx: Trx, customerId: string, orderId: string): Promise<OrderRow> {
  return owned(await lockOrder(trx, orderId), customerId)
}

function found(order: OrderRow | undefined): OrderRow {
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

function owned(order: OrderRow, customerId: string): OrderRow {
  if (order.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return order
}

/** Closes what belongs to an order that was cancelled or refunded: its additional costs. */
export const closedOrderJob = 'order-closed'

interface OrderMove {
  to: OrderStatus
  actor: OrderActor
  staffId?: string
  reason: string
  /** New promised dates; those of the order stay without them. */
  dates?: OrderRow['dates']
}

/**
 * Moves a locked order along the status table, records who did it and why, and enqueues the mail in
 * the same transaction. Throws `ORDER_STATE` if the table forbids the move.
 */
export async function moveOrder(
  deps: Pick<Deps, 'catalogues' | 'jobs'>,
  trx: Trx,
  order: OrderRow,
  move: OrderMove,
  now: Date,
): Promise<OrderRow> {
  const { to } = move
  if (!canMoveOrder(order.status, to)) throw new AppError('ORDER_STATE')

  const change = {
    status: to,
    ...(move.dates && { dates: move.dates }),
    ...(to === 'paid' && order.paid_at === null && { paid_at: now }),
    ...(to === 'delivered' && { delivered_at: now }),
    ...(isClosedOrder(to) && { closed_at: now }),
  }
  const eventId = await updateOrder(trx, change, {
    order_id: order.id,
    at: now,
    from_status: order.status,
    to_status: to,
    actor: move.actor,
    staff_id: move.staffId ?? null,
    reason: move.reason,
  })

  const readyDay = to === 'in_production' ? await openRuns(deps, trx, order, now) : null
  if (to === 'completed') {
    await earnOrderPoints(trx, order, now)
    await deps.jobs.enqueue(trx, loyaltyLevelJob, { customerId: order.customer_id })
  }
  if (isCancelledOrRefunded(to)) await deps.jobs.enqueue(trx, closedOrderJob, { orderId: order.id })

  const isDelayed = readyDay !== null && readyDay > order.dates.ship
  // In place of the mail about the status, which names the promised day.
  const about = isDelayed
    ? { delay: { id: eventId, cause: 'order' as const, expectedDay: readyDay, pieces: [] } }
    : { eventId }
  await enqueueOrderMail(deps, trx, { orderId: order.id, ...about })

  return { ...order, ...change }
}

interface WrittenOrder {
  order: OrderRow
  lastEventId: string
}

/**
 * Writes a new order once, in the status that its payment gives it, since an insert followed by an
 * update costs the database twice.
 */
export function writeOrder(trx: Trx, newOrder: NewOrder, now: Date): Promise<WrittenOrder> {
  return insertOrder(trx, newOrder, now)
}

/** Enqueues the one mail about a new order: placed, payment pending or paid. */
export async function announceOrder(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  { order, lastEventId }: WrittenOrder,
): Promise<void> {
  const hasMovedOn = order.status !== 'awaiting_payment'
  await enqueueOrderMail(deps, trx, { orderId: order.id, ...(hasMovedOn && { eventId: lastEventId }) })
}

/** Writes a new order and enqueues its mail. */
export async function placeOrder(deps: Pick<Deps, 'jobs'>, trx: Trx, newOrder: NewOrder, now: Date): Promise<OrderRow> {
  const placed = await writeOrder(trx, newOrder, now)
  await announceOrder(deps, trx, placed)
  return placed.order
}

export const completionJob = 'order-completion'
const dayMs = 86_400_000
const maxPerRun = 500

/** The customer confirms that everything has arrived. */
export async function receiveOrder(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>,
  orderId: string,
  customerId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    await moveOrder(deps, trx, order, { to: 'completed', actor: 'customer', reason: '' }, deps.clock())
  })
}

/** Completes orders whose receipt was not confirmed in time (catalogue 7, `creditAfterDays`). */
export async function completeDelivered(deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = deps.clock()
  const { catalogue } = await deps.catalogues.inForce()
  const before = new Date(now.getTime() - catalogue.loyalty.creditAfterDays * dayMs)
  const orderIds = await listDeliveredBefore(deps.db, before, maxPerRun)

  for (const orderId of orderIds) {
    await deps.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, orderId)
      // It may have been received, refunded or completed by another process since the query.
      if (order.status !== 'delivered') return
      await moveOrder(deps, trx, order, { to: 'completed', actor: 'system', reason: '' }, now)
    })
  }

  if (orderIds.length === maxPerRun) await deps.jobs.enqueue(deps.db, completionJob, {})
}

/** Saves the customer's review of a delivered order, once (spec 3, Review). */
export async function reviewOrder(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  orderId: string,
  customerId: string,
  review: Review,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    if (!isReviewable(order.status)) throw new AppError('ORDER_NOT_DELIVERED')
    if (!(await insertReview(trx, orderId, review, clock()))) throw new AppError('ALREADY_REVIEWED')
  })
}
