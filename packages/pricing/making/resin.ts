import { costOfKind, divisor } from './catalogue-figures.ts'
import type { CostModel, CostRequest } from './cost-model.ts'
import { costTerm, materialTerm, seriesCost, timeTerm } from './series-cost.ts'

/*
 * Catalogue 3.2, SLA: volume, supports, layers.
 *
 * Vsup   = rs V
 * m      = (V + Vsup) ρ (1 + w) ;  Cresin = m p/1000
 * Hz     = 1.15 T + lift (T + lift if T < 12 mm) ;  layers = Hz / h
 *          Flat parts are lifted too: the prices of thin parts in catalogue 4 require it.
 * share  = (L+6)(W+6) / (bed × η)
 * t      = (V + Vsup)/B + layers × trecoat/3600 × share ;  Cmach = t R
 * Clab   = (τpart + τA A)/60 × wo × finish factor ;  large part (> 250 mm): surcharge
 * C      = (Cresin + Cmach + Clab)(1 + f) + Cjob + Clarge
 */

/** A part is tilted on its supports, which makes it higher. */
const tiltFactor = 1.15

/** Free space on the platform around a part, both sides together (mm). */
const floorMarginMm = 6

/** The cost of a part printed in resin (USD; catalogue 3.2). */
export function resinCost({ part, material, process, card, cardId }: CostRequest<'sla'>): CostModel {
  const { cost } = process
  const resin = costOfKind(material, 'resin')
  const [length, width, thickness] = part.sizeMm
  const volumeCm3 = part.volumeMm3 / 1000
  const areaCm2 = part.areaMm2 / 100

  const curedCm3 = volumeCm3 * (1 + resin.supportRatio)
  const grams = curedCm3 * material.densityGCm3 * (1 + cost.wasteShare)

  const heightMm = (thickness < cost.flatBelowMm ? 1 : tiltFactor) * thickness + cost.liftMm
  const layers = heightMm / divisor(resin.layerMm, `materials.${material.id}.cost.layerMm`)
  const floorMm2 = divisor(cost.bedMm[0] * cost.bedMm[1] * cost.eta, 'processes.sla.cost bed area')
  const share = ((length + floorMarginMm) * (width + floorMarginMm)) / floorMm2
  const hours =
    curedCm3 / divisor(resin.buildCm3PerHour, `materials.${material.id}.cost.buildCm3PerHour`) +
    ((layers * cost.recoatSeconds) / 3600) * share
  const rate = card.machines.sla

  const minutes = (cost.partMin + cost.areaMinPerCm2 * areaCm2) * (resin.finishFactor ?? 1)
  const large =
    length > cost.largeFromMm
      ? [costTerm('large-part', cost.largeUsd[cardId], 'large-part', { lengthMm: length, fromMm: cost.largeFromMm })]
      : []

  return seriesCost({
    each: [
      materialTerm('resin-material', { grams, usdPerKg: material.usdPerKg[cardId] }),
      costTerm('machine', hours * rate, 'resin-machine', { hours, rate, layers }),
      timeTerm('labour', 'labour', { minutes, rate: card.operator }),
    ],
    lossShare: cost.failRate,
    besides: large,
    once: [timeTerm('job', 'job', { minutes: cost.jobMin[cardId], rate: card.engineer })],
  })
}
