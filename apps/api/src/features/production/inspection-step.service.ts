import type { RemakeView } from '@cotation/contracts'
import { isWorkable, type LossReason } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import {
  insertStepReport,
  lockStepsOf,
  openPieces,
  passOn,
  type StepRow,
  updateStep,
} from '#src/production/step-progress.ts'
import { findReport, findRun, lockOrderStatus } from './production.repository.ts'
import { remakePieces } from './remake.service.ts'
import { momentOf, remakeOf, workedSeconds } from './report.service.ts'

/** The inspection step of a run, locked together with the others. */
export interface InspectionStep {
  runId: string
  runCode: string
  orderId: string
  lineId: string
  steps: readonly StepRow[]
  step: StepRow
  /** Pieces that are neither good nor scrap yet. */
  pieces: number
  /** Whether pieces of the order may still be made. */
  isWorkable: boolean
}

/** Locks a run for its inspection: two people cannot record or conclude at the same time. */
export async function lockInspectionStep(trx: Trx, code: string): Promise<InspectionStep> {
  const run = await findRun(trx, { code })
  if (!run) throw new AppError('NOT_FOUND')

  const status = await lockOrderStatus(trx, run.order_id)
  const steps = await lockStepsOf(trx, [run.id])
  const step = steps.find(({ operation }) => operation === 'inspection')
  if (!step) throw new AppError('NOT_FOUND')

  return {
    runId: run.id,
    runCode: run.code,
    orderId: run.order_id,
    lineId: run.line_id,
    steps,
    step,
    pieces: openPieces(step),
    isWorkable: isWorkable(status),
  }
}

/** The report that a key made about the inspection step; another step's throws NOT_FOUND. */
export async function findInspectionReport(trx: Trx, { step }: InspectionStep, key: string) {
  const known = await findReport(trx, key)
  if (known && known.step_id !== step.id) throw new AppError('NOT_FOUND')
  return known && { remake: await remakeOf(trx, known.remake_id) }
}

export interface InspectedPieces {
  key: string
  staffId: string
  good: number
  rework: number
  scrap: number
  reason: LossReason | null
  /** Where the pieces to rework go. */
  backToStepId: string | null
}

/**
 * Finishes the inspection step with what its conclusion did. Pieces to rework go back to an earlier
 * step and come through all steps from there again; scrap opens a re-make. The caller records the audit.
 */
export async function finishInspectionStep(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'jobs'>,
  trx: Trx,
  inspected: InspectionStep,
  pieces: InspectedPieces,
): Promise<RemakeView | null> {
  const { step, steps } = inspected
  const { good, rework, scrap, staffId, reason } = pieces
  if (good + rework + scrap !== inspected.pieces) throw new AppError('STEP_QUANTITY')

  const now = deps.clock()
  const at = momentOf(step, { agoSeconds: 0 }, now)
  await updateStep(trx, step.id, {
    state: rework > 0 ? 'waiting' : 'done',
    good: step.good + good,
    rework: step.rework + rework,
    scrap: step.scrap + scrap,
    worked_seconds: step.worked_seconds + workedSeconds(step, at),
    running_since: null,
    staff_id: staffId,
    changed_at: at,
  })
  if (rework > 0) await sendBack(trx, inspected, pieces)
  else await passOn(trx, steps, step, step.good + good)

  const remake = await openRemakeOf(deps, trx, inspected, pieces, now)
  await insertStepReport(trx, {
    id: pieces.key,
    step_id: step.id,
    staff_id: staffId,
    report: 'done',
    at,
    received_at: now,
    good,
    rework,
    scrap,
    reason,
    remake_id: remake?.runId ?? null,
  })
  return remake
}

async function openRemakeOf(
  deps: Pick<Deps, 'catalogues' | 'jobs'>,
  trx: Trx,
  { orderId, lineId }: InspectionStep,
  { key, scrap, reason, staffId }: InspectedPieces,
  now: Date,
): Promise<RemakeView | null> {
  if (scrap === 0 || reason === null) return null

  const loss = { id: key, cause: 'inspection', reason, staffId } as const
  const [remake = null] = await remakePieces(deps, trx, loss, [{ orderId, lineId, quantity: scrap }], now)
  return remake
}

/** The steps to which pieces can go back: finished ones before the inspection. */
export const stepsToGoBack = (steps: readonly StepRow[], inspection: StepRow): StepRow[] =>
  steps.filter(({ position, state }) => position < inspection.position && state === 'done')

/** From the chosen step on, the pieces are no longer good, until each step reports them again. */
async function sendBack(trx: Trx, { step, steps }: InspectionStep, { backToStepId, rework }: InspectedPieces) {
  if (!steps.some(({ id }) => id === backToStepId)) throw new AppError('NOT_FOUND')

  const target = stepsToGoBack(steps, step).find(({ id }) => id === backToStepId)
  if (!target) throw new AppError('INSPECTION_STEP_WRONG')

  const again = steps.filter(({ position }) => position >= target.position && position < step.position)
  for (const one of again) {
    const isTarget = one.id === target.id
    await updateStep(trx, one.id, {
      state: isTarget ? 'ready' : 'waiting',
      good: one.good - rework,
      ...(isTarget && { rework: one.rework + rework }),
    })
  }
}
