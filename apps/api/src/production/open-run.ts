import type { LossReason, RunCause } from '@cotation/domain'
import { expertRoute, makingRoute, type RouteStep, routeDays, workshopDay } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import type { OrderedPart } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'

type RunDeps = Pick<Deps, 'catalogues'>
type MadeOrder = Pick<OrderRow, 'id' | 'catalogue_version' | 'dates'>

async function getCatalogue({ catalogues }: RunDeps, trx: Trx, { catalogue_version }: MadeOrder) {
  const found = await catalogues.find(catalogue_version, trx)
  if (!found) throw new Error(`There is no catalogue ${catalogue_version}.`)
  return found.catalogue
}

type Catalogue = Awaited<ReturnType<typeof getCatalogue>>

/** The steps of a quantity of an ordered line, from the figures that made its price. */
function routeOf({ part, configuration, price, orderLine }: OrderedPart, catalogue: Catalogue, quantity: number) {
  const route = part && configuration ? makingRoute(part, configuration, catalogue, quantity) : null
  return route ?? expertRoute(price?.process ?? null, orderLine.workingDays)
}

interface NewRun {
  orderId: string
  lineId: string
  quantity: number
  cause: RunCause
  reason: LossReason | null
  openedBy: string | null
  route: readonly RouteStep[]
  /** The due day of each step. */
  days: readonly string[]
  /** The promised day of dispatch (ISO) of the order, which never changes. */
  promisedDay: string
}

async function insertRun(trx: Trx, run: NewRun, now: Date): Promise<{ id: string; code: string }> {
  const dueDay = run.days.at(-1) ?? ''
  const { id, code } = await trx
    .insertInto('production_run')
    .values({
      order_id: run.orderId,
      line_id: run.lineId,
      quantity: run.quantity,
      cause: run.cause,
      reason: run.reason,
      due_day: dueDay,
      is_late: dueDay > run.promisedDay,
      opened_at: now,
      opened_by: run.openedBy,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

  const steps = run.route.map((step, position) => ({
    run_id: id,
    position,
    operation: step.operation,
    station: step.station,
    service: step.service,
    planned_minutes: step.plannedMinutes,
    due_day: run.days[position] ?? dueDay,
    state: position === 0 ? ('ready' as const) : ('waiting' as const),
    quantity: run.quantity,
  }))
  await trx.insertInto('production_step').values(steps).execute()

  return { id, code }
}

/**
 * Gives every line of an order that goes to production its steps, planned from the promised start, or
 * from today if that is over. Lines that have them already, because the order comes back from
 * inspection, keep them. Returns the day (ISO) on which the last line is ready; null if all had steps.
 */
export async function openRuns(deps: RunDeps, trx: Trx, order: MadeOrder, now: Date): Promise<string | null> {
  const lines = await trx
    .selectFrom('order_line')
    .select(['id', 'quantity', 'ordered'])
    .where('order_id', '=', order.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('production_run')
            .select('production_run.id')
            .whereRef('production_run.line_id', '=', 'order_line.id')
            .where('cause', '=', 'order'),
        ),
      ),
    )
    .orderBy('position')
    .execute()
  if (lines.length === 0) return null

  const catalogue = await getCatalogue(deps, trx, order)
  const today = workshopDay(now.getTime(), catalogue)
  const startDay = order.dates.start > today ? order.dates.start : today

  const readyDays = []
  for (const { id: lineId, quantity, ordered } of lines) {
    const route = routeOf(ordered, catalogue, quantity)
    const days = routeDays(route, startDay, catalogue)
    readyDays.push(days.at(-1) ?? '')
    const run = { orderId: order.id, lineId, quantity, route, days, promisedDay: order.dates.ship }
    await insertRun(trx, { ...run, cause: 'order', reason: null, openedBy: null }, now)
  }
  return readyDays.sort().at(-1) ?? null
}

export interface Loss {
  lineId: string
  quantity: number
  cause: Exclude<RunCause, 'order'>
  reason: LossReason
  staffId: string
}

export interface Remake {
  runId: string
  code: string
  quantity: number
  /** The day (ISO) on which the new pieces are ready. */
  plannedDay: string
  /** The promised day of dispatch (ISO), which stays. */
  promisedDay: string
  /** The new pieces are ready after the promised day. */
  isLate: boolean
}

export interface RemakePlan {
  orderId: string
  route: readonly RouteStep[]
  /** The due day of each step. */
  days: readonly string[]
  /** The day (ISO) on which the new pieces are ready. */
  plannedDay: string
  /** The promised day of dispatch (ISO), which stays. */
  promisedDay: string
  /** The new pieces are ready after the promised day. */
  isLate: boolean
}

/** How lost pieces of a line would be made again, planned from today. */
export async function planRemake(
  deps: RunDeps,
  trx: Trx,
  { lineId, quantity }: Pick<Loss, 'lineId' | 'quantity'>,
  now: Date,
): Promise<RemakePlan> {
  const line = await trx
    .selectFrom('order_line')
    .innerJoin('customer_order', 'customer_order.id', 'order_line.order_id')
    .select(['order_line.ordered', 'customer_order.id', 'customer_order.catalogue_version', 'customer_order.dates'])
    .where('order_line.id', '=', lineId)
    .executeTakeFirstOrThrow()

  const catalogue = await getCatalogue(deps, trx, line)
  const route = routeOf(line.ordered, catalogue, quantity)
  const days = routeDays(route, workshopDay(now.getTime(), catalogue), catalogue)
  const plannedDay = days.at(-1) ?? ''
  const promisedDay = line.dates.ship
  return { orderId: line.id, route, days, plannedDay, promisedDay, isLate: plannedDay > promisedDay }
}

/**
 * Makes lost pieces of a line again: a run with steps of its own, planned from today. The promised
 * dates of the order stay. The caller has locked the order and records the audit.
 */
export async function openRemake(deps: RunDeps, trx: Trx, loss: Loss, now: Date): Promise<Remake> {
  const { orderId, route, days, plannedDay, promisedDay, isLate } = await planRemake(deps, trx, loss, now)
  const { lineId, quantity, cause, reason, staffId } = loss
  const { id, code } = await insertRun(
    trx,
    { orderId, lineId, quantity, cause, reason, openedBy: staffId, route, days, promisedDay },
    now,
  )
  return { runId: id, code, quantity, plannedDay, promisedDay, isLate }
}
