import { currencies } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { convertedMinor, convertedParts, partsAtRate } from './currency.ts'

const selling = { ...packagedCatalogue.selling, exchangeRates: { USD: 1, EUR: 0.86, GBP: 0.76, HKD: 7.78, CNY: 7.11 } }
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('amounts in another currency', () => {
  it.each([
    [1126, 'USD', 1126],
    [1126, 'EUR', 968],
    [25, 'EUR', 22],
    [50, 'EUR', 43],
    [75, 'EUR', 65],
    [1, 'CNY', 7],
    [50, 'CNY', 356],
    [150, 'CNY', 1067],
    [-25, 'EUR', -22],
    [0, 'HKD', 0],
  ] as const)('%i cents in %s are %i, half up', (minor, currency, expected) => {
    expect(convertedMinor(minor, currency, selling)).toBe(expected)
  })

  it.each([
    // 8.6 three times: 25.8.
    [[10, 10, 10], 'EUR', [9, 9, 8]],
    // 86, −43 and 43 are whole: no remainder to distribute.
    [[1, -0.5, 0.5].map((part) => part * 100), 'EUR', [86, -43, 43]],
    [[1, -1, 1], 'EUR', [1, -1, 1]],
    // 0.86, 2.58 and 1.72, together 5.16: the first and the last have the largest remainders.
    [[1, 3, 2], 'EUR', [1, 2, 2]],
    [[3, -1], 'EUR', [3, -1]],
    [[100, 200, 300], 'EUR', [86, 172, 258]],
    [[], 'EUR', []],
    [[0, 0, 5], 'GBP', [0, 0, 4]],
  ] as const)('%j in %s are %j', (parts, currency, expected) => {
    expect(convertedParts(parts, currency, selling)).toEqual(expected)
  })

  it('add up to their converted sum, each within one unit of its exact value', () => {
    const anyRate = fc.double({ min: 0.01, max: 200, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e7, max: 1e8 })),
        fc.constantFrom(...currencies),
        anyRate,
        (parts, currency, rate) => {
          const given = { ...selling, exchangeRates: { ...selling.exchangeRates, [currency]: rate } }
          const converted = convertedParts(parts, currency, given)
          expect(sum(converted)).toBe(convertedMinor(sum(parts), currency, given))
          converted.forEach((part, index) => {
            expect(Number.isInteger(part)).toBe(true)
            expect(Math.abs(part - Number(parts[index]) * rate)).toBeLessThan(1.0001)
          })
        },
      ),
    )
  })

  it.each([
    // 8.6 three times, together 25.8: the total was rounded as a part of another sum.
    [[10, 10, 10], 25, [9, 8, 8]],
    [[10, 10, 10], 27, [9, 9, 9]],
    [[10, 10, 10], 28, [10, 9, 9]],
    [[10, 10, 10], 23, [8, 8, 7]],
    [[10], 10, [10]],
    [[], 0, []],
  ] as const)('%j in EUR share the total %i as %j', (parts, totalMinor, expected) => {
    expect(partsAtRate(parts, 0.86, totalMinor)).toEqual(expected)
  })

  it('are the same amounts in the currency of the accounts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (parts) => {
        expect(convertedParts(parts, 'USD', selling)).toEqual(parts)
      }),
    )
  })
})
