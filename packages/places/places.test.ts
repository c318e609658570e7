import fc from 'fast-check'
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { countryOptions, isCountry } from './countries.ts'
import { groupedPhone, isPhoneOf, phoneCodeOf } from './phone.ts'
import { phoneText } from './phone-text.ts'
import { inPlainLetters, isInEnglishLetters } from './plain-letters.ts'
import { hasPostcodes, postcodeOf } from './postcode.ts'
import { isStateNeeded, regionNamed, regionsOf } from './regions.ts'

const countries = countryOptions('en').map(({ value }) => value)

describe('countries', () => {
  it('have a unique name in both languages and are sorted by it', () => {
    expect(countries.length).toBeGreaterThan(240)

    for (const language of ['fr', 'en']) {
      const options = countryOptions(language)
      expect(new Set(options.map(({ label }) => label)).size).toBe(countries.length)
      expect(options.filter(({ value, label }) => value === label)).toEqual([])
      const { compare } = new Intl.Collator(language)
      expect(options.map(({ label }) => label)).toEqual(options.map(({ label }) => label).toSorted(compare))
    }

    expect(countryOptions('fr')).toContainEqual({ value: 'DE', label: 'Allemagne' })
    expect(countryOptions('en')).toContainEqual({ value: 'DE', label: 'Germany' })
  })

  it.each(['', 'UK', 'EU', 'ZZ', 'fr', 'FRA', 'constructor', '__proto__'])('refuses %j as a country code', (code) =>
    expect(isCountry(code)).toBe(false),
  )
})

describe('regions', () => {
  it.each([
    ['US', 'California', 'California'],
    ['US', 'california', 'California'],
    ['US', 'CA', 'California'],
    ['FR', 'Île-de-France', 'Île-de-France'],
    ['FR', 'Ile-de-France', 'Île-de-France'],
    ['HK', 'Hong Kong', 'Hong Kong'],
  ])('finds the region of %s named %s as %s', (country, text, name) =>
    expect(regionNamed(country, text)?.name).toBe(name),
  )

  it.each([
    ['US', 'Bavaria'],
    ['US', ''],
    ['ZZ', 'California'],
    ['FR', 'constructor'],
  ])('finds no region of %s named %j', (country, text) => expect(regionNamed(country, text)).toBeNull())

  it('have a name in English letters by which they can be found', () => {
    const faulty = countries.flatMap((country) =>
      regionsOf(country).filter(
        ({ name, plain }) =>
          !isInEnglishLetters(plain) ||
          regionNamed(country, plain)?.plain !== plain ||
          regionNamed(country, name)?.plain !== plain,
      ),
    )
    expect(faulty).toEqual([])
  })

  it('are listed only where there are several, and wherever a state is required', () => {
    expect(regionsOf('HK')).toEqual([])
    expect(regionsOf('MC').length).not.toBe(1)
    expect(regionsOf('ZZ')).toEqual([])
    const needing = countries.filter(isStateNeeded)
    expect(needing).toContain('US')
    expect(needing).not.toContain('FR')
    expect(needing.filter((country) => regionsOf(country).length === 0)).toEqual([])
  })
})

describe('postcodes', () => {
  it.each([
    ['FR', '75001', '75001'],
    ['FR', '75 001', '75 001'],
    ['US', '94105', '94105'],
    ['US', '94105-1234', '94105-1234'],
    ['US', '941051234', '94105-1234'],
    ['GB', 'sw1a 1aa', 'SW1A 1AA'],
    ['GB', 'SW1A1AA', 'SW1A 1AA'],
    ['GB', 'm11ae', 'M1 1AE'],
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['IE', 'd02x285', 'D02 X285'],
    ['SE', '11122', '111 22'],
    ['JE', 'je2 3xp', 'JE2 3XP'],
    ['NL', '1012ab', '1012 AB'],
    ['IE', 'd02 x285', 'D02 X285'],
    ['JP', '100-0001', '100-0001'],
    ['JP', '1000001', '100-0001'],
    ['PL', '00 950', '00-950'],
    ['PT', '1000001', '1000-001'],
    ['SE', '111  22', '111 22'],
    ['AR', 'C1425ABC', 'C1425ABC'],
    ['AR', '1425', '1425'],
    ['SA', '12211-1234', '12211-1234'],
    ['SV', '1101', '1101'],
    ['HK', '', ''],
    ['HK', '999077', '999077'],
    ['BH', '', ''],
  ])('normalises the %s postcode %j to %j', (country, text, kept) => expect(postcodeOf(country, text)).toBe(kept))

  it.each([
    ['FR', '7500'],
    ['FR', '75001 CEDEX'],
    ['FR', ''],
    ['US', '9410'],
    ['US', 'ABCDE'],
    ['GB', '75001'],
    ['DE', '101'],
    ['JP', '10-00001x'],
    ['HK', '<script>'],
    ['HK', '1'.repeat(17)],
  ])('refuses for %s the postcode %j', (country, text) => expect(postcodeOf(country, text)).toBeNull())

  it('are required only in countries that use them', () => {
    expect(['FR', 'US', 'CN', 'DE'].filter((country) => !hasPostcodes(country))).toEqual([])
    expect(['HK', 'AE', 'BH', 'QA', 'ZZ'].filter(hasPostcodes)).toEqual([])
  })

  it('do not change when they are normalised twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[a-zA-Z0-9 -]{0,16}$/), (country, text) => {
        const kept = postcodeOf(country, text)
        if (kept !== null) expect(postcodeOf(country, kept)).toBe(kept)
      }),
    )
  })
})

describe('phone numbers', () => {
  it.each([
    ['+33', '612345678'],
    ['+33', '06 12 34 56 78'],
    ['+1', '(202) 555-0123'],
    ['+1242', '3221234'],
    ['+44', '020 7946 0958'],
    ['+39', '02 1234567'],
    ['+86', '138 1234 5678'],
  ])('accepts %s %s as a phone number', (code, phone) => expect(isPhoneOf(code, phone)).toBe(true))

  it.each([
    ['+33', '6123'],
    ['+33', '33612345678'],
    ['+1', '612345678'],
    ['+3', '3612345678'],
    ['+336', '12345678'],
    ['+999', '612345678'],
    ['', '+33612345678'],
    ['+33', ''],
    ['+33', 'no phone here'],
  ])('refuses %j %j as a phone number', (code, phone) => expect(isPhoneOf(code, phone)).toBe(false))
})

describe('a phone number to be read', () => {
  it.each([
    ['+33', '0612345678', '+33 612345678'],
    ['+33', '06 12 34 56 78', '+33 6 12 34 56 78'],
    ['+33', '612345678', '+33 612345678'],
    ['+44', '(0)20 7946 0958', '+44 20 7946 0958'],
    ['+49', '0-30 901820', '+49 30 901820'],
    ['+39', '02 1234567', '+39 02 1234567'],
    ['+1', '(202) 555-0123', '+1 (202) 555-0123'],
    ['+33', '', '+33'],
  ])('has no national zero after its code: %s %s', (code, phone, text) => expect(phoneText(code, phone)).toBe(text))

  it.each([
    ['+33', '0612345678', '+33 6 12 34 56 78'],
    ['+33', '6.12.34.56.78', '+33 6 12 34 56 78'],
    ['+44', '02079460018', '+44 20 7946 0018'],
    ['+39', '0236512345', '+39 02 3651 2345'],
    ['+1', '2125550123', '+1 212 555 0123'],
    ['+33', '01 23', '+33 1 23'],
  ])('is written in the groups of its country on documents: %s %s', (code, phone, text) =>
    expect(groupedPhone(code, phone)).toBe(text),
  )

  it('omits the zero in the countries of the numbering plans that have one, and only there', () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)
      if (!example) continue

      const code = `+${example.countryCallingCode}`
      const written = `0${example.nationalNumber}`
      const hasTrunkZero = parsePhoneNumberFromString(code + written)?.number === example.number
      const read = hasTrunkZero ? example.nationalNumber : written
      expect(phoneText(code, written), country).toBe(`${code} ${read}`)
    }
  })
})

it.each([
  ['FR', '+33'],
  ['BS', '+1'],
  ['AQ', null],
  ['ZZ', null],
])('the calling code of %s is %s', (country, code) => expect(phoneCodeOf(country)).toBe(code))

describe('English letters', () => {
  it.each([
    ['Zoé Müller', 'Zoe Muller'],
    ['12 rue de l’Œuvre – bât. B', "12 rue de l'OEuvre - bat. B"],
    ['Große Straße', 'Grosse Strasse'],
    ['Łódź Øst Þór', 'Lodz Ost Thor'],
    ['n° 5 «Le Clos»', 'no 5 "Le Clos"'],
    ['Ｓｔｒｅｅｔ １', 'Street 1'],
    ['Rue du 1ᵉʳ mai', 'Rue du 1er mai'],
  ])('transliterates %s to %s', (text, plain) => {
    expect(isInEnglishLetters(text)).toBe(false)
    expect(inPlainLetters(text)).toBe(plain)
    expect(isInEnglishLetters(plain)).toBe(true)
  })

  it.each(['北京市', 'Москва', 'a\tb', 'a\u200bb', '<b>', 'a|b', '100 %', '😀'])('cannot transliterate %j', (text) =>
    expect(isInEnglishLetters(inPlainLetters(text))).toBe(false),
  )

  it.each(['', "5th Ave. #12, Bldg. O'Neil & Sons (rear) c/o A-B: C; D+E"])('accepts %j unchanged', (text) => {
    expect(isInEnglishLetters(text)).toBe(true)
    expect(inPlainLetters(text)).toBe(text)
  })

  it('do not change when text is transliterated twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = inPlainLetters(text)
        expect(inPlainLetters(plain)).toBe(plain)
      }),
    )
  })
})
