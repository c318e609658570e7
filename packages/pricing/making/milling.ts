import type { MillingCost, PartMeasures, PartSlot } from '@cotation/domain'
import { costOfKind, divisor } from './catalogue-figures.ts'
import type { CostModel, CostRequest } from './cost-model.ts'
import { costTerm, materialTerm, seriesCost, timeTerm } from './series-cost.ts'

/*
 * Catalogue 3.4, milling.
 *
 * stock  = (L + 2a)(W + 2a) × next standard thickness ≥ T + 2az
 *          (sheet used as is when T ≤ 12 mm and within 0.25 mm)
 * Cmat   = Vstock ρ p/1000 (1 + kerf) ;  Vrem = Vstock − V
 * fsize  = clamp(cube root(Vbox)/6 cm, 0.35, 1)
 * trough = Vrem/(MRR fsize) ;  tfin = A(1 − φ)/F + Aφ/(0.45 F)
 * tholes = (n × 0.4 + threads × 1.3)/√m ;  tload = setups × 2 ;  ttool = (5 + 2 setups) × 0.15
 * tcycle = (trough + tfin + tholes) × ktol × kfinish + tload + ttool
 * Cmach  = tcycle R/60 ;  Ctool = (trough + tfin) × wear / m^0.7 ;  Cbench = deburr + check
 * Csetup = setups × tsetup R/60 ;  Cprog = (base + perSetup × setups + 40 φ)/60 × we
 * C      = (Cmat + Cmach + Ctool + Cbench)(1 + scrap) + (Csetup + Cprog)/q
 *
 * Slots that are wider inside than at their mouth, and deeper than an end mill reaches from their
 * ends, add to the catalogue's formula: passes Σ length/feed/√m + a tool change for each cutter to
 * the cycle, and the set-up of each cutter to Csetup. Slots of one width share a cutter.
 *
 * A sheet used as is keeps its two faces: they are not finished, and A in tfin is A − 2 V/T (V/T is
 * the mean section of a part of thickness T). The catalogue's formula omits this, but its price of
 * the 360 × 250 × 6 mm plate (catalogue 4) contains it: finished faces would more than double it.
 *
 * R is the 3-axis rate for any number of square setups. A part with a tilted one (a slanted hole, a
 * blade) goes to a 5-axis machine for all of them: cut there in one clamping, the tilted feature
 * keeps its position. The catalogue has both rates and no example of the second.
 */

/** Measured sizes are rounded: a part this close to a limit is at the limit (mm). */
const measuringSlackMm = 0.01

type Request = CostRequest<'milling'>

export interface MillingStock {
  sizeMm: readonly [length: number, width: number, thickness: number]
  /** A sheet of the part's own thickness, whose faces are not machined. */
  asIs: boolean
}

/** The block or sheet a part is cut from; cut to measure if thicker than any standard size. */
export function millingStock({ sizeMm }: PartMeasures, cost: MillingCost): MillingStock {
  const [length, width, thickness] = sizeMm
  const needed = thickness + 2 * cost.allowanceZMm
  const next = (atLeast: number) => cost.thicknessesMm.find((size) => size >= atLeast - measuringSlackMm)
  const sheet = next(thickness)
  const asIs =
    sheet !== undefined &&
    thickness <= cost.sheetAsIsMm + measuringSlackMm &&
    sheet - thickness <= cost.sheetFitMm + measuringSlackMm
  const standard = asIs ? sheet : next(needed)
  const around = 2 * cost.allowanceXyMm

  return { sizeMm: [length + around, width + around, standard ?? needed], asIs }
}

/** Surface that a tool finishes (cm²). */
function finishedCm2({ areaMm2, volumeMm3, sizeMm }: PartMeasures, { asIs }: MillingStock): number {
  if (!asIs) return areaMm2 / 100
  const [, , thickness] = sizeMm
  return Math.max(0, areaMm2 - (2 * volumeMm3) / divisor(thickness, 'sizeMm.2')) / 100
}

/** One cutter cuts slots that are less than this wider than the narrowest of them (mm). */
const sameCutterMm = 0.5

/**
 * Slots that only a T-slot or dovetail cutter reaches: from their ends they are too deep for an end
 * mill.
 */
function cutterSlots({ undercutSlots = [] }: PartMeasures, { slotCutter }: MillingCost): readonly PartSlot[] {
  if (!slotCutter) return []
  return undercutSlots.filter(({ lengthMm, openEnds = 2, widthMm }) => {
    return lengthMm / openEnds > slotCutter.fromReach * widthMm
  })
}

function cutterCount(slots: readonly PartSlot[]): number {
  const widths = slots.map(({ widthMm }) => widthMm).sort((a, b) => a - b)
  let count = 0
  let narrowest = -Infinity

  for (const widthMm of widths) {
    if (widthMm - narrowest < sameCutterMm) continue
    narrowest = widthMm
    count++
  }

  return count
}

/** Minutes of one piece under special cutters, in a material of machinability 1. */
function slottingMin(slots: readonly PartSlot[], { slotCutter }: MillingCost): number {
  if (!slotCutter) return 0
  const lengthMm = slots.reduce((sum, slot) => sum + slot.lengthMm, 0)
  return (
    (slotCutter.passes * lengthMm) / divisor(slotCutter.feedMmPerMin, 'processes.milling.cost.slotCutter.feedMmPerMin')
  )
}

/** Minutes of one piece on the machine. */
function cycle({ part, material, process, cycleFactor }: Request, stock: MillingStock, stockCm3: number) {
  const { cost } = process
  const speeds = costOfKind(material, 'stock')
  const [length, width, thickness] = part.sizeMm
  const areaCm2 = finishedCm2(part, stock)

  const sizeCm = Math.cbrt((length * width * thickness) / 1000)
  const reference = divisor(cost.referenceSizeCm, 'processes.milling.cost.referenceSizeCm')
  const sizeFactor = Math.min(1, Math.max(cost.minSizeFactor, sizeCm / reference))
  const removedCm3 = Math.max(0, stockCm3 - part.volumeMm3 / 1000)
  const roughing =
    removedCm3 / divisor(speeds.roughingCm3PerMin * sizeFactor, `materials.${material.id}.cost.roughingCm3PerMin`)

  const rate = divisor(speeds.finishingCm2PerMin, `materials.${material.id}.cost.finishingCm2PerMin`)
  const freeformRate = divisor(cost.freeformFinishFactor, 'processes.milling.cost.freeformFinishFactor') * rate
  const finishing = (areaCm2 * (1 - part.freeformShare)) / rate + (areaCm2 * part.freeformShare) / freeformRate

  const machinability = divisor(speeds.machinability, `materials.${material.id}.cost.machinability`)
  const threading = (part.modelledThreads ?? 0) * (cost.threadMin ?? 0)
  const slots = cutterSlots(part, cost)
  const singleTools = part.holes.length * cost.holeMin + threading + slottingMin(slots, cost)
  const operations = singleTools / Math.sqrt(machinability)
  const loading = part.setups * cost.loadMin
  const tools = cost.toolsBase + cost.toolsPerSetup * part.setups + cutterCount(slots)
  const toolChanges = tools * cost.toolChangeMin

  return {
    removedCm3,
    cutting: roughing + finishing,
    machinability,
    minutes: (roughing + finishing + operations) * cycleFactor + loading + toolChanges,
  }
}

/**
 * Whether a part needs a 5-axis machine: for tilted set-ups, or for surface that no direction along
 * its box reaches. Never in catalogues without that limit: their prices stay as they were.
 */
function needsFiveAxes({ tiltedSetups = 0, hiddenPercent = 0 }: PartMeasures, { fiveAxesFromPercent }: MillingCost) {
  if (fiveAxesFromPercent === undefined) return false
  return tiltedSetups > 0 || hiddenPercent >= fiveAxesFromPercent
}

/** What a part costs to mill (USD; catalogue 3.4). */
export function millingCost(request: Request): CostModel {
  const { part, material, process, card, cardId } = request
  const { cost } = process
  const stock = millingStock(part, cost)
  const [stockLength, stockWidth, stockThickness] = stock.sizeMm
  const stockCm3 = (stockLength * stockWidth * stockThickness) / 1000
  const grams = stockCm3 * material.densityGCm3 * (1 + cost.kerf)

  const { minutes, cutting, machinability, removedCm3 } = cycle(request, stock, stockCm3)
  const isFiveAxis = needsFiveAxes(part, cost)
  const rate = isFiveAxis ? card.machines.mill5 : card.machines.mill3
  const wearUsd = (cutting * cost.toolWearUsdPerMin[cardId]) / machinability ** cost.toolWearExponent

  const benchMinutes = cost.benchBaseMin + (cost.benchMinPerCm2 * part.areaMm2) / 100
  const { setups, tiltedSetups = 0, modelledThreads: threads = 0, freeformShare } = part
  const slots = cutterSlots(part, cost)
  const cutters = cutterCount(slots)
  const setupMinutes = setups * cost.setupMin + cutters * (cost.slotCutter?.setupMin ?? 0)
  const programMinutes =
    cost.programBaseMin + cost.programPerSetupMin * setups + cost.programFreeformMin * freeformShare

  const { unitUsd, terms } = seriesCost({
    each: [
      materialTerm('milling-stock', {
        lengthMm: stockLength,
        widthMm: stockWidth,
        thicknessMm: stockThickness,
        grams,
        usdPerKg: material.usdPerKg[cardId],
      }),
      timeTerm('machine', isFiveAxis ? 'milling-machine-5' : 'milling-machine', {
        minutes,
        rate,
        removedCm3,
        setups,
        tiltedSetups,
        threads,
        slots: slots.length,
      }),
      costTerm('tool-wear', wearUsd, 'tool-wear', { minutes: cutting }),
      timeTerm('labour', 'bench', { minutes: benchMinutes, rate: card.operator }),
    ],
    lossShare: cost.scrap,
    once: [
      timeTerm('setup', isFiveAxis ? 'milling-setup-5' : 'milling-setup', {
        setups,
        cutters,
        minutes: setupMinutes,
        rate,
      }),
      timeTerm('programming', 'programming', { minutes: programMinutes, rate: card.engineer }),
    ],
  })
  return { unitUsd, terms, stockMm: stock.sizeMm }
}
