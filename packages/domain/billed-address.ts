import type { AccountType } from './account.ts'
import type { Address } from './address.ts'

/** What an account says about who its papers are made out to. */
export interface BilledAccount {
  accountType: AccountType
  /** The name of the company, from its profile. */
  company: string
  /** Country and VAT number of the account's default billing address; null if it has none. */
  usualBilling: Pick<Address, 'country' | 'vatNumber'> | null
  /** The account orders for end customers: delivery addresses are not its own. */
  entrusts: boolean
}

/** The addresses of an order. Without a billing address, the delivery address is billed. */
export interface OrderAddresses {
  shipping: Address
  billing: Address | null
}

/**
 * The address that the papers of an order are made out to. Those of a company always name the
 * company: in a delivery address, the recipient's name replaces it (spec 5). A VAT number that the
 * billed address lacks is taken from another address of the company in the same country.
 */
export function billedAddress(account: BilledAccount, { shipping, billing }: OrderAddresses): Address {
  const address = billing ?? shipping
  if (account.accountType !== 'enterprise') return address

  const ownDelivery = account.entrusts ? null : shipping
  const known = [billing, ownDelivery, account.usualBilling]
  const numbered = known.find((other) => other?.country === address.country && other.vatNumber !== '')

  return {
    ...address,
    company: billing?.company || account.company || address.company,
    vatNumber: numbered?.vatNumber ?? '',
  }
}
