import { describe, expect, it } from 'vitest'
import { isEoriNumberOf, isVatNumberOf, plainVatNumber } from './vat-number.ts'

/** Invalid numbers have one character too few, too many or of the wrong kind. */
const numbers: readonly (readonly [country: string, good: readonly string[], bad: readonly string[]])[] = [
  ['AT', ['ATU12345678'], ['AT12345678', 'ATU1234567', 'ATU123456789']],
  ['BE', ['BE0123456789', 'BE1123456789'], ['BE2123456789', 'BE012345678', 'BE01234567890']],
  ['BG', ['BG123456789', 'BG1234567890'], ['BG12345678', 'BG12345678901']],
  ['CY', ['CY12345678X'], ['CY123456789', 'CY1234567X', 'CY12345678XX']],
  ['CZ', ['CZ12345678', 'CZ123456789', 'CZ1234567890'], ['CZ1234567', 'CZ12345678901']],
  ['DE', ['DE123456789'], ['DE12345678', 'DE1234567890', 'DEA23456789', 'XDE123456789']],
  ['DK', ['DK12345678'], ['DK1234567', 'DK123456789']],
  ['EE', ['EE123456789'], ['EE12345678', 'EE1234567890']],
  ['ES', ['ESX1234567X', 'ES12345678Z', 'ESB12345678'], ['ES123456789', 'ESX1234567', 'ESX12345678X', 'ES1234567Z']],
  ['FI', ['FI12345678'], ['FI1234567', 'FI123456789']],
  [
    'FR',
    ['FR40303265045', 'FRAB123456789', 'FR1A123456789'],
    ['FRO1123456789', 'FRI1123456789', 'FR4030326504', 'FR403032650455'],
  ],
  ['GR', ['EL123456789'], ['GR123456789', 'EL12345678', 'EL1234567890']],
  ['HR', ['HR12345678901'], ['HR1234567890', 'HR123456789012']],
  ['HU', ['HU12345678'], ['HU1234567', 'HU123456789']],
  [
    'IE',
    ['IE1234567W', 'IE1234567WI', 'IE1A12345W', 'IE1+12345A'],
    ['IE1234567X', 'IE1234567WJ', 'IE123456W', 'IE1A12345X', 'IE12345678W'],
  ],
  ['IT', ['IT12345678901'], ['IT1234567890', 'IT123456789012']],
  ['LT', ['LT123456789', 'LT123456789012'], ['LT1234567890', 'LT12345678', 'LT1234567890123']],
  ['LU', ['LU12345678'], ['LU1234567', 'LU123456789']],
  ['LV', ['LV12345678901'], ['LV1234567890', 'LV123456789012']],
  ['MT', ['MT12345678'], ['MT1234567', 'MT123456789']],
  ['NL', ['NL123456789B01'], ['NL123456789A01', 'NL12345678B01', 'NL123456789B1', 'NL123456789B011']],
  ['PL', ['PL1234567890'], ['PL123456789', 'PL12345678901']],
  ['PT', ['PT123456789'], ['PT12345678', 'PT1234567890']],
  ['RO', ['RO12', 'RO1234567890'], ['RO1', 'RO01', 'RO12345678901']],
  ['SE', ['SE123456789001'], ['SE123456789002', 'SE12345678901', 'SE1234567890101']],
  ['SI', ['SI12345678'], ['SI1234567', 'SI123456789']],
  ['SK', ['SK1234567890'], ['SK123456789', 'SK12345678901']],
  [
    'GB',
    ['GB123456789', 'GB123456789012', 'GBGD499', 'GBHA500'],
    ['GB1234567890', 'GBGD500', 'GBHA499', 'GB12345678', 'GBGD49'],
  ],
  [
    'CH',
    ['CHE123456789', 'CHE123456789MWST', 'CHE123456789TVA', 'CHE123456789IVA'],
    ['CH123456789', 'CHE12345678', 'CHE123456789VAT'],
  ],
  [
    'NO',
    ['123456789', 'NO123456789', 'NO123456789MVA', '123456789MVA'],
    ['NO12345678', 'NO1234567890', 'NO123456789MWST'],
  ],
]

describe('VAT numbers', () => {
  it.each(numbers)('accepts valid and refuses invalid VAT numbers of %s', (country, good, bad) => {
    for (const number of good) {
      expect(isVatNumberOf(country, number), number).toBe(true)
      expect(isVatNumberOf(country, `${number}\n${number}`), number).toBe(false)
      expect(isVatNumberOf(country, `X${number}`), number).toBe(false)
      expect(isVatNumberOf(country, `${number}#`), number).toBe(false)
    }
    for (const number of bad) expect(isVatNumberOf(country, number), number).toBe(false)
  })

  it('refuses a VAT number of another country or of an unknown one', () => {
    for (const [country, good] of numbers)
      for (const [other] of numbers)
        if (other !== country) expect(isVatNumberOf(other, good.at(-2) ?? good.at(-1) ?? '')).toBe(false)
    expect(isVatNumberOf('US', '123456789')).toBe(false)
    expect(isVatNumberOf('constructor', '123456789')).toBe(false)
  })

  it('accepts spaces, dots, hyphens and lower case in a VAT number', () => {
    expect(isVatNumberOf('FR', 'fr 40 303.265-045')).toBe(true)
    expect(isVatNumberOf('CH', 'CHE-123.456.789 MWST')).toBe(true)
    expect(plainVatNumber(' nl 1234.56.789.b01 ')).toBe('NL123456789B01')
  })

  it('refuses a text that is too long, even if it starts with a valid VAT number', () => {
    expect(isVatNumberOf('DE', `DE123456789${' '.repeat(19)}`)).toBe(true)
    expect(isVatNumberOf('DE', `DE123456789${' '.repeat(20)}`)).toBe(false)
    expect(isVatNumberOf('DE', `DE123456789${' '.repeat(1_000_000)}`)).toBe(false)
    expect(plainVatNumber('1'.repeat(1000))).toHaveLength(30)
  })
})

describe('EORI numbers', () => {
  it.each([
    ['DE', 'DE1234567'],
    ['JP', 'JP12345'],
    ['DE', 'DE123456789012345'],
    ['FR', 'fr 303.265.045-00014'],
    ['GB', 'GB123456789000'],
  ])('accepts for %s the EORI number %s', (country, number) => expect(isEoriNumberOf(country, number)).toBe(true))

  it.each([
    ['DE', 'DE'],
    ['DE', 'DE123456'],
    ['FR', 'FR123'],
    ['GB', 'GB123456789'],
    ['DE', 'DE1234567890123456'],
    ['DE', 'FR123456789'],
    ['DE', '123456789'],
    ['DE', 'DE12#4'],
    ['', '123456789'],
    ['DE', `DE1${' '.repeat(28)}`],
  ])('refuses for %j the EORI number %j', (country, number) => expect(isEoriNumberOf(country, number)).toBe(false))
})
