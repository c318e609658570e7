import type { Catalogue, Material, Process, QuantityBreaks, RateCardId } from '@cotation/domain'
import { divisor } from './making/catalogue-figures.ts'

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

/**
 * Catalogue 3, all processes, for one part in USD:
 * `unit = max( C × (1 + overhead) / (1 − margin) × Fq × Ftol × Flead × marketPosition , minPart × max(0.25, 1/q) )`,
 * with the factor of the part's own options beside Ftol. The caller rounds, half a cent up.
 */
export function unitPrice(costUsd: number, terms: SaleTerms, { selling }: Catalogue): UnitPrice {
  const { quantity, process, material, cardId } = terms
  const card = selling.rateCards[cardId]
  const margin = card.marginByProcess[process.id] ?? card.margin
  const factors: SaleFactors = {
    overhead: 1 + card.overhead,
    margin: 1 / divisor(1 - margin, `selling.rateCards.${cardId} 1 − margin`),
    quantity: quantityFactor(process.quantityBreaks, quantity),
    tolerance: terms.toleranceFactor,
    lead: terms.leadFactor,
    partPrice: terms.partPriceFactor,
    market: card.marketPosition,
  }
  const usd =
    costUsd *
    factors.overhead *
    factors.margin *
    factors.quantity *
    factors.tolerance *
    factors.lead *
    factors.partPrice *
    factors.market
  const leastUsd = minPartUsd(material, process, cardId) * Math.max(selling.minPartShare, 1 / quantity)
  return { usd: Math.max(usd, leastUsd), factors, leastUsd, atLeast: usd < leastUsd }
}
