import type { Address } from '@cotation/domain'
import { groupedPhone, postalLines } from '@cotation/places'
import { countryName, type Words } from './paper-words.ts'

/** A postal address with the phone and VAT numbers that customs need. */
export function addressWords(address: Address, words: Words): string[] {
  const name = `${address.firstName} ${address.lastName}`.trim()
  // The company of a recipient repeats the name (spec 5): written once.
  const company = address.company === name ? '' : address.company
  const textLines = [
    company,
    name,
    ...postalLines(address),
    countryName(address.country, words.language),
    address.phone && words.say('papers.phone', { phone: groupedPhone(address.phoneCode, address.phone) }),
    address.vatNumber && words.say('papers.vatNumber', { number: address.vatNumber }),
  ]

  return textLines.filter(Boolean)
}
