import type { Address } from '@cotation/domain'

/** An address that is valid in both address books. */
export function anAddress(traits: Partial<Address> = {}): Address {
  return {
    firstName: 'Zoe',
    lastName: 'Martin',
    company: '',
    phoneCode: '+33',
    phone: '06 12 34 56 78',
    vatNumber: '',
    country: 'FR',
    line1: '12 rue des Lilas',
    line2: '',
    line3: '',
    postcode: '75001',
    city: 'Paris',
    state: '',
    ...traits,
  }
}
