import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { materialOf, withCard } from '#pricing/making/making.fixture.ts'
import { minPartUsd, quantityFactor, type SaleTerms, unitPrice } from './selling-price.ts'

const { processes } = packagedCatalogue

const terms = (changes: Partial<SaleTerms> = {}): SaleTerms => ({
  quantity: 1,
  process: processes.milling,
  material: materialOf('al-6061-t6'),
  cardId: 'cn',
  toleranceFactor: 1,
  leadFactor: 1,
  partPriceFactor: 1,
  ...changes,
})

const priceOf = (costUsd: number, changes?: Partial<SaleTerms>) => unitPrice(costUsd, terms(changes), packagedCatalogue)

describe('quantity breaks', () => {
  it.each([
    [
      'sla',
      [1, 4, 5, 9, 10, 24, 25, 49, 50, 99, 100, 249, 250],
      [1, 1, 0.97, 0.97, 0.94, 0.94, 0.9, 0.9, 0.86, 0.86, 0.82, 0.82, 0.78],
    ],
    [
      'milling',
      [1, 4, 5, 9, 10, 24, 25, 49, 50, 99, 100],
      [1, 1, 0.98, 0.98, 0.95, 0.95, 0.92, 0.92, 0.89, 0.89, 0.86],
    ],
    ['casting', [1, 19, 20, 49, 50, 99, 100], [1, 1, 0.97, 0.97, 0.94, 0.94, 0.91]],
  ] as const)('are those of catalogue 3 for %s', (processId, quantities, factors) => {
    const { quantityBreaks } = processes[processId]
    expect(quantities.map((quantity) => quantityFactor(quantityBreaks, quantity))).toEqual(factors)
  })

  it('have a factor of 1 if there are none', () => {
    expect(quantityFactor([], 10)).toBe(1)
  })
})

describe('the price of a part (catalogue 3)', () => {
  it('adds overhead and margin to its cost, then every factor', () => {
    const { usd, factors, isMinimum } = priceOf(100, {
      quantity: 10,
      toleranceFactor: 1.06,
      leadFactor: 1.35,
      partPriceFactor: 0.96,
    })

    expect(usd).toBeCloseTo(((100 * 1.1) / 0.62) * 0.95 * 1.06 * 1.35 * 0.96, 9)
    expect(isMinimum).toBe(false)
    expect(factors).toEqual({
      overhead: 1.1,
      margin: 1 / 0.62,
      quantity: 0.95,
      tolerance: 1.06,
      lead: 1.35,
      partPrice: 0.96,
      market: 1,
    })
  })

  it('has special margins for casting and powder on the cn card only', () => {
    const cast = { process: processes.casting, material: materialOf('vc-pu-abs') }
    expect(priceOf(100, cast).usd).toBeCloseTo(110 / 0.48, 9)
    expect(priceOf(100, { process: processes.sls, material: materialOf('sls-pa12-3201') }).usd).toBeCloseTo(
      110 / 0.45,
      9,
    )
    expect(priceOf(100, { ...cast, cardId: 'eu' }).usd).toBeCloseTo(115 / 0.64, 9)
  })

  it('follows the position in the market', () => {
    expect(unitPrice(100, terms(), withCard({ marketPosition: 1.3 })).usd).toBeCloseTo((110 / 0.62) * 1.3, 9)
  })

  it('refuses a margin of 100 %', () => {
    expect(() => unitPrice(100, terms(), withCard({ margin: 1 }))).toThrow('selling.rateCards.cn 1 − margin')
  })
})

describe('the minimum price of a part', () => {
  it('is that of the process by card, or of the resin on the cn card', () => {
    const white = materialOf('sla-9600-white')
    expect(minPartUsd(white, processes.sla, 'cn')).toBe(0.32)
    expect(minPartUsd(white, processes.sla, 'eu')).toBe(6)
    expect(minPartUsd(materialOf('sla-evolve-128'), processes.sla, 'cn')).toBe(0.5)
    expect(minPartUsd(materialOf('slm-316l'), processes.slm, 'eu')).toBe(90)
  })

  it.each([
    [1, 6],
    [2, 7.5],
    [4, 10.5],
    [100, 154.5],
  ])('makes %i parts cost %d USD in total: the first in full, a quarter for each further one', (quantity, totalUsd) => {
    const { usd, minUsd, isMinimum } = priceOf(0.1, { quantity })
    expect(quantity * usd).toBeCloseTo(totalUsd, 9)
    expect([minUsd, isMinimum]).toEqual([usd, true])
  })

  it('does not apply to a price that reaches it', () => {
    const reaching = (6 * 0.62) / 1.1
    expect(priceOf(reaching + 1e-9).isMinimum).toBe(false)
    expect(priceOf(reaching - 1e-6)).toMatchObject({ usd: 6, isMinimum: true })
  })

  it('does not apply to a price that equals it', () => {
    const atCost = withCard({ overhead: 0, margin: 0, marginByProcess: {}, marketPosition: 1 })
    expect(unitPrice(6, terms(), atCost)).toMatchObject({ usd: 6, minUsd: 6, isMinimum: false })
  })
})

it('never falls below the minimum, and never falls when the cost rises', () => {
  const cost = fc.double({ min: 0, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(cost, cost, fc.integer({ min: 1, max: 500 }), (one, other, quantity) => {
      const low = priceOf(Math.min(one, other), { quantity })
      const high = priceOf(Math.max(one, other), { quantity })
      expect(low.usd).toBeGreaterThanOrEqual(low.minUsd)
      expect(high.usd).toBeGreaterThanOrEqual(low.usd)
    }),
  )
})
