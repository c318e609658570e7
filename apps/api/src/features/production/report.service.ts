import type { RemakeView, RunView } from '@cotation/contracts'
import { isWorkable, type LossReason, type StepReport, stateAfter, timeIn } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { findStaffName } from '#core/staff-name.ts'
import type { Trx } from '#db/database.ts'
import { refuseHeldWork } from '#src/money/additional-cost.ts'
import type { Remake } from '#src/production/open-run.ts'
import {
  insertStepReport,
  listLivePieces,
  lockStepsOf,
  openPieces,
  passOn,
  type StepRow,
  updateStep,
} from '#src/production/step-progress.ts'
import { findReport, findStepPlace, lockOrderStatus, type StepPlace } from './production.repository.ts'
import { remakePieces } from './remake.service.ts'
import { getRunView } from './run-view.service.ts'

type ReportDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'jobs'>

interface Report {
  key: string
  report: StepReport
  agoSeconds: number
  good: number
  rework: number
  scrap: number
  reason: LossReason | null
}

interface ReportAnswer {
  run: RunView
  remake: RemakeView | null
}

/**
 * Records what an operator reports about a step. A report that was received before changes nothing.
 * Scrap opens a re-make. Throws STEP_REPORTED with who and when if a colleague was faster,
 * STEP_IN_TRAY if the pieces are reported with their tray, WORK_HELD if an additional cost holds them,
 * ORDER_STOPPED if a dispute has stopped their order.
 */
export async function reportStep(
  deps: ReportDeps,
  staffId: string,
  stepId: string,
  report: Report,
): Promise<ReportAnswer> {
  refuseOddQuantities(report)

  return deps.db.transaction().execute(async (trx) => {
    const place = await findStepPlace(trx, stepId)
    if (!place) throw new AppError('NOT_FOUND')

    const status = await lockOrderStatus(trx, place.orderId)
    const steps = await lockStepsOf(trx, [place.runId])
    const step = steps.find(({ id }) => id === stepId)
    if (!step) throw new AppError('NOT_FOUND')

    const known = await findReport(trx, report.key)
    if (known && known.step_id !== stepId) throw new AppError('NOT_FOUND')
    if (known) return { run: await getRunView(trx, { id: place.runId }), remake: await remakeOf(trx, known.remake_id) }

    if (!isWorkable(status)) throw new AppError('ORDER_STATE')
    // What runs may be paused, so that its minutes end.
    if (report.report !== 'pause') await refuseHeldWork(trx, [place.lineId])
    const [inTray] = await listLivePieces(trx, [stepId])
    if (inTray) throw new AppError('STEP_IN_TRAY', { trayCode: inTray.code })

    const remake = await applyReport(deps, trx, { place, steps, step, staffId, report })
    return { run: await getRunView(trx, { id: place.runId }), remake }
  })
}

/** Only a finished step has quantities, and every loss has a reason. */
function refuseOddQuantities({ report, good, rework, scrap, reason }: Report): void {
  const isCounted = good + rework + scrap > 0
  if (report !== 'done' && isCounted) throw new AppError('STEP_QUANTITY')
  if (rework + scrap > 0 && reason === null)
    throw new AppError('VALIDATION', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
}

export async function remakeOf(trx: Trx, runId: string | null): Promise<RemakeView | null> {
  if (runId === null) return null
  const { code, quantity, dueDay, promisedDay, isLate } = await getRunView(trx, { id: runId })
  return { runId, code, quantity, plannedDay: dueDay, promisedDay, isLate }
}

interface ReportedStep {
  place: StepPlace
  steps: readonly StepRow[]
  step: StepRow
  staffId: string
  report: Report
}

async function applyReport(deps: ReportDeps, trx: Trx, reported: ReportedStep): Promise<Remake | null> {
  const { steps, step, staffId, report } = reported
  const { good, rework, scrap, reason } = report
  const now = deps.clock()

  if (step.state === 'waiting') throw new AppError('STEP_WAITING')
  const state = stateAfter(step.state, report.report, rework)
  if (state === null) throw await refusalOf(deps, trx, step)
  // Its quantities follow from what was measured, and nothing was measured if the plan is skipped.
  if (step.operation === 'inspection' && report.report === 'done') throw new AppError('INSPECTION_OPEN')
  if (report.report === 'done' && good + rework + scrap !== openPieces(step)) throw new AppError('STEP_QUANTITY')

  const at = momentOf(step, report, now)
  await updateStep(trx, step.id, {
    state,
    good: step.good + good,
    rework: step.rework + rework,
    scrap: step.scrap + scrap,
    worked_seconds: step.worked_seconds + workedSeconds(step, at),
    running_since: state === 'running' ? at : null,
    staff_id: staffId,
    changed_at: at,
  })
  if (state === 'done') await passOn(trx, steps, step, step.good + good)

  const remake = await openRemakeOf(deps, trx, reported, now)
  await insertStepReport(trx, {
    id: report.key,
    step_id: step.id,
    staff_id: staffId,
    report: report.report,
    at,
    received_at: now,
    good,
    rework,
    scrap,
    reason,
    remake_id: remake?.runId ?? null,
  })
  await recordAudit(trx, {
    staffId,
    action: 'production-step.reported',
    subject: { kind: 'production-step', id: step.id },
    before: { state: step.state },
    after: { state, orderId: reported.place.orderId, good, rework, scrap, reason, remake: remake?.runId ?? null },
  })
  return remake
}

/** Why a report does not fit: a colleague has reported already. Names the colleague and the moment. */
async function refusalOf({ config }: ReportDeps, trx: Trx, step: StepRow): Promise<AppError> {
  const holderName = await findStaffName(trx, step.staff_id)
  const heldAt = step.changed_at ? timeIn(config.timeZone, step.changed_at) : ''
  return new AppError('STEP_REPORTED', { holderName, heldAt })
}

/** When it was done, by the server's clock: that of a tablet may be wrong. Never before the last report. */
export function momentOf({ changed_at: last }: StepRow, { agoSeconds }: Pick<Report, 'agoSeconds'>, now: Date): Date {
  const at = now.getTime() - 1000 * agoSeconds
  return new Date(Math.max(at, last?.getTime() ?? 0))
}

export function workedSeconds({ running_since: since }: StepRow, at: Date): number {
  return since ? Math.max(0, Math.round((at.getTime() - since.getTime()) / 1000)) : 0
}

async function openRemakeOf(
  deps: ReportDeps,
  trx: Trx,
  { place, staffId, report: { key, scrap, reason } }: ReportedStep,
  now: Date,
): Promise<Remake | null> {
  if (scrap === 0 || reason === null) return null

  const loss = { id: key, cause: 'scrap', reason, staffId } as const
  const [remake = null] = await remakePieces(deps, trx, loss, [{ ...place, quantity: scrap }], now)
  return remake
}
