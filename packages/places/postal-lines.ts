import type { Address } from '@cotation/domain'
import { formatAddress } from 'localized-address-format'
import { writtenState } from './state-codes.ts'

type PostalAddress = Pick<Address, 'line1' | 'line2' | 'line3' | 'city' | 'postcode' | 'state' | 'country'>

/**
 * Street, town, state and postcode in the sequence of the country: "75011 Paris", but
 * "Cupertino, CA 95014". A country whose post does not use states leaves the state out.
 */
export function postalLines(address: PostalAddress): string[] {
  const { line1, line2, line3, city } = address
  const street = [line1, line2, line3].filter(Boolean)
  const lines = inSequence(address, street)
  if (lines.some((line) => line.includes(city))) return lines

  // Some formats, such as that of Japan, expect the city in the street's lines.
  return inSequence(address, [...street, city])
}

function inSequence(address: PostalAddress, street: string[]): string[] {
  const parts = {
    postalCountry: address.country,
    administrativeArea: writtenState(address.country, address.state),
    locality: address.city,
    postalCode: address.postcode,
    addressLines: street,
  }

  // A part that is empty leaves its separator at one end.
  const trimmed = formatAddress(parts, 'latin').map((line) => line.replaceAll(/^[\s,-]+|[\s,-]+$/g, ''))
  return trimmed.filter(Boolean)
}
