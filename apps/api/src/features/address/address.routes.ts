import { addressRoutes, billingAddressRoutes } from '@cotation/contracts'
import { type AddressBook, maxAddresses } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Caller, Serve } from '#http/gateway.ts'
import type { CustomerSession } from '#http/session.ts'
import {
  createAddress,
  getAddressRow,
  removeAddresses,
  searchAddresses,
  setDefaultAddress,
  updateAddress,
} from './address.service.ts'
import { addressViewOf, shortViewOf } from './address-view.ts'

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
  serve(addressRoutes.remove, async ({ params }, caller) => {
    await removeAddresses(deps, book(caller), [params.id])
    return {}
  })
  serve(addressRoutes.removeMany, async ({ body }, caller) => {
    await removeAddresses(deps, book(caller), body.addressIds)
    return {}
  })
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
  serve(billingAddressRoutes.remove, async ({ params, body }, caller) => {
    await removeAddresses(deps, book(caller), [params.id, ...body.ids])
    return {}
  })
}
