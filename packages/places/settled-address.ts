import { type Address, type AddressBook, addressLimits, plainVatNumber } from '@cotation/domain'
import { postcodeOf } from './postcode.ts'
import { regionNamed } from './regions.ts'

/** Normalises the state, postcode and VAT number of a valid address and rewrites its company. */
export function settledAddress(address: Address, book: AddressBook): Address {
  const region = regionNamed(address.country, address.state)
  const regionName = book === 'shipping' ? region?.plain : region?.name

  return {
    ...address,
    company: companyRewrite(address, book) ?? address.company,
    vatNumber: plainVatNumber(address.vatNumber),
    postcode: postcodeOf(address.country, address.postcode) ?? address.postcode,
    state: regionName ?? '',
  }
}

/**
 * The first and last name that replace the company of a recipient on save (spec 5), or null if the
 * company stays: it is empty, already rewritten, or part of a billing address, where the
 * invoice names the company.
 */
export function companyRewrite(
  { firstName, lastName, company }: Pick<Address, 'firstName' | 'lastName' | 'company'>,
  book: AddressBook,
): string | null {
  if (book !== 'shipping' || company.trim() === '') return null

  const name = `${firstName.trim()} ${lastName.trim()}`.slice(0, addressLimits.company).trim()
  return name === company.trim() ? null : name
}
