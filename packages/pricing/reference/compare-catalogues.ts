import { type Catalogue, defaultConfiguration, leadTiers } from '@cotation/domain'
import { priceMatrix } from '../line/price-matrix.ts'
import { referenceParts } from './reference-parts.ts'

/** One price under two catalogues (cents of USD); undefined if a catalogue does not offer it. */
export interface PriceChange {
  part: string
  materialId: string
  quantity: number
  lead: string
  beforeMinor: number | undefined
  afterMinor: number | undefined
  /** Change in percent of the price before; undefined if there is only one of them. */
  percent: number | undefined
}

export interface CatalogueComparison {
  /** Prices that differ, the largest change first. */
  changes: PriceChange[]
  compared: number
  added: number
  removed: number
  largestRisePercent: number
  largestFallPercent: number
}

const comparedQuantities = [1, 10, 100] as const

/** A price of a reference part (cents). */
interface ReferencePrice extends Pick<PriceChange, 'part' | 'materialId' | 'quantity' | 'lead'> {
  minor: number
}

/** The prices of each reference part in every material, quantity and tier, by a key of all four. */
function pricesOf(catalogue: Catalogue): Map<string, ReferencePrice> {
  const prices = new Map<string, ReferencePrice>()
  const materialIds = catalogue.materials.map(({ id }) => id)
  const [first] = materialIds
  if (first === undefined) return prices

  const axes = { quantities: comparedQuantities, leads: leadTiers, materialIds }
  for (const { id: part, measures } of referenceParts) {
    for (const row of priceMatrix(measures, defaultConfiguration(measures, first, catalogue), axes, catalogue)) {
      if (!row.ok) continue
      const { materialId } = row
      for (const { quantity, lead, lineMinor } of row.cells) {
        prices.set(`${part} ${materialId} ${quantity} ${lead}`, { part, materialId, quantity, lead, minor: lineMinor })
      }
    }
  }

  return prices
}

/** How a changed catalogue changes reference prices, for staff to check before publishing it. */
export function compareCatalogues(before: Catalogue, after: Catalogue): CatalogueComparison {
  const oldPrices = pricesOf(before)
  const newPrices = pricesOf(after)
  const keys = new Set([...oldPrices.keys(), ...newPrices.keys()])

  const changes: PriceChange[] = []
  for (const key of keys) {
    const old = oldPrices.get(key)
    const now = newPrices.get(key)
    const price = old ?? now
    if (!price || old?.minor === now?.minor) continue

    const { minor: _, ...named } = price
    const percent = old && now ? ((now.minor - old.minor) / old.minor) * 100 : undefined
    changes.push({ ...named, beforeMinor: old?.minor, afterMinor: now?.minor, percent })
  }

  changes.sort((a, b) => Math.abs(b.percent ?? Infinity) - Math.abs(a.percent ?? Infinity))
  const percents = changes.map(({ percent }) => percent ?? 0)

  return {
    changes,
    compared: keys.size,
    added: changes.filter(({ beforeMinor }) => beforeMinor === undefined).length,
    removed: changes.filter(({ afterMinor }) => afterMinor === undefined).length,
    largestRisePercent: Math.max(0, ...percents),
    largestFallPercent: Math.min(0, ...percents),
  }
}
