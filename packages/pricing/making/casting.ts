import type { Catalogue } from '@cotation/domain'
import { costOfKind, divisor } from './catalogue-figures.ts'
import type { CostModel, CostRequest, CostTerm } from './cost-model.ts'
import { costTerm } from './series-cost.ts'
import { isComplex, masterOf, mouldOf } from './tooling.ts'

/*
 * Catalogue 3.6, vacuum casting.
 *
 * cavities = min(4, floor(q/10)) if L ≤ 60 mm and V ≤ 15 cm³, else 1
 * shots    = 20 × material factor × 0.8 if complex
 * moulds   = ceil(q / (shots × cavities)) ;  masters = cavities × ceil(moulds/4)
 * Cmaster  = SLA cost + (40 + 0.25 A) min finishing (×2 area if clear)
 * silicone = (Π(Li + 2 × 25)/1000 − V) × 1.1 × 0.9 g
 * Cmould   = silicone + 180 min + 12 min per insert + oven 10 h
 * Ccast    = [resin V ρ 1.35 p + (8/cav + 4 + 0.02 A) min + chamber 20/cav min] × 1.08
 * C        = (masters × Cmaster + moulds × Cmould + q Ccast + Cjob)/q
 *
 * A shot fills all cavities of a mould, so they share its labour and its time in the chamber.
 *
 * Two deviations. The number of cavities is the cheapest, not always the highest: each needs its
 * own master, so with four a part of 60 mm could cost more than a slightly larger part, which has
 * one. And loading inserts before each shot takes time (`insertLoadMin`), which the formula omits.
 */

type Request = CostRequest<'casting'>

/** The figures of a part's cost that do not depend on the quantity. */
function figuresOf(request: Request, catalogue: Catalogue) {
  const { part, material, process, card, cardId, insertsPerPart } = request
  const { cost } = process
  const volumeCm3 = part.volumeMm3 / 1000
  const isSmall = part.sizeMm[0] <= cost.cavityUpToMm && volumeCm3 <= cost.cavityUpToCm3
  const shots =
    cost.shotsPerMould *
    costOfKind(material, 'cast').shotFactor *
    (isComplex(part, catalogue) ? cost.complexShotFactor : 1)

  const grams = volumeCm3 * material.densityGCm3 * (1 + cost.runnerWaste)
  const trimMinutes = cost.trimBaseMin + (cost.trimMinPerCm2 * part.areaMm2) / 100

  return {
    master: masterOf(request, catalogue),
    mould: mouldOf(request),
    shots: divisor(shots, `materials.${material.id}.cost.shotFactor`),
    maxCavities: isSmall ? cost.mostCavities : 1,
    partsPerCavity: divisor(cost.partsPerCavity, 'processes.casting.cost.partsPerCavity'),
    mouldsPerMaster: divisor(cost.mouldsPerMaster, 'processes.casting.cost.mouldsPerMaster'),
    grams,
    resinUsd: (grams * material.usdPerKg[cardId]) / 1000,
    // Labour and chamber of a shot are shared by its cavities.
    shotMinutes: cost.castMin,
    chamberMinutes: cost.castCycleMin,
    chamberRate: card.machines.caster,
    partMinutes: trimMinutes + cost.insertLoadMin * insertsPerPart,
    operator: card.operator,
    lossFactor: 1 + cost.scrap,
    jobUsd: (cost.jobMin[cardId] / 60) * card.engineer,
  }
}

type Figures = ReturnType<typeof figuresOf>

// Rounding errors could exceed a whole number of moulds slightly and charge one too many.
const mouldsFor = ({ shots }: Figures, quantity: number, cavities: number) =>
  Math.ceil(quantity / (shots * cavities) - 1e-9)

const mastersFor = ({ mouldsPerMaster }: Figures, moulds: number, cavities: number) =>
  cavities * Math.ceil(moulds / mouldsPerMaster)

/** Minutes of the operator and of the chamber for one part. */
const minutesFor = ({ shotMinutes, partMinutes, chamberMinutes }: Figures, cavities: number) => ({
  labour: shotMinutes / cavities + partMinutes,
  chamber: chamberMinutes / cavities,
})

/** Casting one part with that many cavities (USD), without resin. */
function castingUsd(figures: Figures, cavities: number): number {
  const { labour, chamber } = minutesFor(figures, cavities)
  return (labour / 60) * figures.operator + (chamber / 60) * figures.chamberRate
}

/** Cost of one part with that many cavities (USD), without terms: curves need all quantities. */
function unitUsdWith(figures: Figures, quantity: number, cavities: number): number {
  const moulds = mouldsFor(figures, quantity, cavities)
  const masters = mastersFor(figures, moulds, cavities)
  const toolingUsd = masters * figures.master.usd + moulds * figures.mould.usd + figures.jobUsd
  return toolingUsd / quantity + (figures.resinUsd + castingUsd(figures, cavities)) * figures.lossFactor
}

/** The cheapest number of cavities that the quantity allows. */
function cheapestCavities(figures: Figures, quantity: number): number {
  const max = Math.min(figures.maxCavities, Math.floor(quantity / figures.partsPerCavity))
  if (max <= 1) return 1

  let best = 1
  let bestUsd = unitUsdWith(figures, quantity, 1)
  for (let cavities = 2; cavities <= max; cavities++) {
    const usd = unitUsdWith(figures, quantity, cavities)
    if (usd >= bestUsd) continue
    best = cavities
    bestUsd = usd
  }

  return best
}

function termsOf({ material, process, card, cardId }: Request, figures: Figures, quantity: number): CostTerm[] {
  const { cost } = process
  const { master, mould, grams, resinUsd, shots, jobUsd } = figures
  const cavities = cheapestCavities(figures, quantity)
  const moulds = mouldsFor(figures, quantity, cavities)
  const masters = mastersFor(figures, moulds, cavities)
  const minutes = minutesFor(figures, cavities)
  const castUsd = castingUsd(figures, cavities)

  const shared = (lineUsd: number) => ({ lineUsd, quantity })

  return [
    costTerm('master', (masters * master.usd) / quantity, 'casting-master', {
      masters,
      minutes: master.minutes,
      printMinutes: master.printMinutes,
      ...shared(masters * master.usd),
    }),
    costTerm('mould', (moulds * mould.usd) / quantity, 'casting-mould', {
      moulds,
      cavities,
      shots,
      siliconeGrams: mould.siliconeGrams,
      minutes: mould.minutes,
      ...shared(moulds * mould.usd),
    }),
    costTerm('material', resinUsd, 'casting-material', { grams, usdPerKg: material.usdPerKg[cardId] }),
    costTerm('casting', castUsd, 'casting-shot', {
      minutes: minutes.labour,
      rate: card.operator,
      chamberMinutes: minutes.chamber,
      cavities,
    }),
    costTerm('scrap', (resinUsd + castUsd) * cost.scrap, 'scrap', { percent: 100 * cost.scrap }),
    costTerm('job', jobUsd / quantity, 'job', {
      minutes: cost.jobMin[cardId],
      rate: card.engineer,
      ...shared(jobUsd),
    }),
  ]
}

/** The cost of a cast part (USD; catalogue 3.6). */
export function castingCost(request: Request, catalogue: Catalogue): CostModel {
  const figures = figuresOf(request, catalogue)
  return {
    unitUsd: (quantity) => unitUsdWith(figures, quantity, cheapestCavities(figures, quantity)),
    terms: (quantity) => termsOf(request, figures, quantity),
    moulds: (quantity) => {
      const cavities = cheapestCavities(figures, quantity)
      return { moulds: mouldsFor(figures, quantity, cavities), cavities }
    },
  }
}
