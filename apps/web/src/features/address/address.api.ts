import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import type { AddressValues } from '#ui/address/address-props.ts'
import { pageSize } from '#ui/use-list-address.ts'

interface ListQuery {
  search: string
  page: number
}

const listRoutes = { shipping: 'GET /global/account/address', billing: 'GET /global/account/billingAddress' } as const

/** Checkout and other tabs change the books too, so a list is stale at once. */
export const bookQuery = (book: AddressBook, { search, page }: ListQuery) =>
  queryOptions({
    queryKey: ['addresses', book, { search, page }],
    queryFn: ({ signal }) =>
      api(
        listRoutes[book],
        { query: { page, pageSize, ...(search === '' ? {} : { search }) } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const invalidateLists = () => queryClient.invalidateQueries({ queryKey: ['addresses'] })

/**
 * An address that may not be stored yet. A new billing address gets its id here, which makes a
 * retry idempotent.
 */
export interface Draft {
  id: string
  /** The stored address; null for a new one. */
  address: AddressView | null
}

function sendAddress(book: AddressBook, { id, address }: Draft, body: AddressValues): Promise<AddressView> {
  // The form shows the refusal itself.
  const quiet = { quiet: true }

  if (book === 'billing') {
    const key = '/global/account/billingAddress/{id}'
    return address
      ? api(`PATCH ${key}`, { params: { id }, body }, quiet)
      : api(`POST ${key}`, { params: { id }, body }, quiet)
  }

  return address
    ? api('PATCH /global/account/address/{id}', { params: { id }, body }, quiet)
    : api('POST /global/account/address', { body }, quiet)
}

export async function saveAddress(book: AddressBook, draft: Draft, values: AddressValues): Promise<void> {
  await sendAddress(book, draft, values)
  await invalidateLists()
}

/** There is no such call for billing addresses: all fields are sent again with the flag. */
export async function setDefault(book: AddressBook, address: AddressView): Promise<void> {
  const { id, updatedAt: _, ...body } = address
  const params = { id }
  if (book === 'shipping') await api('PATCH /global/account/address/setDefault/{id}', { params })
  else await api('PATCH /global/account/billingAddress/{id}', { params, body: { ...body, isDefault: true } })
  await invalidateLists()
}

/** Removes all of them or none. */
export async function removeAddresses(book: AddressBook, ids: readonly string[]): Promise<void> {
  const [id, ...others] = ids
  if (id === undefined) return

  if (book === 'billing')
    await api('DELETE /global/account/billingAddress/{id}', { params: { id }, body: { ids: others } })
  else if (others.length === 0) await api('DELETE /global/account/address/{id}', { params: { id } })
  else await api('DELETE /global/account/address/batch', { body: { addressIds: [...ids] } })

  await invalidateLists()
}
