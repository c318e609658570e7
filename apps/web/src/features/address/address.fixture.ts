import type { AddressView } from '@cotation/contracts'

let made = 0

/** An address as the server gives it. */
export function anAddressView(traits: Partial<AddressView> = {}): AddressView {
  made += 1
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    firstName: 'Zoe',
    lastName: 'Martin',
    company: '',
    phoneCode: '+33',
    phone: '0612345678',
    vatNumber: '',
    country: 'FR',
    line1: '12 rue des Lilas',
    line2: '',
    line3: '',
    postcode: '75001',
    city: 'Paris',
    state: '',
    isDefault: false,
    updatedAt: '2026-11-14T12:00:00.000Z',
    ...traits,
  }
}
