import { type Address, type AddressBook, type Language, maxAddresses } from '@cotation/domain'
import { addressFaults, countryOptions, settledAddress } from '@cotation/places'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import {
  type AddressRow,
  type Book,
  type ChangedAddress,
  clearDefault,
  countAddresses,
  deleteAddresses,
  findAddress,
  findDefault,
  insertAddress,
  listAddresses,
  lockBooks,
  markDefault,
  updateAddressRow,
} from './address.repository.ts'

export interface AddressForm extends Address {
  isDefault: boolean
}

/** The address of a row, as orders store it. */
export const addressOf = (row: AddressRow): Address => ({
  firstName: row.first_name,
  lastName: row.last_name,
  company: row.company,
  phoneCode: row.phone_code,
  phone: row.phone,
  vatNumber: row.vat_number,
  country: row.country,
  line1: row.line1,
  line2: row.line2,
  line3: row.line3,
  postcode: row.postcode,
  city: row.city,
  state: row.state,
})

function assertFound(row: AddressRow | undefined): AddressRow {
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Validates an address on the server, whatever the browser checked, and normalises it (spec 5). */
function validAddress({ isDefault: _, ...address }: AddressForm, book: AddressBook): Address {
  const fields = addressFaults(address, book)
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
  return settledAddress(address, book)
}

/** An address of a customer's book. Unknown and others' addresses are both NOT_FOUND (BOL-2). */
export async function getAddress(db: Db | Trx, customerId: string, book: AddressBook, id: string): Promise<Address> {
  return addressOf(assertFound(await findAddress(db, { customerId, book }, id)))
}

/** The address that a customer's papers are usually made out to, or null. */
export async function findUsualBilling(db: Db, customerId: string): Promise<Address | null> {
  const row = await findDefault(db, { customerId, book: 'billing' })
  return row ? addressOf(row) : null
}

export async function getAddressRow(db: Db, book: Book, id: string): Promise<AddressRow> {
  return assertFound(await findAddress(db, book, id))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Searches the fields of an address and the country's name in the reader's language. */
export function searchAddresses(
  db: Db,
  book: Book,
  { search = '', page, pageSize }: { search?: string | undefined; page: number; pageSize: number },
  language: Language,
): Promise<{ rows: AddressRow[]; total: number }> {
  const named =
    search === '' ? [] : countryOptions(language).filter(({ label }) => plain(label).includes(plain(search)))
  return listAddresses(db, book, { search, countries: named.map(({ value }) => value), page, pageSize })
}

/**
 * Creates an address; the first of a book becomes the default. Idempotent by id, so that a browser
 * can retry after a lost response: the last version counts.
 */
export function createAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  book: Book,
  form: AddressForm,
  id?: string,
): Promise<AddressRow> {
  const address = validAddress(form, book.book)
  return db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)

    const now = clock()
    if (id !== undefined && (await findAddress(trx, book, id)))
      return replace(trx, book, { id, address, isDefault: form.isDefault, now })

    const count = await countAddresses(trx, book)
    if (count >= maxAddresses) throw new AppError('QUOTA_EXCEEDED')

    const isDefault = form.isDefault || count === 0
    if (isDefault) await clearDefault(trx, book)

    return assertFound(await insertAddress(trx, book, { ...(id === undefined ? {} : { id }), address, isDefault, now }))
  })
}

async function replace(trx: Trx, book: Book, changed: ChangedAddress): Promise<AddressRow> {
  if (changed.isDefault) await clearDefault(trx, book)
  return assertFound(await updateAddressRow(trx, book, changed))
}

export function updateAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  book: Book,
  id: string,
  form: AddressForm,
): Promise<AddressRow> {
  return db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)
    assertFound(await findAddress(trx, book, id))
    const address = validAddress(form, book.book)
    return replace(trx, book, { id, address, isDefault: form.isDefault, now: clock() })
  })
}

export function setDefaultAddress({ db }: Pick<Deps, 'db'>, book: Book, id: string): Promise<AddressRow> {
  return db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)
    await clearDefault(trx, book)
    return assertFound(await markDefault(trx, book, id))
  })
}

/** Removes all or, if one is not in the book, none (BOL-2). Orders keep their own copies. */
export async function removeAddresses({ db }: Pick<Deps, 'db'>, book: Book, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  await db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)
    if ((await deleteAddresses(trx, book, wanted)) !== wanted.length) throw new AppError('NOT_FOUND')
  })
}
