import { costOfKind, divisor } from './catalogue-figures.ts'
import type { CostModel, CostRequest } from './cost-model.ts'
import { costTerm, materialTerm, seriesCost, timeTerm } from './series-cost.ts'

/*
 * Catalogue 3.3, SLM: volume, supports, height, stress relief, cutting off.
 *
 * Vsup    = rs V ;  Vmelt = V + δs Vsup
 * Cpowder = Vmelt ρ (1 + w) p/1000
 * Hz      = 0.6 W + 0.4 T + lift ;  layers = Hz/h
 * share   = footprint/(plate × η) ;  footprint = (L+4)(T+4)
 * t       = Vmelt/B + contours × (100 A/h)/1000/v/3600 + layers × trecoat/3600 × share
 * Cplate  = share × (plate + furnace stress relief) ;  Ccut = footprint/edm rate × Redm
 * Clab    = (τpart + τsup Vsup + τA A)/60 × wo
 * C       = (Cpowder + t R + Cplate + Ccut + Clab)(1 + f) + τjob/60 × we/q
 */

/** A part is built leaning: its height is these shares of its width and thickness. */
const widthShare = 0.6
const thicknessShare = 0.4

/** Free space on the plate around a part, both sides together (mm). */
const plateMarginMm = 4

type Request = CostRequest<'slm'>

/** Machine hours: melting, the contours of each layer, and a share of recoating the plate. */
function buildTime({ part, material, process, cardId }: Request, meltedCm3: number, share: number) {
  const { cost } = process
  const metal = costOfKind(material, 'metal-powder')
  const layerMm = divisor(metal.layerMm, `materials.${material.id}.cost.layerMm`)
  const [, width, thickness] = part.sizeMm
  const layers = (widthShare * width + thicknessShare * thickness + cost.liftMm) / layerMm

  const meltingHours =
    meltedCm3 / divisor(metal.buildCm3PerHour[cardId], `materials.${material.id}.cost.buildCm3PerHour.${cardId}`)
  const contourMetres = (cost.contours * part.areaMm2) / layerMm / 1000
  const contourHours = contourMetres / divisor(cost.contourMPerSecond, 'processes.slm.cost.contourMPerSecond') / 3600
  const recoatHours = ((layers * cost.recoatSeconds) / 3600) * share

  return { hours: meltingHours + contourHours + recoatHours, layers }
}

/** The cost of a part melted from metal powder (USD; catalogue 3.3). */
export function metalCost(request: Request): CostModel {
  const { part, material, process, card, cardId } = request
  const { cost } = process
  const metal = costOfKind(material, 'metal-powder')
  const [length, , thickness] = part.sizeMm
  const volumeCm3 = part.volumeMm3 / 1000
  const areaCm2 = part.areaMm2 / 100

  const supportCm3 = metal.supportRatio * volumeCm3
  const meltedCm3 = volumeCm3 + cost.supportDensity * supportCm3
  const grams = meltedCm3 * material.densityGCm3 * (1 + cost.wasteShare)

  const footprintMm2 = (length + plateMarginMm) * (thickness + plateMarginMm)
  const share = footprintMm2 / divisor(cost.bedMm[0] * cost.bedMm[1] * cost.eta, 'processes.slm.cost plate area')
  const { hours, layers } = buildTime(request, meltedCm3, share)

  const plateUsd = cost.plateUsd[cardId] + (metal.stressRelief ? cost.furnaceUsd[cardId] : 0)
  const cutCm2 = footprintMm2 / 100
  const cutMinutes = cutCm2 / divisor(cost.wireCutCm2PerMin, 'processes.slm.cost.wireCutCm2PerMin')

  const minutes = cost.partMin + cost.supportMinPerCm3 * supportCm3 + cost.areaMinPerCm2 * areaCm2
  const { slm, edm } = card.machines

  return seriesCost({
    each: [
      materialTerm('metal-material', { grams, usdPerKg: material.usdPerKg[cardId] }),
      costTerm('consumables', share * plateUsd, 'metal-plate', { percent: 100 * share, plateUsd }),
      costTerm('machine', hours * slm, 'metal-machine', { hours, rate: slm, layers }),
      timeTerm('cutting', 'metal-cutting', { minutes: cutMinutes, areaCm2: cutCm2, rate: edm }),
      timeTerm('labour', 'labour-supports', { minutes, rate: card.operator, supportCm3 }),
    ],
    lossShare: cost.failRate,
    once: [timeTerm('job', 'job', { minutes: cost.jobMin[cardId], rate: card.engineer })],
  })
}
