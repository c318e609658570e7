import { mailboxOf, type PersonTraits, plainVatNumber } from '@cotation/domain'
import { inPlainLetters, plainPhone } from '@cotation/places'
import type { KnownPerson } from './person-traits.repository.ts'

/** "12, rue des Lilas" and "12 RUE DES LILAS" are the same address. */
const plainText = (text: string) =>
  inPlainLetters(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

type KnownAddress = KnownPerson['addresses'][number]

const plainAddress = ({ country, postcode, line1 }: KnownAddress) =>
  `${country} ${plainText(postcode)} ${plainText(line1)}`

/** What is known about the owner of an account, in a form that can be compared. */
export function personTraitsOf({ email, phoneCode, phone, addresses, cards, devices }: KnownPerson): PersonTraits {
  const phones = [{ phoneCode, phone }, ...addresses]

  return {
    card: cards,
    'vat-number': addresses.map(({ vatNumber }) => plainVatNumber(vatNumber)),
    phone: phones.map((known) => plainPhone(known.phoneCode, known.phone)),
    address: addresses.map(plainAddress),
    device: devices,
    mailbox: [mailboxOf(email)],
  }
}
