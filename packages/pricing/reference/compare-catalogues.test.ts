import type { Catalogue } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { compareCatalogues } from './compare-catalogues.ts'

const withMaterial = (id: string, change: object): Catalogue => ({
  ...catalogue,
  materials: catalogue.materials.map((material) => (material.id === id ? { ...material, ...change } : material)),
})

describe('the comparison of two catalogues', () => {
  it('finds no change between equal catalogues, in thousands of prices', () => {
    const { changes, compared, ...rest } = compareCatalogues(catalogue, structuredClone(catalogue))
    expect(changes).toEqual([])
    expect(compared).toBeGreaterThan(2000)
    expect(rest).toEqual({ added: 0, removed: 0, largestRisePercent: 0, largestFallPercent: 0 })
  })

  it('lists a dearer resin alone, the largest rise first', () => {
    const dearer = withMaterial('sla-grey', { usdPerKg: { cn: 24, eu: 85 } })
    const { changes, largestRisePercent, largestFallPercent } = compareCatalogues(catalogue, dearer)

    expect(new Set(changes.map(({ materialId }) => materialId))).toEqual(new Set(['sla-grey']))
    expect(changes[0]?.percent).toBe(largestRisePercent)
    expect(largestRisePercent).toBeGreaterThan(10)
    expect(largestFallPercent).toBe(0)

    const [first] = changes
    expect(first?.percent).toBeCloseTo((100 * (first?.afterMinor ?? 0)) / (first?.beforeMinor ?? 1) - 100, 9)
  })

  it('finds lower prices for a cheaper resin', () => {
    const { largestFallPercent, largestRisePercent } = compareCatalogues(
      catalogue,
      withMaterial('sla-grey', { usdPerKg: { cn: 6, eu: 85 } }),
    )
    expect(largestFallPercent).toBeLessThan(-5)
    expect(largestRisePercent).toBe(0)
  })

  it('counts the prices of a removed material as removed, and of an added one as added', () => {
    const without = withMaterial('sla-grey', { available: false })
    const gone = compareCatalogues(catalogue, without)

    expect([gone.added, gone.removed]).toEqual([0, gone.changes.length])
    expect(gone.changes.length).toBeGreaterThan(0)
    expect(gone.changes.every(({ afterMinor, percent }) => afterMinor === undefined && percent === undefined)).toBe(
      true,
    )

    const back = compareCatalogues(without, catalogue)
    expect([back.added, back.removed]).toEqual([gone.removed, 0])
  })
})
