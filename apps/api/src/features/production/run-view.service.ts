import type { RunDetails, RunView, StepView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import type { Db, Trx } from '#db/database.ts'
import { checkNames, orderedRisks } from '#features/order/accepted-risks.service.ts'
import { getOrderCatalogue } from '#features/order/order-view.service.ts'
import { findMesh } from '#features/upload/analysis/bodies.service.ts'
import { listWorkHolds, type WorkHold } from '#src/money/additional-cost.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import {
  findRun,
  getMadeLine,
  isOrder,
  listPhotos,
  listRuns,
  listSteps,
  listTraysOfRun,
  type NamedStep,
  type RunRow,
  type StepPhotoRow,
} from './production.repository.ts'

function stepViewOf(step: NamedStep, photos: readonly StepPhotoRow[]): StepView {
  return {
    id: step.id,
    operation: step.operation,
    station: step.station,
    service: step.service,
    plannedMinutes: step.planned_minutes,
    actualMinutes: step.worked_seconds / 60,
    dueDay: step.due_day,
    state: step.state,
    quantity: step.quantity,
    good: step.good,
    rework: step.rework,
    scrap: step.scrap,
    runningSince: step.running_since?.toISOString() ?? null,
    operator: step.operator,
    changedAt: step.changed_at?.toISOString() ?? null,
    photos: photos
      .filter(({ step_id }) => step_id === step.id)
      .map(({ id, photographer: by, at }) => ({ id, by, at: at.toISOString() })),
  }
}

/** What is known about runs beside their own rows. */
interface AboutRuns {
  steps: readonly NamedStep[]
  photos: readonly StepPhotoRow[]
  holds: readonly WorkHold[]
}

function runViewOf(run: RunRow, { steps, photos, holds }: AboutRuns): RunView {
  const promisedDay = run.dates.ship
  const hold = holds.find(({ lineId }) => lineId === run.line_id)
  return {
    id: run.id,
    code: run.code,
    orderId: run.order_id,
    orderNumber: run.number,
    lineId: run.line_id,
    name: run.name,
    quantity: run.quantity,
    cause: run.cause,
    reason: run.reason,
    dueDay: run.due_day,
    promisedDay,
    isLate: run.is_late,
    hold: hold ? { costId: hold.costId, number: hold.number } : null,
    isStopped: run.stopped_by !== null,
    steps: steps.filter(({ run_id }) => run_id === run.id).map((step) => stepViewOf(step, photos)),
  }
}

const photosOf = (db: Db | Trx, steps: readonly NamedStep[]) =>
  listPhotos(
    db,
    steps.map(({ id }) => id),
  )

/** The runs of an order with their steps. */
export async function listRunViews({ db }: Pick<Deps, 'db'>, orderId: string): Promise<RunView[]> {
  if (!(await isOrder(db, orderId))) throw new AppError('NOT_FOUND')

  const runs = await listRuns(db, orderId)
  const steps = await listSteps(
    db,
    runs.map(({ id }) => id),
  )
  const photos = await photosOf(db, steps)
  const holds = await listWorkHolds(
    db,
    runs.map(({ line_id }) => line_id),
  )
  return runs.map((run) => runViewOf(run, { steps, photos, holds }))
}

export async function getRunView(db: Db | Trx, by: { id: string } | { code: string }): Promise<RunView> {
  const run = await findRun(db, by)
  if (!run) throw new AppError('NOT_FOUND')

  const steps = await listSteps(db, [run.id])
  const photos = await photosOf(db, steps)
  const holds = await listWorkHolds(db, [run.line_id])
  return runViewOf(run, { steps, photos, holds })
}

/** A run with what an operator needs to see, in the reader's language. */
export async function getRunDetails(
  deps: Pick<Deps, 'catalogues' | 'db' | 'texts'>,
  code: string,
  language: Language,
): Promise<RunDetails> {
  const view = await getRunView(deps.db, { code })
  const line = await getMadeLine(deps.db, view.lineId)
  const { ordered } = line

  const catalogue = await getOrderCatalogue(deps, line.catalogue_version)
  const words = await paperWords(language)
  const choice = describeChoice(ordered.configuration, ordered.price?.process, { catalogue, words })

  return {
    ...view,
    ...choice,
    sizeMm: [...(ordered.part?.sizeMm ?? ordered.orderLine.sizeMm)],
    comment: line.comment,
    acceptedRisks: orderedRisks(ordered, checkNames(deps.texts, language)),
    trays: await listTraysOfRun(deps.db, view.id),
    attachments: ordered.attachments,
  }
}

/** The mesh of the part of a run for a member of staff; NOT_FOUND if its file has no model. */
export async function showRunMesh(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  code: string,
): Promise<Uint8Array> {
  const run = await findRun(deps.db, { code })
  if (!run) throw new AppError('NOT_FOUND')

  const line = await getMadeLine(deps.db, run.line_id)
  const { analysis_id: analysisId, ordered } = line
  if (analysisId === null || ordered.bodyIndex === null) throw new AppError('NOT_FOUND')

  const mesh = await findMesh(deps, analysisId, ordered.bodyIndex)
  if (!mesh) throw new AppError('NOT_FOUND')

  const subject = { kind: 'file', id: line.upload_id } as const
  await recordFileView(deps, { staffId, subject, customerId: line.customer_id })
  return mesh
}
