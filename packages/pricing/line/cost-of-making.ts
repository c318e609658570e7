import type { Catalogue, ProcessId } from '@cotation/domain'
import { castingCost } from '../casting/casting.ts'
import { millingCost } from '../cnc/milling.ts'
import { turningCost } from '../cnc/turning.ts'
import type { CostModel, CostRequest } from '../making/cost-model.ts'
import { metalCost } from '../printing/metal.ts'
import { powderCost } from '../printing/powder.ts'
import { resinCost } from '../printing/resin.ts'

type Models = { readonly [P in ProcessId]: (request: CostRequest<P>, catalogue: Catalogue) => CostModel }

const models: Models = {
  sla: resinCost,
  mjf: powderCost,
  sls: powderCost,
  slm: metalCost,
  milling: millingCost,
  turning: turningCost,
  casting: castingCost,
}

/**
 * The cost of one part (USD; catalogue 3). Casting needs the catalogue, because its master is printed in another material and by
 * another process.
 */
export function costOfMaking<P extends ProcessId>(request: CostRequest<P>, catalogue: Catalogue): CostModel {
  return models[request.process.id](request, catalogue)
}
