import { addressLimits } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anAddress } from './address.fixture.ts'
import { addressFaults } from './address-faults.ts'
import { countryOptions } from './countries.ts'
import { companyRewrite, settledAddress } from './settled-address.ts'

const american = { country: 'US', postcode: '94105', phoneCode: '+1', phone: '2025550123' }

describe('the faults of a shipping address (spec 5)', () => {
  it.each([
    ['a French address', anAddress()],
    ['an address in the United States', anAddress({ ...american, state: 'California' })],
    [
      'an address in Hong Kong without a postcode',
      anAddress({ country: 'HK', postcode: '', phoneCode: '+852', phone: '51234567' }),
    ],
    ['an address with optional fields', anAddress({ company: 'A & B', line2: 'Bldg. 4', vatNumber: 'FR40303265045' })],
    ['an address with an EORI number', anAddress({ vatNumber: 'FR 303 265 045 00014' })],
    ['a state with an accent', anAddress({ state: 'Île-de-France' })],
  ])('accepts %s', (_, address) => expect(addressFaults(address, 'shipping')).toEqual([]))

  it.each([
    [{ firstName: 'Zoé' }, 'firstName', 'ENGLISH_ONLY'],
    [{ lastName: '马' }, 'lastName', 'ENGLISH_ONLY'],
    [{ company: 'Société A' }, 'company', 'ENGLISH_ONLY'],
    [{ line1: '12 allée 3' }, 'line1', 'ENGLISH_ONLY'],
    [{ line2: 'étage 2' }, 'line2', 'ENGLISH_ONLY'],
    [{ line3: 'a | b' }, 'line3', 'ENGLISH_ONLY'],
    [{ city: 'Orléans' }, 'city', 'ENGLISH_ONLY'],
    [{ line1: 'P.O. Box 12' }, 'line1', 'NO_PO_BOX'],
    [{ line2: 'BP 12' }, 'line2', 'NO_PO_BOX'],
    [{ line3: 'Postfach 3' }, 'line3', 'NO_PO_BOX'],
    [{ company: 'A, PO Box 4' }, 'company', 'NO_PO_BOX'],
    [{ city: 'Paris BP 3' }, 'city', 'NO_PO_BOX'],
    [{ line1: '12 Main Street P.O.', line2: 'Box 44, rear' }, 'line1', 'NO_PO_BOX'],
    [{ country: 'ZZ' }, 'country', 'COUNTRY_INVALID'],
    [{ country: 'UK', state: 'Kent', postcode: '1', vatNumber: 'GB1' }, 'country', 'COUNTRY_INVALID'],
    [{ state: 'Bayern' }, 'state', 'STATE_INVALID'],
    [{ ...american, state: '' }, 'state', 'STATE_INVALID'],
    [{ ...american, state: 'Bayern' }, 'state', 'STATE_INVALID'],
    [{ postcode: '' }, 'postcode', 'POSTCODE_REQUIRED'],
    [{ postcode: '7500' }, 'postcode', 'POSTCODE_INVALID'],
    [{ phone: '6123' }, 'phone', 'PHONE_NOT_OF_CODE'],
    [{ phoneCode: '+1' }, 'phone', 'PHONE_NOT_OF_CODE'],
    [{ vatNumber: 'DE123456789' }, 'vatNumber', 'VAT_INVALID'],
    [{ vatNumber: '123' }, 'vatNumber', 'VAT_INVALID'],
    [{ vatNumber: 'FR123' }, 'vatNumber', 'VAT_INVALID'],
  ] as const)('refuses %j: %s is %s', (traits, path, code) => {
    expect(addressFaults(anAddress(traits), 'shipping')).toEqual([{ path, code }])
  })

  it('reports all faults at once, one per field', () => {
    const faults = addressFaults(
      anAddress({ firstName: 'Zoé', line1: 'Boîte postale 4', postcode: '', phone: '1' }),
      'shipping',
    )
    expect(faults).toEqual([
      { path: 'firstName', code: 'ENGLISH_ONLY' },
      { path: 'line1', code: 'ENGLISH_ONLY' },
      { path: 'postcode', code: 'POSTCODE_REQUIRED' },
      { path: 'phone', code: 'PHONE_NOT_OF_CODE' },
    ])
  })
})

describe('the faults of a billing address', () => {
  it('accepts accents and a post box', () => {
    expect(addressFaults(anAddress({ firstName: 'Zoé', line1: 'BP 12', city: 'Orléans' }), 'billing')).toEqual([])
  })

  it('reports an invalid state, postcode, phone and VAT number', () => {
    const traits = { country: 'DE', state: 'Texas', postcode: '1', phone: '1', vatNumber: 'X' }
    expect(addressFaults(anAddress(traits), 'billing').map(({ code }) => code)).toEqual([
      'STATE_INVALID',
      'POSTCODE_INVALID',
      'PHONE_NOT_OF_CODE',
      'VAT_INVALID',
    ])
  })
})

describe('any address', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 100 })
  const country = fc.constantFrom(...countryOptions('en').map(({ value }) => value), 'ZZ', '')
  const any = fc
    .record({ firstName: text, lastName: text, company: text, line1: text, line2: text, line3: text, city: text })
    .chain((written) =>
      fc
        .record({ phoneCode: text, phone: text, vatNumber: text, country, postcode: text, state: text })
        .map((rest) => ({ ...written, ...rest })),
    )

  it('reports every label field with other than English letters', () => {
    fc.assert(
      fc.property(any, (address) => {
        const faults = addressFaults(address, 'shipping')
        expect(new Set(faults.map(({ path }) => path)).size).toBe(faults.length)
        for (const path of ['firstName', 'lastName', 'company', 'line1', 'line2', 'line3', 'city'] as const) {
          if (!/^[\x20-\x7e]*$/.test(address[path])) expect(faults).toContainEqual({ path, code: 'ENGLISH_ONLY' })
        }
      }),
    )
  })

  it('stays valid when it is normalised, and normalising twice changes nothing', () => {
    const traits = fc.record({
      company: fc.constantFrom('', 'Acme', 'Zoe Martin'),
      state: fc.constantFrom('', 'ile-de-france', 'Île-de-France', 'BRE'),
      postcode: fc.constantFrom('75001', '75 001', ' 75001 '),
      vatNumber: fc.constantFrom('', 'fr 40 303 265 045', 'FR40303265045'),
    })
    fc.assert(
      fc.property(traits, fc.constantFrom('shipping' as const, 'billing' as const), (chosen, book) => {
        const kept = settledAddress(anAddress(chosen), book)
        expect(addressFaults(kept, book)).toEqual([])
        expect(settledAddress(kept, book)).toEqual(kept)
      }),
    )
  })
})

describe('a normalised address', () => {
  const given = anAddress({
    state: 'ile-de-france',
    postcode: '75 001',
    vatNumber: 'fr 40.303.265-045',
    company: 'Acme',
  })

  it('has English letters and a rewritten company for shipping', () => {
    expect(settledAddress(given, 'shipping')).toEqual({
      ...given,
      company: 'Zoe Martin',
      state: 'Ile-de-France',
      vatNumber: 'FR40303265045',
    })
  })

  it('keeps the local region name and the company for billing', () => {
    expect(settledAddress(given, 'billing')).toMatchObject({ company: 'Acme', state: 'Île-de-France' })
  })
})

describe('the company of a recipient (spec 5)', () => {
  it.each([
    ['Acme', 'shipping', 'Zoe Martin'],
    [' Acme ', 'shipping', 'Zoe Martin'],
    ['zoe martin', 'shipping', 'Zoe Martin'],
    ['Zoe Martin', 'shipping', null],
    ['', 'shipping', null],
    ['  ', 'shipping', null],
    ['Acme', 'billing', null],
  ] as const)('rewrites %j in the %s book to %j', (company, book, becomes) => {
    expect(companyRewrite(anAddress({ company }), book)).toBe(becomes)
  })

  it('truncates long names to the length of the company field', () => {
    const name = 'n'.repeat(addressLimits.name)
    const becomes = companyRewrite(anAddress({ firstName: name, lastName: name, company: 'Acme' }), 'shipping') ?? ''
    expect(becomes).toHaveLength(addressLimits.company)
    expect(companyRewrite(anAddress({ firstName: name, lastName: name, company: becomes }), 'shipping')).toBeNull()
  })
})
