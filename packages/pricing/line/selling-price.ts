import type { Catalogue, Material, Process, QuantityBreaks, RateCardId } from '@cotation/domain'
import { divisor } from '#pricing/making/catalogue-figures.ts'

/** What the price of a part depends on, apart from its cost. */
export interface SaleTerms {
  quantity: number
  process: Process
  material: Material
  cardId: RateCardId
  /** Factor of the tolerance class. */
  toleranceFactor: number
  /** Factor of the lead-time tier. */
  leadFactor: number
  /** Factor of options that change the price of the part itself; 1 without any. */
  partPriceFactor: number
}

/** The factors between cost and price. */
export interface SaleFactors {
  overhead: number
  margin: number
  quantity: number
  tolerance: number
  lead: number
  partPrice: number
  market: number
}

export interface UnitPrice {
  /** For one part, not rounded. */
  usd: number
  factors: SaleFactors
  /** The lowest price of one part of this line. */
  minUsd: number
  /** The minimum applies, because the factors give less. */
  isMinimum: boolean
}

/** The factor of the highest break that the quantity reaches. */
export function quantityFactor(breaks: QuantityBreaks, quantity: number): number {
  let factor = 1
  for (const [from, step] of breaks) {
    if (quantity < from) break
    factor = step
  }
  return factor
}

/** Minimum price of one part (USD): of the material for resins on the cn card, else the process. */
export function minPartUsd({ cost }: Material, process: Process, cardId: RateCardId): number {
  const ofMaterial = cost.kind === 'resin' && cardId === 'cn' ? cost.minPartUsd : undefined
  return ofMaterial ?? process.minPartUsd[cardId]
}

/** The price of one part as a function of its cost and the quantity, all else being fixed. */
export interface PriceFormula {
  /** USD for one part, not rounded. */
  usdAt: (costUsd: number, quantity: number) => number
  /** The lowest price of one part in a quantity (USD). */
  minUsdAt: (quantity: number) => number
  factors: Omit<SaleFactors, 'quantity'>
}

/**
 * Catalogue 3, all processes, for one part in USD, with the factor of its options beside Ftol:
 * `unit = max( C × (1 + overhead) / (1 − margin) × Fq × Ftol × Flead × marketPosition ,
 * minPart × (0.25 + 0.75/q) )`. The caller rounds, half a cent up.
 *
 * The catalogue has `minPart × max(0.25, 1/q)`, which gives one to four tiny parts for the same
 * total. Here the first one costs the minimum and every further one at least a quarter of it.
 */
export function priceFormula(terms: Omit<SaleTerms, 'quantity'>, { selling }: Catalogue): PriceFormula {
  const { process, material, cardId } = terms
  const card = selling.rateCards[cardId]
  const margin = card.marginByProcess[process.id] ?? card.margin
  const factors = {
    overhead: 1 + card.overhead,
    margin: 1 / divisor(1 - margin, `selling.rateCards.${cardId} 1 − margin`),
    tolerance: terms.toleranceFactor,
    lead: terms.leadFactor,
    partPrice: terms.partPriceFactor,
    market: card.marketPosition,
  }

  const fixed =
    factors.overhead * factors.margin * factors.tolerance * factors.lead * factors.partPrice * factors.market
  const partUsd = minPartUsd(material, process, cardId)
  const { minPartShare } = selling
  const minUsdAt = (quantity: number) => partUsd * (minPartShare + (1 - minPartShare) / quantity)

  return {
    factors,
    minUsdAt,
    usdAt: (costUsd, quantity) =>
      Math.max(costUsd * fixed * quantityFactor(process.quantityBreaks, quantity), minUsdAt(quantity)),
  }
}

/** The price of one part in one quantity (USD, not rounded), with its factors. */
export function unitPrice(costUsd: number, terms: SaleTerms, catalogue: Catalogue): UnitPrice {
  const { quantity, process } = terms
  const formula = priceFormula(terms, catalogue)
  const factors = { ...formula.factors, quantity: quantityFactor(process.quantityBreaks, quantity) }
  const usd = formula.usdAt(costUsd, quantity)
  const minUsd = formula.minUsdAt(quantity)
  const soldUsd = Object.values(factors).reduce((product, factor) => product * factor, costUsd)

  return { usd, factors, minUsd, isMinimum: soldUsd < minUsd }
}
