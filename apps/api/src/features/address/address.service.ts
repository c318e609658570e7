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
  insertAddress,
  listAddresses,
  lockBooks,
  markDefault,
  updateAddressRow,
} from './address.repository.ts'

/** What a form sends. */
export interface AddressForm extends Address {
  isDefault: boolean
}

/** A row without what belongs to the book: the address itself, as an order keeps it. */
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

function known(row: AddressRow | undefined): AddressRow {
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The judged address as it is kept; the browser judges with the same rules, and is not believed (spec 5). */
function judged({ isDefault: _, ...address }: AddressForm, book: AddressBook): Address {
  const fields = addressFaults(address, book)
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
  return settledAddress(address, book)
}

/** An address of a customer's book; another's is as unknown as one that never was (BOL-2). */
export async function getAddress(db: Db | Trx, customerId: string, book: AddressBook, id: string): Promise<Address> {
  return addressOf(known(await findAddress(db, { customerId, book }, id)))
}

export async function getAddressRow(db: Db, book: Book, id: string): Promise<AddressRow> {
  return known(await findAddress(db, book, id))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Searched by all that is written in an address, and by the country's name in the reader's language. */
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
 * A new address; the first of its book is the default one. Sent again under the same id it is the same address, as it was
 * sent last: a browser that lost the answer may try again.
 */
export function createAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  book: Book,
  form: AddressForm,
  id?: string,
): Promise<AddressRow> {
  const address = judged(form, book.book)
  return db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)

    const now = clock()
    if (id !== undefined && (await findAddress(trx, book, id)))
      return replace(trx, book, { id, address, isDefault: form.isDefault, now })

    const held = await countAddresses(trx, book)
    if (held >= maxAddresses) throw new AppError('QUOTA_EXCEEDED')

    const isDefault = form.isDefault || held === 0
    if (isDefault) await clearDefault(trx, book)

    return known(await insertAddress(trx, book, { ...(id === undefined ? {} : { id }), address, isDefault, now }))
  })
}

async function replace(trx: Trx, book: Book, changed: ChangedAddress): Promise<AddressRow> {
  if (changed.isDefault) await clearDefault(trx, book)
  return known(await updateAddressRow(trx, book, changed))
}

export function updateAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  book: Book,
  id: string,
  form: AddressForm,
): Promise<AddressRow> {
  return db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)
    known(await findAddress(trx, book, id))
    const address = judged(form, book.book)
    return replace(trx, book, { id, address, isDefault: form.isDefault, now: clock() })
  })
}

export function setDefaultAddress({ db }: Pick<Deps, 'db'>, book: Book, id: string): Promise<AddressRow> {
  return db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)
    await clearDefault(trx, book)
    return known(await markDefault(trx, book, id))
  })
}

/** All of them or none: one that is not in the book undoes the rest (BOL-2). Orders keep their own copies. */
export async function removeAddresses({ db }: Pick<Deps, 'db'>, book: Book, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  await db.transaction().execute(async (trx) => {
    await lockBooks(trx, book.customerId)
    if ((await deleteAddresses(trx, book, wanted)) !== wanted.length) throw new AppError('NOT_FOUND')
  })
}
