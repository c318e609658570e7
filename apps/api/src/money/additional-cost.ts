import {
  type AdditionalCostState,
  additionalCostReasons,
  additionalCostStates,
  holdsUpOrder,
  type StaffStatus,
} from '@cotation/domain'
import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { AdditionalCostRow } from '#db/order-rows.ts'
import { undecidedReceipts, unfinishedStates } from './unconfirmed-payment.ts'

/**
 * Whether the result of a payment of an `additional_cost as cost` is unknown, which keeps the request
 * from expiring: `unconfirmedPaymentOf` in SQL.
 */
export const isBeingConfirmed = sql<boolean>`exists (
  select from payment_intent intent where intent.additional_cost_id = cost.id
    and (intent.state in (${sql.join(unfinishedStates)}) or exists (
      select from bank_receipt receipt where receipt.intent_id = intent.id
        and receipt.state in (${sql.join(undecidedReceipts)}))))`

/** Whether the order of an `additional_cost as cost` was cancelled or refunded. */
const isOfClosedOrder = sql<boolean>`exists (
  select from customer_order where customer_order.id = cost.order_id
    and customer_order.status in ('cancelled', 'refunded'))`

/**
 * The state of an `additional_cost as cost`, ahead of the jobs that store it: withdrawn as soon as
 * its order is closed, expired as soon as its deadline is over.
 */
export const stateAt = (now: Date) => sql<AdditionalCostState>`
  case
    when cost.state not in ('requested', 'expired') or ${isBeingConfirmed} then cost.state
    when ${isOfClosedOrder} then 'withdrawn'
    when cost.deadline <= ${now} then 'expired'
    else cost.state
  end`

/** Whether the result of a payment of an additional cost is unknown, such as of a held transfer. */
export async function hasUnfinishedPayment(trx: Trx, costId: string): Promise<boolean> {
  const cost = await trx
    .selectFrom('additional_cost as cost')
    .select('cost.id')
    .where('cost.id', '=', costId)
    .where(isBeingConfirmed)
    .executeTakeFirst()
  return cost !== undefined
}

/** Returns the stored state: the caller decides what a passed deadline means. */
export async function lockAdditionalCost(trx: Trx, costId: string): Promise<AdditionalCostRow> {
  return trx
    .selectFrom('additional_cost')
    .selectAll()
    .where('id', '=', costId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** An additional cost with its state at this moment. */
export async function getAdditionalCost(db: Db | Trx, costId: string, now: Date): Promise<AdditionalCostRow> {
  return db
    .selectFrom('additional_cost as cost')
    .selectAll('cost')
    .select(stateAt(now).as('state'))
    .where('cost.id', '=', costId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** The additional costs of an order with their states at this moment, oldest first. */
export function listAdditionalCosts(db: Db | Trx, orderId: string, now: Date): Promise<AdditionalCostRow[]> {
  return db
    .selectFrom('additional_cost as cost')
    .selectAll('cost')
    .select(stateAt(now).as('state'))
    .where('cost.order_id', '=', orderId)
    .orderBy('cost.created_at')
    .orderBy('cost.id')
    .execute()
}

const holdingReasons = additionalCostReasons.filter((reason) =>
  holdsUpOrder({ reason, state: 'requested' }, 'in_production'),
)
const holdingStates = additionalCostStates.filter((state) => holdsUpOrder({ reason: 'other', state }, 'in_production'))

const isHolding = sql<boolean>`(
  cost.reason in (${sql.join(holdingReasons)}) and cost.state in (${sql.join(holdingStates)}))`

/**
 * The `additional_cost as cost` that hold up the work on a `line` of `order_line`, as `holdsUpOrder`
 * says of the order. One that names no line concerns all of them. Of orders that are being made, the
 * stored state says it: a deadline that is over changes nothing.
 */
const holdsOfLine = sql`additional_cost cost
  where cost.order_id = line.order_id and ${isHolding}
    and exists (
      select from additional_cost_item item where item.cost_id = cost.id
        and (item.order_line_id is null or item.order_line_id = line.id))`

/** Whether the work on a `line` of `order_line` waits for an additional cost. */
export const isLineHeld = sql<boolean>`exists (select from ${holdsOfLine})`

/** The ids of all lines of `order_line` whose work waits for an additional cost. */
export const heldLineIds = sql`
  select line.id from additional_cost cost
    join additional_cost_item item on item.cost_id = cost.id
    join order_line line on line.order_id = cost.order_id
      and (item.order_line_id is null or item.order_line_id = line.id)
  where ${isHolding}`

export interface WorkHold {
  lineId: string
  lineName: string
  costId: string
  /** Number of the additional cost. */
  number: string
}

/** The oldest additional cost that holds up the work on each of some order lines; free lines are left out. */
export async function listWorkHolds(db: Db | Trx, lineIds: readonly string[]): Promise<WorkHold[]> {
  if (lineIds.length === 0) return []
  const { rows } = await sql<WorkHold>`
    select line.id as "lineId", line.name as "lineName", held.id as "costId", held.number
    from order_line line join lateral (
      select cost.id, cost.number from ${holdsOfLine} order by cost.created_at, cost.id limit 1) held on true
    where line.id in (${sql.join(lineIds)})
    order by line.position`.execute(db)
  return rows
}

/**
 * Throws ORDER_STOPPED if a dispute has stopped the order of one of these lines, and WORK_HELD if an
 * additional cost holds up a line. The caller has locked the orders, so that neither happens meanwhile.
 */
export async function refuseHeldWork(trx: Trx, lineIds: readonly string[]): Promise<void> {
  if (await isAnyStopped(trx, lineIds)) throw new AppError('ORDER_STOPPED')

  const [hold] = await listWorkHolds(trx, lineIds)
  if (hold) throw new AppError('WORK_HELD', { part: hold.lineName, costNumber: hold.number })
}

/** Throws ADDITIONAL_COST_OPEN if one keeps the order from a status. */
export async function refuseOpenCosts(trx: Trx, orderId: string, to: StaffStatus, now: Date): Promise<void> {
  const costs = await listAdditionalCosts(trx, orderId, now)
  if (costs.some((cost) => holdsUpOrder(cost, to))) throw new AppError('ADDITIONAL_COST_OPEN')
}

/** An order that was paid from a disputed reload is neither produced nor shipped. */
async function isAnyStopped(trx: Trx, lineIds: readonly string[]): Promise<boolean> {
  if (lineIds.length === 0) return false
  const stopped = await trx
    .selectFrom('order_line')
    .innerJoin('customer_order', 'customer_order.id', 'order_line.order_id')
    .select('order_line.id')
    .where('order_line.id', 'in', lineIds)
    .where('customer_order.stopped_by', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return stopped !== undefined
}
