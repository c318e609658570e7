import { type Address, type AddressBook, plainVatNumber } from '@cotation/domain'
import { companyRewrite } from './company-rewrite.ts'
import { postcodeOf } from './postcode.ts'
import { regionNamed } from './regions.ts'

/** A faultless address as it is kept: state, postcode and VAT number in their one spelling, the company rewritten. */
export function settledAddress(address: Address, book: AddressBook): Address {
  const region = regionNamed(address.country, address.state)
  return {
    ...address,
    company: companyRewrite(address, book) ?? address.company,
    vatNumber: plainVatNumber(address.vatNumber),
    postcode: postcodeOf(address.country, address.postcode) ?? address.postcode,
    state: region ? (book === 'shipping' ? region.plain : region.name) : '',
  }
}
