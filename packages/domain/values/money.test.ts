import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountingCurrency, currencies, minorOf, splitByLargestRemainder, usd } from './money.ts'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('money', () => {
  it('uses USD for accounting, one of the bank account currencies (spec 9)', () => {
    expect(accountingCurrency).toBe('USD')
    expect(currencies).toEqual(['USD', 'EUR', 'GBP', 'HKD', 'CNY'])
    expect(usd(1250)).toEqual({ minor: 1250, currency: 'USD' })
  })
})

describe('cents of an amount', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [0.004, 0],
    [-0.004, 0],
    [0.005, 1],
    [-0.005, -1],
    [0.00499, 0],
    [11.26, 1126],
    // Halves that binary fractions store slightly below the half.
    [1.005, 101],
    [-1.005, -101],
    [8.575, 858],
    [1.1 * 0.15, 17],
    [1234567.125, 123456713],
    [149_039.645, 14_903_965],
    [9_001_261_053.675, 900_126_105_368],
    // Just below the half rounds down, even for large amounts.
    [10000.00499, 1000000],
    [100.00499999, 10000],
    [99999.994999, 9999999],
    [5_000_000, 500_000_000],
    [10_000_000, 1_000_000_000],
    [90_000_000_000, 9_000_000_000_000],
    [90_000_000_000_000, 9_000_000_000_000_000],
  ])('converts %d to %i cents', (amount, expected) => {
    expect(minorOf(amount)).toBe(expected)
  })

  it('converts any whole number of cents exactly, positive or negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(minorOf(cents / 100)).toBe(cents)
      }),
    )
  })

  it('rounds any tenth of a cent half away from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (tenths) => {
        const expected = Number((BigInt(tenths) + 5n) / 10n)
        expect(minorOf(tenths / 1000)).toBe(expected)
        expect(minorOf(-tenths / 1000)).toBe(-expected || 0)
      }),
    )
  })
})

describe('splitting by largest remainder', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [100, [1, 2, 1], [25, 50, 25]],
    // 14.28…, 28.57…, 57.14…: the second has the largest remainder.
    [100, [1, 2, 4], [14, 29, 57]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [5, [0, 1], [0, 5]],
    [1, [0, 0, 0], [1, 0, 0]],
    [7, [0, 0, 0], [3, 2, 2]],
    [0, [3, 4], [0, 0]],
    [0, [0], [0]],
    [42, [7], [42]],
    [42, [], []],
    [3, [0.1, 0.1, 0.1], [1, 1, 1]],
  ])('splits %i by the weights %j into %j', (minor, weights, expected) => {
    expect(splitByLargestRemainder(minor, weights)).toEqual(expected)
  })

  const anyWeights = fc.array(fc.oneof(fc.nat(1e9), fc.double({ min: 0, max: 1e9, noNaN: true })), { minLength: 1 })

  it('adds up to the amount, with each share exact to within one unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e10, max: 1e10 }), anyWeights, (minor, weights) => {
        const shares = splitByLargestRemainder(minor, weights)
        expect(sum(shares)).toBe(minor)

        const total = sum(weights)
        shares.forEach((share, index) => {
          expect(Number.isInteger(share)).toBe(true)
          const exact = total > 0 ? (minor * Number(weights[index])) / total : minor / weights.length
          expect(Math.abs(share - exact)).toBeLessThan(1.001)
        })
      }),
    )
  })

  it('never exceeds a weight when the amount is at most the sum of the weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1e6), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          splitByLargestRemainder(Math.floor(sum(weights) * part), weights).forEach((share, index) => {
            expect(share).toBeLessThanOrEqual(Number(weights[index]))
            expect(share).toBeGreaterThanOrEqual(0)
          })
        },
      ),
    )
  })
})
