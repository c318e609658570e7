import { type Catalogue, findMaterial } from '@cotation/domain'
import { costOfKind } from './catalogue-figures.ts'
import type { CostRequest } from './cost-model.ts'
import { resinCost } from './resin.ts'

type Request = CostRequest<'casting'>

/**
 * One master (USD, minutes of sanding and of printing), printed in resin and sanded; longer if
 * clear, as scratches show.
 */
export function masterOf({ part, material, process, card, cardId }: Request, catalogue: Catalogue) {
  const { cost } = process
  const masterMaterial = findMaterial(catalogue, cost.masterMaterialId)
  if (!masterMaterial) throw new RangeError(`no material ${cost.masterMaterialId} to print masters in`)

  const printed = resinCost({
    part,
    material: masterMaterial,
    process: catalogue.processes.sla,
    card,
    cardId,
    cycleFactor: 1,
    insertsPerPart: 0,
  })

  const { clear } = costOfKind(material, 'cast')
  const areaMinutes = (cost.masterFinishMinPerCm2 * part.areaMm2) / 100
  const minutes = cost.masterFinishMin + areaMinutes * (clear ? cost.clearMasterFactor : 1)

  const machine = printed.terms(1).find(({ term }) => term === 'machine')
  const printMinutes = 60 * Number(machine?.reason.values.hours ?? 0)

  return { usd: printed.unitUsd(1) + (minutes / 60) * card.operator, minutes, printMinutes }
}

/** One silicone mould (USD, grams of silicone, minutes of labour). */
export function mouldOf({ part, process, card, cardId, insertsPerPart }: Request) {
  const { cost } = process
  const walls = 2 * cost.mouldWallMm
  const [length, width, thickness] = part.sizeMm
  const blockCm3 = ((length + walls) * (width + walls) * (thickness + walls)) / 1000
  const siliconeGrams = Math.max(0, blockCm3 - part.volumeMm3 / 1000) * cost.siliconeDensity * cost.siliconeFill

  const minutes = cost.mouldLabourMin + cost.mouldInsertMin * insertsPerPart
  const usd =
    (siliconeGrams * cost.siliconeUsdPerKg[cardId]) / 1000 +
    (minutes / 60) * card.operator +
    cost.mouldOvenHours * card.machines.oven

  return { usd, siliconeGrams, minutes }
}

/** Packaged limit of `undercut-casting` (percent): more undercuts wear out a mould sooner. */
const packagedUndercutLimit = 8

/** Whether undercuts shorten the life of the mould: if the rule `undercut-casting` warns. */
export function isComplex({ undercutPercent }: Request['part'], { ruleLimits }: Catalogue): boolean {
  const limit = ruleLimits['undercut-casting']?.warns
  return undercutPercent > (typeof limit === 'number' ? limit : packagedUndercutLimit)
}
