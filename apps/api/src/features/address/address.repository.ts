import type { Address, AddressBook } from '@cotation/domain'
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import { contains, type Page, readPage } from '#db/lists.ts'
import type { AddressTable, Database } from '#db/schema.generated.ts'

export type AddressRow = Selectable<AddressTable>

/** One address book of one customer; no query here reaches beyond it (BOL-1). */
export interface Book {
  customerId: string
  book: AddressBook
}

const inBook =
  ({ customerId, book }: Book) =>
  (address: ExpressionBuilder<Database, 'address'>) =>
    address.and({ customer_id: customerId, book })

const within = (db: Db | Trx, book: Book) => db.selectFrom('address').where(inBook(book))

const columnsOf = (address: Address): Omit<Insertable<AddressTable>, keyof Book | 'customer_id' | OwnColumns> => ({
  first_name: address.firstName,
  last_name: address.lastName,
  company: address.company,
  phone_code: address.phoneCode,
  phone: address.phone,
  vat_number: address.vatNumber,
  country: address.country,
  line1: address.line1,
  line2: address.line2,
  line3: address.line3,
  postcode: address.postcode,
  city: address.city,
  state: address.state,
})

type OwnColumns = 'id' | 'is_default' | 'created_at' | 'updated_at'

/** Serialises changes of a customer's books, so that the limit and the single default hold. */
export async function lockBooks(trx: Trx, customerId: string): Promise<void> {
  const found = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('UNAUTHENTICATED')
}

export const findAddress = (db: Db | Trx, book: Book, id: string): Promise<AddressRow | undefined> =>
  within(db, book).selectAll().where('id', '=', id).executeTakeFirst()

/** The default address of a book. */
export const findDefault = (db: Db | Trx, book: Book): Promise<AddressRow | undefined> =>
  within(db, book).selectAll().where('is_default', '=', true).executeTakeFirst()

export async function countAddresses(db: Db | Trx, book: Book): Promise<number> {
  const { count } = await within(db, book).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

interface AddressQuery extends Page {
  search: string
  /** Countries whose name in the reader's language contains the search. */
  countries: readonly string[]
}

/** A page of a book, default first, then last changed first, and the total number. */
export async function listAddresses(
  db: Db,
  book: Book,
  query: AddressQuery,
): Promise<{ rows: AddressRow[]; total: number }> {
  const { search, countries } = query
  let found = within(db, book)
  if (search !== '') {
    // Joined by spaces, so that "Zoe Martin" and "75001 Paris" are found.
    const whole = sql<string>`concat_ws(' ', first_name, last_name, company, vat_number, phone_code, phone, line1, line2, line3, postcode, city, state)`
    found = found.where((eb) =>
      eb.or([contains(whole, search), ...(countries.length > 0 ? [eb('country', 'in', countries)] : [])]),
    )
  }

  return readPage(found.selectAll().orderBy('is_default', 'desc').orderBy('updated_at', 'desc').orderBy('id'), query)
}

export interface ChangedAddress {
  id: string
  address: Address
  isDefault: boolean
  now: Date
}

type NewAddress = Omit<ChangedAddress, 'id'> & { id?: string }

/** Undefined if the id is taken by the other book or another customer. */
export const insertAddress = (
  trx: Trx,
  { customerId, book }: Book,
  { id, address, isDefault, now }: NewAddress,
): Promise<AddressRow | undefined> =>
  trx
    .insertInto('address')
    .values({
      ...(id === undefined ? {} : { id }),
      ...columnsOf(address),
      customer_id: customerId,
      book,
      is_default: isDefault,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateAddressRow = (
  trx: Trx,
  book: Book,
  { id, address, isDefault, now }: ChangedAddress,
): Promise<AddressRow | undefined> =>
  trx
    .updateTable('address')
    .set({ ...columnsOf(address), is_default: isDefault, updated_at: now })
    .where(inBook(book))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function clearDefault(trx: Trx, book: Book): Promise<void> {
  await trx
    .updateTable('address')
    .set({ is_default: false })
    .where(inBook(book))
    .where('is_default', '=', true)
    .execute()
}

export const markDefault = (trx: Trx, book: Book, id: string): Promise<AddressRow | undefined> =>
  trx
    .updateTable('address')
    .set({ is_default: true })
    .where(inBook(book))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Returns the number of deleted addresses. */
export async function deleteAddresses(trx: Trx, book: Book, ids: readonly string[]): Promise<number> {
  const gone = await trx.deleteFrom('address').where(inBook(book)).where('id', 'in', ids).returning('id').execute()
  return gone.length
}
