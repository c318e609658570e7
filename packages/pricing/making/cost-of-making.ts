import type { Catalogue, ProcessId } from '@cotation/domain'
import { castingCost } from './casting.ts'
import type { CostModel, CostRequest } from './cost-model.ts'
import { metalCost } from './metal.ts'
import { millingCost } from './milling.ts'
import { powderCost } from './powder.ts'
import { resinCost } from './resin.ts'
import { turningCost } from './turning.ts'

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
 * The cost of one part (USD; catalogue 3). Casting needs the catalogue, because its master is
 * printed in another material by another process.
 */
export function costOfMaking<P extends ProcessId>(request: CostRequest<P>, catalogue: Catalogue): CostModel {
  return models[request.process.id](request, catalogue)
}
