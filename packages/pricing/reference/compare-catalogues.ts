import { type Catalogue, defaultConfiguration, leadTiers } from '@cotation/domain'
import { priceMatrix } from '../line/price-matrix.ts'
import { referenceParts } from './reference-parts.ts'

/** One price under two catalogues (cents of USD); undefined where a catalogue does not sell it. */
export interface PriceChange {
  part: string
  materialId: string
  quantity: number
  lead: string
  beforeMinor: number | undefined
  afterMinor: number | undefined
  /** Of the price before; undefined where there is only one of them. */
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

/** Price of every material, quantity and tier for each reference part, by a key that names it. */
function pricesOf(catalogue: Catalogue): Map<string, PriceChange & { minor: number }> {
  const prices = new Map<string, PriceChange & { minor: number }>()
  const materialIds = catalogue.materials.map(({ id }) => id)
  for (const { id: part, measures } of referenceParts) {
    const [first] = materialIds
    if (first === undefined) continue

    const axes = { quantities: comparedQuantities, leads: leadTiers, materialIds }
    for (const row of priceMatrix(measures, defaultConfiguration(measures, first, catalogue), axes, catalogue)) {
      if (!row.ok) continue
      for (const { quantity, lead, lineMinor } of row.cells) {
        const change = { part, materialId: row.materialId, quantity, lead, percent: undefined }
        prices.set(`${part} ${row.materialId} ${quantity} ${lead}`, {
          ...change,
          beforeMinor: undefined,
          afterMinor: undefined,
          minor: lineMinor,
        })
      }
    }
  }

  return prices
}

/** What a changed catalogue does to the prices of the reference parts: to be looked at before it is published. */
export function compareCatalogues(before: Catalogue, after: Catalogue): CatalogueComparison {
  const old = pricesOf(before)
  const now = pricesOf(after)
  const changes: PriceChange[] = []
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const left = old.get(key)
    const right = now.get(key)
    const named = left ?? right
    if (!named || left?.minor === right?.minor) continue
    const { minor: _minor, ...change } = named
    const percent = left && right ? ((right.minor - left.minor) / left.minor) * 100 : undefined
    changes.push({ ...change, beforeMinor: left?.minor, afterMinor: right?.minor, percent })
  }

  changes.sort((a, b) => Math.abs(b.percent ?? Infinity) - Math.abs(a.percent ?? Infinity))

  const percents = changes.map(({ percent }) => percent ?? 0)

  return {
    changes,
    compared: new Set([...old.keys(), ...now.keys()]).size,
    added: changes.filter(({ beforeMinor }) => beforeMinor === undefined).length,
    removed: changes.filter(({ afterMinor }) => afterMinor === undefined).length,
    largestRisePercent: Math.max(0, ...percents),
    largestFallPercent: Math.min(0, ...percents),
  }
}
