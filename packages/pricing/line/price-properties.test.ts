import { type Configuration, configurationFaults } from '@cotation/domain'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { scaled } from '../making/making.fixture.ts'
import { explain } from './explain.ts'
import { preparedLine } from './prepared-line.ts'
import { type LinePrice, priceLine } from './price-line.ts'
import { randomConfiguration, randomFrom, randomPart, wholeBetween } from './random-line.fixture.ts'

/**
 * Lines that random customers would ask for, the same ones at each run: 15,000, or 100,000 with
 * `npm test -- --all`.
 */
const lines = 50 * (fc.readConfigureGlobal().numRuns ?? 300)

interface Tried {
  seed: number
  part: ReturnType<typeof randomPart>
  configuration: Configuration
  price: LinePrice
}

const priced: Tried[] = []
let forbidden = 0

const withQuantity = (configuration: Configuration, quantity: number): Configuration => ({
  ...configuration,
  quantity,
  services: configuration.services.map((service) => (service.id === 'anodizing' ? { ...service, quantity } : service)),
})

function priceOf(part: Tried['part'], configuration: Configuration): LinePrice | undefined {
  const verdict = priceLine(part, configuration, catalogue)
  return verdict.ok ? verdict.price : undefined
}

/** Seeds of lines that break a property; empty if it holds. */
const broken = (keeps: (tried: Tried) => boolean): number[] =>
  priced
    .filter((tried) => !keeps(tried))
    .map(({ seed }) => seed)
    .slice(0, 10)

beforeAll(() => {
  for (let seed = 1; seed <= lines; seed++) {
    const random = randomFrom(seed)
    const part = randomPart(random)
    const configuration = randomConfiguration(random, part, catalogue)
    const verdict = priceLine(part, configuration, catalogue)
    if (verdict.ok) priced.push({ seed, part, configuration, price: verdict.price })
    else forbidden++
  }
}, 120_000)

describe(`of ${lines.toLocaleString('en')} random parts and configurations`, () => {
  it('many have a price and many are forbidden', () => {
    expect(priced.length).toBeGreaterThan(lines / 4)
    expect(forbidden).toBeGreaterThan(lines / 20)
  })

  it('prices are whole, finite and positive', () => {
    expect(
      broken(
        ({ price: { linePrice, unitPrice, goods, services } }) =>
          [linePrice, goods].every(({ minor }) => Number.isSafeInteger(minor) && minor > 0) &&
          [unitPrice, services].every(({ minor }) => Number.isSafeInteger(minor) && minor >= 0) &&
          goods.minor + services.minor === linePrice.minor,
      ),
    ).toEqual([])
  })

  it('the terms of a price add up to the cent, each with a reason', () => {
    expect(
      broken(({ price }) => {
        const sum = price.breakdown.reduce((total, { minor }) => total + minor, 0)
        return (
          sum === price.linePrice.minor &&
          price.breakdown.every(({ minor, reason }) => Number.isSafeInteger(minor) && reason.code !== '')
        )
      }),
    ).toEqual([])
  })

  it('days are whole, and their causes add up to them', () => {
    expect(
      broken(({ price: { leadTime } }) => {
        const days = leadTime.path.reduce((sum, step) => sum + step.days, 0)
        return Number.isInteger(leadTime.workingDays) && leadTime.workingDays >= 1 && days === leadTime.workingDays
      }),
    ).toEqual([])
  })

  it('more parts never cost less in total, nor more each unless another mould or cavity is needed', () => {
    expect(
      broken(({ seed, part, configuration, price }) => {
        const more = configuration.quantity + wholeBetween(randomFrom(seed + 7), 1, 60)
        // A line keeps the tier that it was charged for.
        const larger = priceOf(part, withQuantity({ ...configuration, lead: price.lead }, more))
        if (!larger) return true
        if (larger.linePrice.minor < price.linePrice.minor) return false
        if (larger.unitPrice.minor <= price.unitPrice.minor) return true

        const { moulds } = preparedLine(part, configuration, catalogue).model
        const toolingFor = (quantity: number) => {
          const made = moulds?.(quantity)
          return made ? made.moulds * made.cavities : 0
        }

        return toolingFor(more) > toolingFor(configuration.quantity)
      }),
    ).toEqual([])
  }, 120_000)

  it('a larger part of the same shape never costs less, except for the stock that it is cut from', () => {
    expect(
      broken(({ seed, part, configuration, price }) => {
        const by = 1 + 2 * randomFrom(seed + 11)() ** 3
        const larger = priceOf(scaled(part, by), { ...configuration, process: price.process })
        if (!larger || larger.linePrice.minor >= price.linePrice.minor) return true
        const named = larger.breakdown.some(({ reason: { code } }) => code.endsWith('-stock'))
        return larger.stockMm !== undefined && named
      }),
    ).toEqual([])
  }, 120_000)

  it('express is neither cheaper nor later than standard, economy neither dearer nor earlier', () => {
    expect(
      broken(({ part, configuration }) => {
        const standard = priceOf(part, { ...configuration, lead: 'standard' })
        const economy = priceOf(part, { ...configuration, lead: 'economy' })
        const express = priceOf(part, { ...configuration, lead: 'express' })

        if (!standard || !economy) return false

        const isEconomyRight =
          economy.linePrice.minor <= standard.linePrice.minor &&
          economy.leadTime.workingDays >= standard.leadTime.workingDays
        const isExpressRight =
          !express ||
          (express.linePrice.minor >= standard.linePrice.minor &&
            express.leadTime.workingDays <= standard.leadTime.workingDays)

        return isEconomyRight && isExpressRight
      }),
    ).toEqual([])
  }, 120_000)

  it('the sequence of the services changes neither the price nor the days', () => {
    expect(
      broken(({ part, configuration, price }) => {
        const reversed = priceOf(part, { ...configuration, services: configuration.services.toReversed() })
        return (
          reversed?.linePrice.minor === price.linePrice.minor &&
          reversed.leadTime.workingDays === price.leadTime.workingDays
        )
      }),
    ).toEqual([])
  })

  it('no forbidden configuration gets a price', () => {
    expect(
      broken(({ seed, part, configuration }) => {
        const invalid = invalidChanges[seed % invalidChanges.length]?.(configuration) ?? configuration
        const faults = configurationFaults(part, invalid, catalogue)
        return faults.length > 0 && !priceLine(part, invalid, catalogue).ok
      }),
    ).toEqual([])
  })

  it('the differences of two prices add up', () => {
    const samples = priced.slice(0, 5000)
    for (const [i, { price }] of samples.entries()) {
      const other = samples[(i * 7 + 1) % samples.length]?.price ?? price
      const { minor, differences } = explain(price, other)
      expect(differences.reduce((sum, difference) => sum + difference.minor, 0)).toBe(minor)
      expect(minor).toBe(other.linePrice.minor - price.linePrice.minor)
    }
  })
})

/** Each makes a valid configuration invalid. */
const invalidChanges: ((configuration: Configuration) => Configuration)[] = [
  (configuration) => ({ ...configuration, quantity: 0 }),
  (configuration) => ({ ...configuration, quantity: 1.5 }),
  (configuration) => ({ ...configuration, quantity: Number.NaN }),
  (configuration) => ({ ...configuration, materialId: 'unobtainium' }),
  (configuration) => ({ ...configuration, colourId: 'plaid' }),
  (configuration) => ({ ...configuration, toleranceId: '__proto__' }),
  (configuration) => ({
    ...configuration,
    services: [
      ...configuration.services.filter(({ id }) => id !== 'painting'),
      { id: 'painting', option: 'pantone', colours: Array(6).fill('RAL 9005'), finish: 'matte' },
    ],
  }),
  (configuration) => ({
    ...configuration,
    services: [...configuration.services, { id: 'polishing', option: 'with-love' }],
  }),
]
