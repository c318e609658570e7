import { type Address, type AddressBook, addressLimits } from '@cotation/domain'

/**
 * What the company of a recipient becomes when it is saved, first name plus last name (spec 5), or null where it stays:
 * an address of nobody's company, one that was rewritten before, and billing, since an invoice names the company.
 */
export function companyRewrite(
  { firstName, lastName, company }: Pick<Address, 'firstName' | 'lastName' | 'company'>,
  book: AddressBook,
): string | null {
  if (book !== 'shipping' || company.trim() === '') return null
  const name = `${firstName.trim()} ${lastName.trim()}`.slice(0, addressLimits.company).trim()
  return name === company.trim() ? null : name
}
