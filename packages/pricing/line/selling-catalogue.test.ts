import { type ByCard, type Catalogue, minorOf, tierTerms } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { costOfMaking } from '#pricing/making/cost-of-making.ts'
import { withCard } from '#pricing/making/making.fixture.ts'
import { costRequestOf, partPrice, preparedLine } from './prepared-line.ts'
import { priceLine } from './price-line.ts'
import { randomConfiguration, randomFrom, randomPart } from './random-line.fixture.ts'
import { sellingCatalogue } from './selling-catalogue.ts'
import { unitPrice } from './selling-price.ts'

const catalogues: readonly Catalogue[] = [
  packagedCatalogue,
  { ...packagedCatalogue, selling: { ...packagedCatalogue.selling, rateCard: 'eu' } },
  withCard({ marketPosition: 1.3, marginByProcess: { slm: 0.2, casting: 0.6, milling: 0.37, turning: 0.33 } }),
  withCard({ overhead: 0, margin: 0.999, marginByProcess: {} }),
]

// (1 + overhead) / (1 − lowest margin)
const factor = 1.1 / 0.62

/** The catalogue that a browser receives. */
const received = (catalogue: Catalogue): Catalogue => JSON.parse(JSON.stringify(sellingCatalogue(catalogue)))

const published = catalogues.map((catalogue) => ({ catalogue, selling: received(catalogue) }))

/** Checks random lines with both the full catalogue and its published form. */
function forRandomLines(numRuns: number, check: (line: ReturnType<typeof randomLine>) => void): void {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 }), fc.constantFrom(...published), (seed, pair) => {
      check(randomLine(seed, pair))
    }),
    { numRuns },
  )
}

function randomLine(seed: number, { catalogue, selling }: { catalogue: Catalogue; selling: Catalogue }) {
  const random = randomFrom(seed)
  const part = randomPart(random)
  return { part, configuration: randomConfiguration(random, part, catalogue), catalogue, selling }
}

describe('the selling catalogue', () => {
  it('gives every line the same price, terms and dates as the full one, bit for bit', () => {
    forRandomLines(4000, ({ part, configuration, catalogue, selling }) => {
      expect(priceLine(part, configuration, selling)).toEqual(priceLine(part, configuration, catalogue))
    })
  })

  it('gives the price of the formula: cost with overhead, margin and market position (catalogue 3)', () => {
    forRandomLines(4000, ({ part, configuration, catalogue, selling }) => {
      const { quantity, lead } = configuration
      if (!priceLine(part, configuration, catalogue).ok) return

      const line = preparedLine(part, configuration, selling)
      const sold = partPrice(line, quantity, lead)

      const request = costRequestOf(part, configuration, catalogue)
      const cost = costOfMaking(request, catalogue).unitUsd(quantity)
      const { process, material, cardId, tolerance } = request
      const terms = {
        quantity,
        process,
        material,
        cardId,
        toleranceFactor: tolerance.priceFactor,
        leadFactor: tierTerms(catalogue, process.id, lead).priceFactor,
        partPriceFactor: line.partPriceFactor,
      }
      const { usd, isMinimum } = unitPrice(cost, terms, catalogue)

      expect(minorOf(sold.usd * quantity)).toBe(minorOf(usd * quantity))
      expect(Math.abs(sold.usd / usd - 1)).toBeLessThan(1e-12)
      expect(sold.isMinimum).toBe(isMinimum)
    })
  })

  it('reveals no cost rate and no overhead, and margins only relative to the lowest one', () => {
    const { rateCards } = received(packagedCatalogue).selling
    const { cn } = packagedCatalogue.selling.rateCards
    expect(rateCards.eu).toEqual(rateCards.cn)
    expect(rateCards.cn).toMatchObject({ overhead: 0, margin: 0, marketPosition: 1 })
    expect(rateCards.cn.marginByProcess.casting).toBeCloseTo(1 - 0.48 / 0.62, 12)
    expect(rateCards.cn.operator).toBeCloseTo(cn.operator * factor, 12)
    for (const [machine, usd] of Object.entries(rateCards.cn.machines)) {
      expect(usd).toBeCloseTo(cn.machines[machine as keyof typeof cn.machines] * factor, 12)
    }
  })

  it('multiplies every figure in USD of materials and of the cost of processes', () => {
    const costFigures = ({ processes }: Catalogue) =>
      Object.values(processes).flatMap(({ id, cost }) =>
        Object.entries(cost).flatMap(([name, figure]) =>
          /usd/i.test(name) ? [[`${id}.${name}`, figure] as const] : [],
        ),
      )
    const figuresOf = (catalogue: Catalogue): (readonly [name: string, figure: number | ByCard])[] => [
      ...catalogue.materials.map(({ id, usdPerKg }) => [id, usdPerKg] as const),
      ...costFigures(catalogue),
    ]
    const sold = (figure: number | ByCard) =>
      typeof figure === 'number' ? figure * factor : { cn: figure.cn * factor, eu: figure.cn * factor }

    const full = figuresOf(packagedCatalogue)
    expect(full.length).toBeGreaterThan(packagedCatalogue.materials.length + 5)
    expect(figuresOf(received(packagedCatalogue))).toEqual(full.map(([name, figure]) => [name, sold(figure)]))
  })

  it('does not change when it is converted again', () => {
    for (const { selling } of published) expect(sellingCatalogue(selling)).toEqual(selling)
  })

  it('refuses a margin of 100 %', () => {
    expect(() => sellingCatalogue(withCard({ margin: 1, marginByProcess: {} }))).toThrow(
      'selling.rateCards.cn 1 − margin',
    )
  })
})
