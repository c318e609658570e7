import type { InspectionConclusion, RemakeView, RunInspections, RunView } from '@cotation/contracts'
import { type Language, minFailedPieces, missingChecks } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import {
  findInspectionReport,
  finishInspectionStep,
  type InspectedPieces,
} from '#features/production/inspection-step.service.ts'
import { getRunView } from '#features/production/run-view.service.ts'
import { listCharacteristics, listValues, updateInspection } from './inspection.repository.ts'
import { getRunInspections } from './inspection-view.service.ts'
import {
  assertOpen,
  type LockedInspection,
  lockInspection,
  type OpenInspection,
  openInspection,
  type RecordDeps,
} from './record.service.ts'

type ConcludeDeps = RecordDeps & Pick<Deps, 'jobs'>

interface Conclusion {
  staffId: string
  code: string
  conclusion: InspectionConclusion
}

interface ConclusionAnswer {
  inspections: RunInspections
  run: RunView
  remake: RemakeView | null
}

/**
 * Concludes an inspection and finishes the step in the same transaction: good pieces go on, failed
 * ones go back to an earlier step or are made again.
 */
export async function concludeInspection(
  deps: ConcludeDeps,
  { staffId, code, conclusion }: Conclusion,
  language: Language,
): Promise<ConclusionAnswer> {
  refuseWithoutReason(conclusion)

  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockInspection(trx, code)
    const known = await findInspectionReport(trx, locked.step, conclusion.key)
    const remake = known ? known.remake : await conclude(deps, trx, locked, { staffId, conclusion })

    return {
      inspections: await getRunInspections(deps, trx, code, language),
      run: await getRunView(trx, { code }),
      remake,
    }
  })
}

function refuseWithoutReason({ rework, scrap, reason, backToStepId }: InspectionConclusion): void {
  if (rework + scrap > 0 && reason === null)
    throw new AppError('VALIDATION', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  if (rework > 0 !== (backToStepId !== null)) throw new AppError('INSPECTION_STEP_WRONG')
}

async function conclude(
  deps: ConcludeDeps,
  trx: Trx,
  locked: LockedInspection,
  { staffId, conclusion }: Omit<Conclusion, 'code'>,
): Promise<RemakeView | null> {
  const { key, round, rework, scrap, reason, backToStepId, note } = conclusion
  assertOpen(deps, locked, round)
  const good = locked.step.pieces - rework - scrap
  if (good < 0) throw new AppError('STEP_QUANTITY')

  const inspection = await openInspection(deps, trx, locked, round)
  await assertJudged(trx, inspection, { good, lost: rework + scrap })

  const pieces: InspectedPieces = {
    key,
    staffId,
    good,
    rework,
    scrap,
    reason: rework + scrap > 0 ? reason : null,
    backToStepId,
  }
  const remake = await finishInspectionStep(deps, trx, locked.step, pieces)
  await updateInspection(trx, inspection.id, {
    concluded_at: deps.clock(),
    concluded_by: staffId,
    good,
    rework,
    scrap,
    reason: pieces.reason,
    back_to: backToStepId,
    note,
    report_id: key,
  })

  await recordAudit(trx, {
    staffId,
    action: 'inspection.concluded',
    subject: { kind: 'inspection', id: inspection.id },
    after: {
      orderId: locked.step.orderId,
      round,
      good,
      rework,
      scrap,
      reason: pieces.reason,
      backTo: backToStepId,
      remake: remake?.runId ?? null,
    },
  })
  return remake
}

/** Nothing passes unchecked, and no failed piece passes. A quantity that goes back as a whole needs no more values. */
async function assertJudged(
  trx: Trx,
  { id, sampleSize }: OpenInspection,
  { good, lost }: { good: number; lost: number },
): Promise<void> {
  const values = Map.groupBy(await listValues(trx, [id]), ({ characteristic_id }) => characteristic_id)
  const characteristics = (await listCharacteristics(trx, [id])).map((one) => ({
    isPerPiece: one.isPerPiece,
    values: (values.get(one.id) ?? []).map(({ piece, is_good }) => ({ piece, isGood: is_good })),
  }))

  if (good > 0 && missingChecks(characteristics, sampleSize) > 0) throw new AppError('INSPECTION_INCOMPLETE')
  if (lost < minFailedPieces(characteristics)) throw new AppError('INSPECTION_FAILED_PIECES')
}
