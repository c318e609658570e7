import { type Address, type AddressBook, isEoriNumberOf, isVatNumberOf } from '@cotation/domain'
import { isCountry } from './countries.ts'
import { isPhoneOf } from './phone.ts'
import { isInEnglishLetters } from './plain-letters.ts'
import { hasPostBox } from './post-box.ts'
import { hasPostcodes, postcodeOf } from './postcode.ts'
import { isStateNeeded, regionNamed } from './regions.ts'

export type AddressFaultCode =
  | 'ENGLISH_ONLY'
  | 'NO_PO_BOX'
  | 'COUNTRY_INVALID'
  | 'STATE_INVALID'
  | 'POSTCODE_REQUIRED'
  | 'POSTCODE_INVALID'
  | 'PHONE_NOT_OF_CODE'
  | 'VAT_INVALID'

export interface AddressFault {
  path: keyof Address
  code: AddressFaultCode
}

const labelFields = ['firstName', 'lastName', 'company', 'line1', 'line2', 'line3', 'city'] as const
const deliveryFields = ['company', 'line1', 'line2', 'line3', 'city'] as const

function* labelFaults(address: Address): Generator<AddressFault> {
  for (const path of labelFields) if (!isInEnglishLetters(address[path])) yield { path, code: 'ENGLISH_ONLY' }

  const boxes = deliveryFields.filter((path) => hasPostBox(address[path], address.country))
  for (const path of boxes) yield { path, code: 'NO_PO_BOX' }

  // A post box may be split across fields: "P.O." in one and "Box 12" in the next.
  const { line1, line2, line3, country } = address
  if (boxes.length === 0 && hasPostBox(`${line1} ${line2} ${line3}`, country)) {
    yield { path: 'line1', code: 'NO_PO_BOX' }
  }
}

function* locationFaults({ country, state, postcode }: Address): Generator<AddressFault> {
  if (!isCountry(country)) return yield { path: 'country', code: 'COUNTRY_INVALID' }

  const isStateWrong = state === '' ? isStateNeeded(country) : !regionNamed(country, state)
  if (isStateWrong) yield { path: 'state', code: 'STATE_INVALID' }

  if (postcode === '') {
    if (hasPostcodes(country)) yield { path: 'postcode', code: 'POSTCODE_REQUIRED' }
  } else if (postcodeOf(country, postcode) === null) {
    yield { path: 'postcode', code: 'POSTCODE_INVALID' }
  }
}

function* numberFaults({ country, phoneCode, phone, vatNumber }: Address): Generator<AddressFault> {
  if (!isPhoneOf(phoneCode, phone)) yield { path: 'phone', code: 'PHONE_NOT_OF_CODE' }

  // The format of a VAT number depends on a valid country.
  if (vatNumber === '' || !isCountry(country)) return
  if (!isVatNumberOf(country, vatNumber) && !isEoriNumberOf(country, vatNumber)) {
    yield { path: 'vatNumber', code: 'VAT_INVALID' }
  }
}

/** Lists the faults of an address (spec 5), at most one per field. */
export function addressFaults(address: Address, book: AddressBook): AddressFault[] {
  const all = [
    ...(book === 'shipping' ? labelFaults(address) : []),
    ...locationFaults(address),
    ...numberFaults(address),
  ]

  const firstByField = new Map<keyof Address, AddressFault>()
  for (const fault of all) if (!firstByField.has(fault.path)) firstByField.set(fault.path, fault)
  return [...firstByField.values()]
}
