import type { Catalogue, Material, Process, QuantityBreaks, RateCardId } from '@cotation/domain'
import { divisor } from '../making/catalogue-figures.ts'

/** What the price of a part depends on besides its cost. */
export interface SaleTerms {
  quantity: number
  process: Process
  material: Material
  cardId: RateCardId
  /** Of the tolerance class. */
  toleranceFactor: number
  /** Of the lead-time tier. */
  leadFactor: number
  /** Of options that make the part itself cheaper or dearer; 1 where there are none. */
  partPriceFactor: number
}

/** Each multiplies what stands before it, in this order. */
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
  /** What one part of this line costs at least. */
  leastUsd: number
  /** The minimum applies: the factors give less. */
  atLeast: boolean
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

/** The smallest price of one part (USD): the material's own for resins on the cn card, otherwise the process's. */
export function minPartUsd({ cost }: Material, process: Process, cardId: RateCardId): number {
  const own = cost.kind === 'resin' && cardId === 'cn' ? cost.minPartUsd : undefined
  return own ?? process.minPartUsd[cardId]
}

/** The price of one part as a function of its cost and the quantity, everything else settled. */
export interface PriceFormula {
  /** USD for one part, not rounded. */
  usdAt: (costUsd: number, quantity: number) => number
  /** What one part costs at least in such a quantity (USD). */
  leastUsdAt: (quantity: number) => number
  /** Without the one of the quantity. */
  factors: Omit<SaleFactors, 'quantity'>
}

/**
 * Catalogue 3, all processes, for one part in USD:
 * `unit = max( C × (1 + overhead) / (1 − margin) × Fq × Ftol × Flead × marketPosition , minPart × max(0.25, 1/q) )`,
 * with the factor of the part's own options beside Ftol. The caller rounds, half a cent up.
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
  const settled =
    factors.overhead * factors.margin * factors.tolerance * factors.lead * factors.partPrice * factors.market
  const minUsd = minPartUsd(material, process, cardId)
  const leastUsdAt = (quantity: number) => minUsd * Math.max(selling.minPartShare, 1 / quantity)

  return {
    factors,
    leastUsdAt,
    usdAt: (costUsd, quantity) =>
      Math.max(costUsd * settled * quantityFactor(process.quantityBreaks, quantity), leastUsdAt(quantity)),
  }
}

/** The price of one part in one quantity (USD, not rounded), opened to its factors. */
export function unitPrice(costUsd: number, terms: SaleTerms, catalogue: Catalogue): UnitPrice {
  const { quantity, process } = terms
  const formula = priceFormula(terms, catalogue)
  const factors = { ...formula.factors, quantity: quantityFactor(process.quantityBreaks, quantity) }
  const usd = formula.usdAt(costUsd, quantity)
  const leastUsd = formula.leastUsdAt(quantity)
  const made = Object.values(factors).reduce((product, factor) => product * factor, costUsd)
  return { usd, factors, leastUsd, atLeast: made < leastUsd }
}
