import { type Address, type AddressBook, addressLimits } from '@cotation/domain'

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
