import { type AddressView, addressRoutes, billingAddressRoutes } from '@cotation/contracts'
import { type AddressBook, type Language, maxAddresses } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Caller, Serve } from '#http/gateway.ts'
import type { CustomerSession } from '#http/session.ts'
import { countryName } from '#src/papers/paper-words.ts'
import type { AddressRow } from './address.repository.ts'
import {
  addressOf,
  createAddress,
  getAddressRow,
  removeAddresses,
  searchAddresses,
  setDefaultAddress,
  updateAddress,
} from './address.service.ts'

type Customer = Caller<CustomerSession>

/** Shipping and billing, the two books of a customer (spec 3), by the calls of spec 7. */
export function serveAddress(serve: Serve, deps: Deps): void {
  serveShippingBook(serve, deps)
  serveBillingBook(serve, deps)
}

const bookOf =
  (book: AddressBook) =>
  ({ session }: Customer) => ({ customerId: session.customerId, book })

async function pageOf(
  { db }: Deps,
  book: ReturnType<ReturnType<typeof bookOf>>,
  query: { search?: string | undefined; page: number; pageSize: number },
  { language }: Customer,
) {
  const { rows, total } = await searchAddresses(db, book, query, language)
  return { addresses: rows.map(addressViewOf), total }
}

function serveShippingBook(serve: Serve, deps: Deps): void {
  const book = bookOf('shipping')
  serve(addressRoutes.list, ({ query }, caller) => pageOf(deps, book(caller), query, caller))
  serve(addressRoutes.shippingList, async (_, caller) => {
    const all = { page: 1, pageSize: maxAddresses }
    const { rows } = await searchAddresses(deps.db, book(caller), all, caller.language)
    return rows.map((row) => shortViewOf(row, caller.language))
  })
  serve(addressRoutes.get, async ({ params }, caller) =>
    addressViewOf(await getAddressRow(deps.db, book(caller), params.id)),
  )
  serve(addressRoutes.create, async ({ body }, caller) => addressViewOf(await createAddress(deps, book(caller), body)))
  serve(addressRoutes.update, async ({ params, body }, caller) =>
    addressViewOf(await updateAddress(deps, book(caller), params.id, body)),
  )
  serve(addressRoutes.setDefault, async ({ params }, caller) =>
    addressViewOf(await setDefaultAddress(deps, book(caller), params.id)),
  )
  serve(addressRoutes.remove, ({ params }, caller) => removeAddresses(deps, book(caller), [params.id]))
  serve(addressRoutes.removeMany, ({ body }, caller) => removeAddresses(deps, book(caller), body.addressIds))
}

function serveBillingBook(serve: Serve, deps: Deps): void {
  const book = bookOf('billing')
  serve(billingAddressRoutes.list, ({ query }, caller) => pageOf(deps, book(caller), query, caller))
  serve(billingAddressRoutes.get, async ({ params }, caller) =>
    addressViewOf(await getAddressRow(deps.db, book(caller), params.id)),
  )
  serve(billingAddressRoutes.create, async ({ params, body }, caller) =>
    addressViewOf(await createAddress(deps, book(caller), body, params.id)),
  )
  serve(billingAddressRoutes.update, async ({ params, body }, caller) =>
    addressViewOf(await updateAddress(deps, book(caller), params.id, body)),
  )
  serve(billingAddressRoutes.remove, ({ params, body }, caller) =>
    removeAddresses(deps, book(caller), [params.id, ...body.ids]),
  )
}

const addressViewOf = (row: AddressRow): AddressView => ({
  id: row.id,
  ...addressOf(row),
  isDefault: row.is_default,
  updatedAt: row.updated_at.toISOString(),
})

/** One line of a list to pick from: "12 rue des Lilas, 75001 Paris, France". */
function shortViewOf(row: AddressRow, language: Language) {
  const town = [row.postcode, row.city].filter(Boolean).join(' ')

  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    summary: [row.line1, row.line2, row.line3, town, row.state, countryName(row.country, language)]
      .filter(Boolean)
      .join(', '),
    country: row.country,
    isDefault: row.is_default,
  }
}
