/** VAT numbers by ISO 3166 country, with prefix, without separators. Repetitions are bounded. */
const patterns: ReadonlyMap<string, RegExp> = new Map([
  ['AT', /^ATU\d{8}$/],
  ['BE', /^BE[01]\d{9}$/],
  ['BG', /^BG\d{9,10}$/],
  ['CY', /^CY\d{8}[A-Z]$/],
  ['CZ', /^CZ\d{8,10}$/],
  ['DE', /^DE\d{9}$/],
  ['DK', /^DK\d{8}$/],
  ['EE', /^EE\d{9}$/],
  ['ES', /^ES(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/],
  ['FI', /^FI\d{8}$/],
  ['FR', /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/],
  // Greece writes EL, not its ISO code.
  ['GR', /^EL\d{9}$/],
  ['HR', /^HR\d{11}$/],
  ['HU', /^HU\d{8}$/],
  ['IE', /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/],
  ['IT', /^IT\d{11}$/],
  ['LT', /^LT(?:\d{9}|\d{12})$/],
  ['LU', /^LU\d{8}$/],
  ['LV', /^LV\d{11}$/],
  ['MT', /^MT\d{8}$/],
  ['NL', /^NL\d{9}B\d{2}$/],
  ['PL', /^PL\d{10}$/],
  ['PT', /^PT\d{9}$/],
  ['RO', /^RO[1-9]\d{1,9}$/],
  ['SE', /^SE\d{10}01$/],
  ['SI', /^SI\d{8}$/],
  ['SK', /^SK\d{10}$/],
  ['GB', /^GB(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/],
  ['CH', /^CHE\d{9}(?:MWST|TVA|IVA)?$/],
  ['NO', /^(?:NO)?\d{9}(?:MVA)?$/],
])

/** No VAT number is longer, even with separators. */
const maxCharacters = 30

/** Normalises a VAT number: capitals, without spaces, dots and hyphens. */
export const plainVatNumber = (vatNumber: string): string =>
  vatNumber
    .slice(0, maxCharacters)
    .replace(/[\s.-]/g, '')
    .toUpperCase()

/** Whether a text has the format of a country's VAT number. It may still not be registered. */
export const isVatNumberOf = (country: string, vatNumber: string): boolean =>
  vatNumber.length <= maxCharacters && (patterns.get(country)?.test(plainVatNumber(vatNumber)) ?? false)

/** EORI numbers of countries with one format. */
const eoriPatterns: ReadonlyMap<string, RegExp> = new Map([['GB', /^GB(?:\d{12}|\d{15})$/]])

/** The shortest ones in use have seven characters after the country. */
const anyEori = /^[A-Z]{2}[A-Z0-9]{7,15}$/

/** Outside Europe there are no EORI numbers, and customs take the number of the country. */
const foreignNumber = /^[A-Z]{2}[A-Z0-9]{1,15}$/

/** Whether a text has the format of an EORI number: the country, then up to 15 characters. */
export function isEoriNumberOf(country: string, eori: string): boolean {
  const plain = plainVatNumber(eori)
  if (eori.length > maxCharacters || !plain.startsWith(country)) return false

  const usual = patterns.has(country) ? anyEori : foreignNumber
  return (eoriPatterns.get(country) ?? usual).test(plain)
}
