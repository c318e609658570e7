import { describe, expect, it } from 'vitest'
import type { Address } from './address.ts'
import { type BilledAccount, billedAddress } from './billed-address.ts'

const anAddress = (traits: Partial<Address> = {}): Address => ({
  firstName: 'Zoe',
  lastName: 'Martin',
  company: '',
  phoneCode: '+33',
  phone: '612345678',
  vatNumber: '',
  country: 'FR',
  line1: '12 rue des Lilas',
  line2: '',
  line3: '',
  postcode: '75011',
  city: 'Paris',
  state: '',
  ...traits,
})

const company: BilledAccount = {
  accountType: 'enterprise',
  company: 'Atelier Martin SARL',
  usualBilling: null,
  entrusts: false,
}

/** The form in which the rule for parcels stores it. */
const delivery = anAddress({ company: 'Zoe Martin' })
const number = 'FR40303265045'

describe('the address that papers are made out to', () => {
  it('names the company instead of the recipient of its parcels', () => {
    const billed = billedAddress(company, { shipping: delivery, billing: null })
    expect(billed).toEqual({ ...delivery, company: 'Atelier Martin SARL' })
  })

  it('keeps the company of a chosen billing address', () => {
    const billing = anAddress({ company: 'Holding Martin', city: 'Lyon' })
    expect(billedAddress(company, { shipping: delivery, billing })).toEqual(billing)
  })

  it('names the account’s company on a billing address without one', () => {
    const billing = anAddress({ city: 'Lyon' })
    expect(billedAddress(company, { shipping: delivery, billing })).toEqual({
      ...billing,
      company: 'Atelier Martin SARL',
    })
  })

  it('is the chosen address, unchanged, for a person', () => {
    const person = { ...company, accountType: 'personal' } as const
    const billing = anAddress({ city: 'Lyon' })
    expect(billedAddress(person, { shipping: delivery, billing })).toEqual(billing)
    expect(billedAddress(person, { shipping: delivery, billing: null })).toEqual(delivery)
  })

  it.each([
    ['of the billing address first', { billing: number, shipping: 'FR83404833048', usual: 'FR83404833048' }],
    ['of the delivery address', { shipping: number, usual: 'FR83404833048' }],
    ['of the usual billing address', { usual: number }],
  ])('has the VAT number %s', (_name, numbers: { billing?: string; shipping?: string; usual?: string }) => {
    const account = { ...company, usualBilling: { country: 'FR', vatNumber: numbers.usual ?? '' } }
    const shipping = { ...delivery, vatNumber: numbers.shipping ?? '' }
    const billing = anAddress({ vatNumber: numbers.billing ?? '' })
    expect(billedAddress(account, { shipping, billing }).vatNumber).toBe(number)
  })

  it('has no VAT number of another country', () => {
    const account = { ...company, usualBilling: { country: 'FR', vatNumber: number } }
    const shipping = { ...delivery, vatNumber: number }
    const billing = anAddress({ country: 'US', state: 'California' })
    expect(billedAddress(account, { shipping, billing }).vatNumber).toBe('')
  })

  it('has no VAT number of an end customer to whom parts are delivered', () => {
    const account = { ...company, entrusts: true }
    const shipping = { ...delivery, vatNumber: number }
    expect(billedAddress(account, { shipping, billing: null }).vatNumber).toBe('')
    expect(billedAddress(account, { shipping, billing: anAddress() }).vatNumber).toBe('')
  })
})
