/** Shipping and billing addresses are separate books (spec 3). */
export const addressBooks = ['shipping', 'billing'] as const
export type AddressBook = (typeof addressBooks)[number]

export interface Address {
  firstName: string
  lastName: string
  company: string
  /** "+33". */
  phoneCode: string
  phone: string
  /** VAT or EORI number; empty if there is none. */
  vatNumber: string
  /** ISO 3166 code. */
  country: string
  line1: string
  line2: string
  line3: string
  postcode: string
  city: string
  /** State or province from the country's list; empty if the country has none. */
  state: string
}

export const addressLimits = {
  name: 60,
  company: 120,
  line: 100,
  postcode: 16,
  city: 80,
  state: 80,
  vatNumber: 30,
} as const

/** Per address book. */
export const maxAddresses = 200
