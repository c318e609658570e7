import type { Tax } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { taxMinor, taxTerms } from './tax.ts'

const { tax: packaged } = packagedCatalogue
const fromFrance: Tax = { ...packaged, seller: 'FR' }
const fromBritain: Tax = { ...packaged, seller: 'GB' }

describe('VAT', () => {
  it.each([
    // The packaged catalogue: sold from China, EXW.
    ['CN', undefined, packaged, 13, 'domestic'],
    ['FR', undefined, packaged, 0, 'import-by-buyer'],
    ['DE', 'DE123456789', packaged, 0, 'import-by-buyer'],
    ['US', undefined, packaged, 0, 'export'],
    ['CH', undefined, packaged, 0, 'import-by-buyer'],
    // A seller in the union.
    ['FR', undefined, fromFrance, 20, 'domestic'],
    ['FR', 'FR40303265045', fromFrance, 20, 'domestic'],
    ['DE', 'DE123456789', fromFrance, 0, 'reverse-charge'],
    ['DE', 'de 123 456 789', fromFrance, 0, 'reverse-charge'],
    ['DE', undefined, fromFrance, 19, 'destination'],
    ['DE', '', fromFrance, 19, 'destination'],
    ['DE', 'DE12345678', fromFrance, 19, 'destination'],
    ['DE', 'ATU12345678', fromFrance, 19, 'destination'],
    ['FI', undefined, fromFrance, 25.5, 'destination'],
    ['GR', 'EL123456789', fromFrance, 0, 'reverse-charge'],
    ['GB', undefined, fromFrance, 0, 'export'],
    ['CH', 'CHE123456789MWST', fromFrance, 0, 'export'],
    ['US', undefined, fromFrance, 0, 'export'],
    // A seller outside any union, at home and abroad.
    ['GB', 'GB123456789', fromBritain, 20, 'domestic'],
    ['FR', undefined, fromBritain, 0, 'import-by-buyer'],
    ['US', undefined, { ...packaged, seller: 'US' }, 0, 'domestic'],
  ] as const)('follows the country and the number: %s, %s', (country, vatNumber, tax, ratePercent, reason) => {
    expect(taxTerms(country, vatNumber, tax)).toEqual({ ratePercent, reason })
  })

  it.each([
    [10_000, 20, 2000],
    [1002, 20, 200],
    [1003, 20, 201],
    [1025, 20, 205],
    [10, 5, 1],
    [9, 5, 0],
    [333, 25.5, 85],
    [100, 25.5, 26],
    [100, 8.1, 8],
    [0, 20, 0],
    [12_345, 0, 0],
  ])('is rounded half up: %i cents at %d %% bear %i', (base, ratePercent, expected) => {
    expect(taxMinor(base, { ratePercent })).toBe(expected)
  })

  it('lets companies of every other member of the union account for VAT, by their VAT number', () => {
    const numbers = [
      ...['ATU12345678', 'BE0123456789', 'BG123456789', 'CY12345678X', 'CZ12345678', 'DE123456789', 'DK12345678'],
      ...['EE123456789', 'EL123456789', 'ESX1234567X', 'FI12345678', 'FR40303265045', 'HR12345678901', 'HU12345678'],
      ...['IE1234567W', 'IT12345678901', 'LT123456789', 'LU12345678', 'LV12345678901', 'MT12345678'],
      ...['NL123456789B01', 'PL1234567890', 'PT123456789', 'RO12', 'SE123456789001', 'SI12345678', 'SK1234567890'],
    ]
    const seller = { ...packaged, seller: 'EU-SELLER', union: [...packaged.union, 'EU-SELLER'] }
    for (const country of packaged.union) {
      const holders = numbers.filter((number) => taxTerms(country, number, seller).reason === 'reverse-charge')
      expect(holders, country).toHaveLength(1)
    }

    expect(numbers).toHaveLength(packaged.union.length)
  })
})
