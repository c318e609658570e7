import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import type { AddressValues } from '#ui/address/address-props.ts'
import { pageSize } from '#ui/list/use-list-address.ts'

interface Asked {
  search: string
  page: number
}

const listOf = { shipping: 'GET /global/account/address', billing: 'GET /global/account/billingAddress' } as const

/** Checkout and other tabs change the books too: a list is asked for anew whenever it is opened. */
export const bookQuery = (book: AddressBook, { search, page }: Asked) =>
  queryOptions({
    queryKey: ['addresses', book, { search, page }],
    queryFn: ({ signal }) =>
      api(listOf[book], { query: { page, pageSize, ...(search === '' ? {} : { search }) } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const refreshed = () => queryClient.invalidateQueries({ queryKey: ['addresses'] })

/** An address that may have no row yet: a billing address gets its id here, so that a second try is the same address. */
export interface Draft {
  id: string
  /** What is changed; nothing for a new one. */
  address: AddressView | null
}

function sent(book: AddressBook, { id, address }: Draft, body: AddressValues): Promise<AddressView> {
  // `quiet`: the form says what was refused.
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
  await sent(book, draft, values)
  await refreshed()
}

/** A billing address has no call of its own for this: its fields are sent again with the mark. */
export async function setDefault(book: AddressBook, address: AddressView): Promise<void> {
  const { id, updatedAt: _, ...body } = address
  const params = { id }
  if (book === 'shipping') await api('PATCH /global/account/address/setDefault/{id}', { params })
  else await api('PATCH /global/account/billingAddress/{id}', { params, body: { ...body, isDefault: true } })
  await refreshed()
}

/** All of them, or none. */
export async function removeAddresses(book: AddressBook, ids: readonly string[]): Promise<void> {
  const [id, ...others] = ids
  if (id === undefined) return
  if (book === 'billing')
    await api('DELETE /global/account/billingAddress/{id}', { params: { id }, body: { ids: others } })
  else if (others.length === 0) await api('DELETE /global/account/address/{id}', { params: { id } })
  else await api('DELETE /global/account/address/batch', { body: { addressIds: [...ids] } })
  await refreshed()
}
