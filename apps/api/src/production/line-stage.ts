import {
  finishedPieces,
  isClosedStep,
  isLost,
  madePieces,
  type Operation,
  type PartStage,
  stageOf,
} from '@cotation/domain'
import type { Trx } from '#db/database.ts'

export interface LineStage {
  /** Stage of the ordered quantity, or of its re-make if all of it was lost. */
  stage: PartStage
  /** Pieces that are being made again. */
  remakePieces: number
  /** Pieces that have come to the inspection. */
  madePieces: number
  /** Pieces that wait to be packed or are packed. */
  finishedPieces: number
  /** What is still to be done before the other pieces can be packed. */
  openOperations: Operation[]
}

/** How far the lines of an order are, by line; lines without steps are missing. */
export async function listLineStages(trx: Trx, orderId: string): Promise<Map<string, LineStage>> {
  const steps = await trx
    .selectFrom('production_run')
    .innerJoin('production_step', 'production_step.run_id', 'production_run.id')
    .select(['run_id', 'line_id', 'cause', 'production_run.quantity as run_quantity'])
    .select(['operation', 'state', 'good', 'scrap', 'production_step.quantity'])
    .where('order_id', '=', orderId)
    .orderBy(({ eb }) => eb('cause', '=', 'order'), 'desc')
    .orderBy('opened_at')
    .orderBy('run_id')
    .orderBy('position')
    .execute()

  const runs = [...Map.groupBy(steps, ({ run_id }) => run_id).values()]
  const stages = new Map<string, LineStage>()

  for (const [lineId, ofLine] of Map.groupBy(runs, ([first]) => first?.line_id ?? '')) {
    const shown = ofLine.find((run) => !isLost(run))
    const remakes = ofLine.filter(([first]) => first?.cause !== 'order')
    const open = ofLine.flat().filter(({ state, operation }) => !isClosedStep(state) && operation !== 'packing')
    const openRemakes = remakes.filter((run) => run.some(({ state }) => !isClosedStep(state)))

    stages.set(lineId, {
      stage: shown ? stageOf(shown) : 'planned',
      remakePieces: openRemakes.reduce((sum, [first]) => sum + (first?.run_quantity ?? 0), 0),
      madePieces: ofLine.reduce((sum, run) => sum + madePieces(run), 0),
      finishedPieces: ofLine.reduce((sum, run) => sum + finishedPieces(run), 0),
      openOperations: [...new Set(open.map(({ operation }) => operation))],
    })
  }
  return stages
}
