import type { PartMeasures, TurningCost } from '@cotation/domain'
import { costOfKind, divisor } from './catalogue-figures.ts'
import type { CostModel, CostRequest } from './cost-model.ts'
import { materialTerm, seriesCost, timeTerm } from './series-cost.ts'

/*
 * Catalogue 3.5, turning.
 *
 * bar    = next standard Ø ≥ D + 1 ;  length = L + part-off + facing ;  Vstock = π bar²/4 × length
 * Cmat   = Vstock ρ p/1000 (1 + kerf)
 * trough = Vrem/(1.3 MRR) ;  tfin = A/(1.6 F) ;  tops = 0.5 n + 0.8 live features
 *        + 2.5 threads that are drawn with their helix
 * tcycle = (trough + tfin + tops) × ktol × kfinish + tload
 * C      = (Cmat + tcycle R/60 + bench)(1 + scrap) + (Csetup + Cprog)/q
 */

/** Measured diameters are rounded: a part this close to a bar fits it (mm). */
const measuringSlackMm = 0.01

type Request = CostRequest<'turning'>

/** Diameter and length of bar for one piece (mm); forged to measure if no bar is thick enough. */
export function turningStockMm({ turning }: PartMeasures, cost: TurningCost): [number, number] {
  const needed = turning.diameterMm + cost.barAllowanceMm
  const bar = cost.barsMm.find((size) => size >= needed - measuringSlackMm) ?? needed
  return [bar, turning.lengthMm + cost.partOffMm + cost.faceMm]
}

/** Minutes of one piece on the lathe. */
function cycle({ part, material, process, cycleFactor }: Request, stockCm3: number) {
  const { cost } = process
  const stock = costOfKind(material, 'stock')
  const figures = `materials.${material.id}.cost`

  const removedCm3 = Math.max(0, stockCm3 - part.volumeMm3 / 1000)
  const roughing = removedCm3 / divisor(cost.roughingFactor * stock.roughingCm3PerMin, `${figures}.roughingCm3PerMin`)
  const finishingRate = divisor(cost.finishingFactor * stock.finishingCm2PerMin, `${figures}.finishingCm2PerMin`)
  const finishing = part.areaMm2 / 100 / finishingRate

  const { operations, liveFeatures } = part.turning
  const threading = (part.modelledThreads ?? 0) * (cost.threadMin ?? 0)
  const features = cost.operationMin * operations + cost.liveToolMin * liveFeatures + threading
  return { removedCm3, minutes: (roughing + finishing + features) * cycleFactor + cost.loadMin }
}

/** What a part costs to turn (USD; catalogue 3.5). */
export function turningCost(request: Request): CostModel {
  const { part, material, process, card, cardId } = request
  const { cost } = process
  const stockMm = turningStockMm(part, cost)
  const [diameterMm, lengthMm] = stockMm
  const stockCm3 = (Math.PI * diameterMm ** 2 * lengthMm) / 4000
  const grams = stockCm3 * material.densityGCm3 * (1 + cost.kerf)

  const { minutes, removedCm3 } = cycle(request, stockCm3)
  const { operations, liveFeatures } = part.turning
  const threads = part.modelledThreads ?? 0
  const rate = card.machines.lathe

  const { unitUsd, terms } = seriesCost({
    each: [
      materialTerm('turning-stock', { diameterMm, lengthMm, grams, usdPerKg: material.usdPerKg[cardId] }),
      timeTerm('machine', 'turning-machine', { minutes, rate, removedCm3, operations, liveFeatures, threads }),
      timeTerm('labour', 'bench', { minutes: cost.benchBaseMin, rate: card.operator }),
    ],
    lossShare: cost.scrap,
    once: [
      timeTerm('setup', 'turning-setup', { minutes: cost.setupMin, rate }),
      timeTerm('programming', 'programming', { minutes: cost.programBaseMin, rate: card.engineer }),
    ],
  })
  return { unitUsd, terms, stockMm }
}
