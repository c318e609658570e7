import { costOfKind, divisor } from './catalogue-figures.ts'
import type { CostModel, CostRequest } from './cost-model.ts'
import { costTerm, seriesCost, timeTerm } from './series-cost.ts'

/*
 * Catalogue 3.1, SLS and MJF: packing and a share of the build height.
 *
 * Vbox  = Π(Li + 2s)/1000
 * Vocc  = Vbox × (κ + (1 − κ)σ), σ = V / Vbox; written κ Vbox + (1 − κ)V, without the division
 * Heq   = 1000 Vocc / (bed area × η)
 * t     = Heq / vz × kcool
 * Cmach = t R ;  Cpowder = p/1000 × [ Vρ + (Vocc − V) ρbulk ω ]
 * Cag   = a V ;  Clab = (τpart + τA A)/60 × wo ;  Cjob = τjob/60 × we / q
 * C     = (Cmach + Cpowder + Cag + Clab)(1 + f) + Cjob
 */

/** The cost of a part sintered or fused from powder (USD; catalogue 3.1). */
export function powderCost({ part, material, process, card, cardId }: CostRequest<'sls' | 'mjf'>): CostModel {
  const { cost } = process
  const powder = costOfKind(material, 'powder')
  const [length, width, thickness] = part.sizeMm
  const volumeCm3 = part.volumeMm3 / 1000
  const areaCm2 = part.areaMm2 / 100

  const margin = 2 * cost.spacingMm
  const boxCm3 = ((length + margin) * (width + margin) * (thickness + margin)) / 1000
  const kappa = cost.kappa[cardId]
  // Rounding may give a mesh more volume than its box; unfused powder is never negative.
  const occupiedCm3 = Math.max(volumeCm3, kappa * boxCm3 + (1 - kappa) * volumeCm3)

  const floorMm2 = divisor(cost.bedMm[0] * cost.bedMm[1] * cost.eta, `processes.${process.id}.cost bed area`)
  const heightMm = (1000 * occupiedCm3) / floorMm2
  const hours =
    (heightMm / divisor(cost.buildMmPerHour, `processes.${process.id}.cost.buildMmPerHour`)) * cost.coolingFactor
  const rate = card.machines[process.id]

  const fusedGrams = volumeCm3 * material.densityGCm3
  const discardedGrams = (occupiedCm3 - volumeCm3) * powder.bulkDensity * powder.discard
  const usdPerKg = material.usdPerKg[cardId]
  const minutes = cost.partMin[cardId] + cost.areaMinPerCm2 * areaCm2

  const agents =
    cost.agentsUsdPerCm3 > 0
      ? [costTerm('consumables', cost.agentsUsdPerCm3 * volumeCm3, 'powder-agents', { volumeCm3 })]
      : []

  return seriesCost({
    each: [
      costTerm('material', (usdPerKg / 1000) * (fusedGrams + discardedGrams), 'powder-material', {
        grams: fusedGrams,
        discardedGrams,
        usdPerKg,
      }),
      ...agents,
      costTerm('machine', hours * rate, 'powder-machine', { hours, rate, heightMm, occupiedCm3 }),
      timeTerm('labour', 'labour', { minutes, rate: card.operator }),
    ],
    lossShare: cost.failRate,
    once: [timeTerm('job', 'job', { minutes: cost.jobMin[cardId], rate: card.engineer })],
  })
}
