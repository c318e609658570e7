import { isClosedStep, type PartStage, stageOf } from '@cotation/domain'
import type { Trx } from '#db/database.ts'

export interface LineStage {
  /** Of the ordered quantity. */
  stage: PartStage
  /** Pieces that are being made again. */
  remakePieces: number
}

/** How far the lines of an order are, by line; lines without steps are missing. */
export async function listLineStages(trx: Trx, orderId: string): Promise<Map<string, LineStage>> {
  const steps = await trx
    .selectFrom('production_run')
    .innerJoin('production_step', 'production_step.run_id', 'production_run.id')
    .select(['run_id', 'line_id', 'cause', 'production_run.quantity', 'operation', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('run_id')
    .orderBy('position')
    .execute()

  const stages = new Map<string, LineStage>()
  for (const run of Map.groupBy(steps, ({ run_id }) => run_id).values()) {
    const [first] = run
    if (!first) continue

    const known = stages.get(first.line_id) ?? { stage: 'planned', remakePieces: 0 }
    if (first.cause === 'order') {
      stages.set(first.line_id, { ...known, stage: stageOf(run) })
      continue
    }
    const isOpen = run.some(({ state }) => !isClosedStep(state))
    if (isOpen) stages.set(first.line_id, { ...known, remakePieces: known.remakePieces + first.quantity })
  }
  return stages
}
