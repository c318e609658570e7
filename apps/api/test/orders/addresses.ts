import { randomUUID } from 'node:crypto'
import type { AddressInput, AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { anAddress as aPostalAddress } from '@cotation/places/address-fixture'
import type { Browser } from '#test/browser.ts'

/** The body of an address form that is valid in both books. */
export const anAddressForm = (traits: Partial<AddressInput> = {}): AddressInput => ({
  ...aPostalAddress(),
  isDefault: false,
  ...traits,
})

/** An address of the browser's customer, created through the API. */
export async function anAddress(
  browser: Browser,
  book: AddressBook = 'shipping',
  traits: Partial<AddressInput> = {},
): Promise<AddressView> {
  const body = anAddressForm(traits)
  const answer =
    book === 'shipping'
      ? await browser.call('POST /global/account/address', { body })
      : await browser.call('POST /global/account/billingAddress/{id}', { params: { id: randomUUID() }, body })
  if (answer.status !== 200) throw new Error(`no address: ${JSON.stringify(answer.error)}`)
  return answer.data
}
