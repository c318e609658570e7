import type { AddressInput, AddressView, Api, LineView, ProjectView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { newId } from '#lib/new-id.ts'

export type Basket = Api['POST /global/checkout/preview']['input']['body']
export type Order = Api['POST /global/checkout/submit']['input']['body']
export type Submitted = Api['POST /global/checkout/submit']['output']

const projectKey = (projectId: string) => ['checkout', 'project', projectId] as const

/** Asked for anew whenever it is opened: the quote's page and other tabs change it too. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKey(projectId),
    queryFn: async ({ signal }): Promise<ProjectView | null> => {
      const input = { params: { projectId }, query: {} }
      return (await api('GET /global/project/{projectId}', input, { signal, quiet: true })).project
    },
    staleTime: 0,
  })

/** Lines that a call has changed. */
export function takeLines(projectId: string, lines: readonly LineView[]): void {
  const changed = new Map(lines.map((line) => [line.id, line]))
  queryClient.setQueryData<ProjectView | null>(
    projectKey(projectId),
    (project) => project && { ...project, lines: project.lines.map((line) => changed.get(line.id) ?? line) },
  )
}

/** Prices a project anew; the lines may have another status then. */
export async function requoteProject(projectId: string): Promise<ProjectView> {
  const input = { params: { projectId } }
  const project = await api('POST /global/project/{projectId}/requote', input, { quiet: true })
  queryClient.setQueryData(projectKey(projectId), project)
  return project
}

export const refreshProject = (projectId: string) => queryClient.invalidateQueries({ queryKey: projectKey(projectId) })

const maxAddresses = 100
const listOf = { shipping: 'GET /global/account/address', billing: 'GET /global/account/billingAddress' } as const
const addressesKey = (book: AddressBook) => ['checkout', 'addresses', book] as const

export const addressesQuery = (book: AddressBook) =>
  queryOptions({
    queryKey: addressesKey(book),
    queryFn: async ({ signal }): Promise<AddressView[]> => {
      const input = { query: { pageSize: maxAddresses } }
      return (await api(listOf[book], input, { signal, quiet: true })).addresses
    },
    staleTime: 0,
  })

/** A new address of one of the books, ready to be chosen. */
export async function addAddress(book: AddressBook, body: AddressInput): Promise<AddressView> {
  const options = { quiet: true }
  const added =
    book === 'shipping'
      ? await api('POST /global/account/address', { body }, options)
      : await api('POST /global/account/billingAddress/{id}', { params: { id: newId() }, body }, options)
  queryClient.setQueryData<AddressView[]>(addressesKey(book), (known = []) => [...known, added])
  return added
}

export const askPreview = (body: Basket, signal?: AbortSignal) =>
  api('POST /global/checkout/preview', { body }, { quiet: true, ...(signal ? { signal } : {}) })

export const submitOrder = (body: Order): Promise<Submitted> =>
  api('POST /global/checkout/submit', { body }, { quiet: true })

export const redeemCode = (code: string) =>
  api('POST /global/account/promoCode/redeem', { body: { code } }, { quiet: true })
