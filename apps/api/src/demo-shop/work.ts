import { randomUUID } from 'node:crypto'
import { isClosedStep, type LossReason, type Operation, type StepReport } from '@cotation/domain'
import { reportStep } from '#features/production/report.service.ts'
import type { PlacedOrder } from './customer-acts.ts'
import { passInspection } from './inspect.ts'
import type { Shop } from './shop.ts'

/** A moment at which a story goes on. */
export type Moments = AsyncGenerator<Date, void>

interface Work {
  /** Number of lines to work on, from the first; all of them by default. */
  lines?: number
  /** Number of steps of each run to finish. */
  steps?: number
  /** The state in which the next step is left; not begun by default. */
  leave?: 'running' | 'paused'
  /** Scraps pieces of the first run in the step of this operation. */
  scrap?: { operation: Operation; pieces: number; reason: LossReason }
}

/** Work without figures: a service of a supplier, or the part of an expert's price. */
const usualMinutes = 18

/** Longer work of people goes on the next morning; machines run through the night. */
const unattended: ReadonlySet<Operation> = new Set(['printing', 'stress-relief', 'casting', 'cutting-off'])

/** Nobody waits for weeks of the machine before the shop looks alive. */
const maxMinutes = 600

/** Actual minutes over planned ones: some work goes well, some does not. */
const spread = [1.04, 0.93, 1.11, 0.98, 1.27, 0.89, 1.02, 1.16, 0.95, 1.08]

const minuteMs = 60_000
const pausedAfterMs = 25 * minuteMs

interface Step {
  id: string
  operation: Operation
  planned_minutes: number | null
}

/** The operator works through the runs of an order, step by step. */
export async function* work(shop: Shop, order: PlacedOrder, from: Date, plan: Work = {}): Moments {
  const runs = await listRuns(shop, order)
  let at = from
  let count = Number(order.number.at(-1))

  for (const [run, { id: runId, code }] of runs.slice(0, plan.lines).entries()) {
    const steps = await listSteps(shop, runId)
    for (const [position, step] of steps.entries()) {
      if (isClosedStep(step.state)) continue
      if (position === plan.steps) {
        yield* leave(shop, step.id, shop.calendar.whenOpen(at), plan.leave)
        break
      }

      const factor = spread[count++ % spread.length] ?? 1
      at = yield* workOn(shop, step, shop.calendar.whenOpen(at), factor)
      if (step.operation === 'inspection') await passInspection(shop, code)
      else await finish(shop, step, run === 0 ? plan.scrap : undefined)
    }
  }
}

/** Starts a step and lets it take so many times the planned minutes. Returns when it ends. */
async function* workOn(shop: Shop, step: Step, from: Date, factor: number) {
  const { calendar } = shop
  const plannedMinutes = Math.min(maxMinutes, step.planned_minutes ?? usualMinutes)
  let leftMs = Math.max(1, Math.round(plannedMinutes * factor)) * minuteMs
  let at = from
  yield at
  await report(shop, step.id, 'start')

  while (!unattended.has(step.operation) && at.getTime() + leftMs > calendar.closingAt(at).getTime()) {
    const closing = calendar.closingAt(at)
    leftMs -= closing.getTime() - at.getTime()
    yield closing
    await report(shop, step.id, 'pause')

    at = calendar.whenOpen(new Date(closing.getTime() + minuteMs))
    yield at
    await report(shop, step.id, 'start')
  }

  at = new Date(at.getTime() + leftMs)
  yield at
  return at
}

/** Every piece is good but those that the plan scraps in this operation. */
async function finish(shop: Shop, step: Step, scrap: Work['scrap']): Promise<void> {
  const { quantity, good, scrap: lost } = await getStep(shop, step.id)
  const open = quantity - good - lost
  if (scrap?.operation !== step.operation) return report(shop, step.id, 'done', { good: open, scrap: 0, reason: null })

  const { pieces, reason } = scrap
  return report(shop, step.id, 'done', { good: open - pieces, scrap: pieces, reason })
}

async function* leave(shop: Shop, stepId: string, at: Date, as: Work['leave']): Moments {
  if (as === undefined) return

  yield at
  await report(shop, stepId, 'start')
  if (as === 'running') return

  yield new Date(at.getTime() + pausedAfterMs)
  await report(shop, stepId, 'pause')
}

async function report(
  { past, staff }: Shop,
  stepId: string,
  said: StepReport,
  counted: { good: number; scrap: number; reason: LossReason | null } = { good: 0, scrap: 0, reason: null },
): Promise<void> {
  const key = randomUUID()
  await reportStep(past.deps, staff.operator, stepId, { key, report: said, agoSeconds: 0, rework: 0, ...counted })
}

export const listRuns = ({ past }: Shop, { id }: PlacedOrder) =>
  past.deps.db
    .selectFrom('production_run')
    .innerJoin('order_line', 'order_line.id', 'production_run.line_id')
    .select(['production_run.id', 'production_run.code'])
    .where('production_run.order_id', '=', id)
    .orderBy('opened_at')
    .orderBy('order_line.position')
    .execute()

const listSteps = ({ past }: Shop, runId: string) =>
  past.deps.db
    .selectFrom('production_step')
    .select(['id', 'operation', 'state', 'planned_minutes'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()

const getStep = ({ past }: Shop, stepId: string) =>
  past.deps.db
    .selectFrom('production_step')
    .select(['quantity', 'good', 'scrap'])
    .where('id', '=', stepId)
    .executeTakeFirstOrThrow()

/** The printing steps of orders, with the pieces that have come to them. */
export async function listPrintingSteps(
  { past }: Shop,
  orders: readonly PlacedOrder[],
): Promise<{ stepId: string; quantity: number }[]> {
  const orderIds = orders.map(({ id }) => id)
  const steps = await past.deps.db
    .selectFrom('production_step')
    .innerJoin('production_run', 'production_run.id', 'production_step.run_id')
    .select(['production_step.id', 'production_step.quantity'])
    .where('order_id', 'in', orderIds)
    .where('operation', '=', 'printing')
    .execute()
  return steps.map(({ id, quantity }) => ({ stepId: id, quantity }))
}
