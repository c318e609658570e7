import { isLiveTray, type StepState, type TrayState, trayStates } from '@cotation/domain'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { ProductionReportTable, ProductionStepTable } from '#db/schema.generated.ts'

export type StepRow = Selectable<ProductionStepTable>

/**
 * The steps of runs in their sequence, locked: a report changes the next step too. Always by run and
 * position, so that two reports about the same runs cannot wait for each other.
 */
export function lockStepsOf(trx: Trx, runIds: readonly string[]): Promise<StepRow[]> {
  return trx
    .selectFrom('production_step')
    .selectAll()
    .where('run_id', 'in', runIds)
    .orderBy('run_id')
    .orderBy('position')
    .forUpdate()
    .execute()
}

export async function updateStep(trx: Trx, stepId: string, change: Updateable<ProductionStepTable>): Promise<void> {
  await trx.updateTable('production_step').set(change).where('id', '=', stepId).execute()
}

export async function insertStepReport(trx: Trx, report: Insertable<ProductionReportTable>): Promise<void> {
  await trx.insertInto('production_report').values(report).execute()
}

/** Pieces of a step that are neither good nor scrap yet. */
export const openPieces = ({ quantity, good, scrap }: StepRow): number => quantity - good - scrap

/**
 * After a step is done, its good pieces go to the next one; without any, the rest of the run is
 * skipped. `steps` are those of the run.
 */
export async function passOn(trx: Trx, steps: readonly StepRow[], step: StepRow, good: number): Promise<void> {
  const next = steps.find(({ run_id, position }) => run_id === step.run_id && position === step.position + 1)
  if (!next) return

  if (good === 0) {
    await skipStepsAfter(trx, step)
    return
  }

  // Pieces that an inspection sent back may all be lost before they return to this step.
  const isDone = openPieces({ ...next, quantity: good }) === 0
  const state: StepState = isDone ? 'done' : 'ready'
  await updateStep(trx, next.id, { state, quantity: good })
  if (isDone) await passOn(trx, steps, next, next.good)
}

async function skipStepsAfter(trx: Trx, { run_id, position }: StepRow): Promise<void> {
  await trx
    .updateTable('production_step')
    .set({ state: 'skipped', quantity: 0 })
    .where('run_id', '=', run_id)
    .where('position', '>', position)
    .execute()
}

export interface LivePieces {
  trayId: string
  code: string
  state: TrayState
  stepId: string
  quantity: number
}

/**
 * The pieces of steps that are in open or printing trays. A transaction that has locked the steps sees all:
 * pieces are put into trays under the same lock.
 */
export async function listLivePieces(db: Db | Trx, stepIds: readonly string[]): Promise<LivePieces[]> {
  if (stepIds.length === 0) return []
  return db
    .selectFrom('tray_content')
    .innerJoin('tray', 'tray.id', 'tray_content.tray_id')
    .select(['tray.id as trayId', 'tray.code', 'tray.state', 'step_id as stepId', 'tray_content.quantity'])
    .where('step_id', 'in', stepIds)
    .where('tray.state', 'in', trayStates.filter(isLiveTray))
    .orderBy('tray.code')
    .execute()
}
