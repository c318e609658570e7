import { type Address, type AddressBook, plainVatNumber } from '@cotation/domain'
import { companyRewrite } from './company-rewrite.ts'
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
