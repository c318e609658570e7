import type { AddressInput, AddressView, Api, LineView, ProjectView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, type CallOptions } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import type { LeadChange } from '#ui/cheaper-leads.tsx'

const quiet = { quiet: true }

export type Basket = Api['POST /global/checkout/preview']['input']['body']
export type OrderSubmission = Api['POST /global/checkout/submit']['input']['body']
export type SubmittedOrder = Api['POST /global/checkout/submit']['output']

const projectKey = (projectId: string) => ['checkout', 'project', projectId] as const

const leadsKey = (projectId: string) => ['checkout', 'cheaper-leads', projectId] as const

/** Lead times that the project replaced when it was read. Kept, because only that read tells them. */
export const cheaperLeadsQuery = (projectId: string) =>
  queryOptions<LeadChange[]>({ queryKey: leadsKey(projectId), queryFn: skipToken })

/** Always stale, because the quote page and other tabs change the project too. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKey(projectId),
    queryFn: async ({ signal }): Promise<ProjectView | null> => {
      const input = { params: { projectId }, query: {} }
      const { project, cheaperLeads } = await api('GET /global/project/{projectId}', input, { ...quiet, signal })
      if (cheaperLeads) queryClient.setQueryData(leadsKey(projectId), cheaperLeads)
      return project
    },
    staleTime: 0,
  })

/** Writes changed lines into the cached project. */
export function cacheLines(projectId: string, lines: readonly LineView[]): void {
  const changed = new Map(lines.map((line) => [line.id, line]))
  queryClient.setQueryData<ProjectView | null>(
    projectKey(projectId),
    (project) => project && { ...project, lines: project.lines.map((line) => changed.get(line.id) ?? line) },
  )
}

/** Reprices a project; the status of its lines may change. */
export async function requoteProject(projectId: string): Promise<ProjectView> {
  const project = await api('POST /global/project/{projectId}/requote', { params: { projectId } }, quiet)
  queryClient.setQueryData(projectKey(projectId), project)
  return project
}

export const refreshProject = (projectId: string) => queryClient.invalidateQueries({ queryKey: projectKey(projectId) })

/** The project as it is now; undefined if it could not be read. */
export async function readProject(projectId: string): Promise<ProjectView | null | undefined> {
  await refreshProject(projectId)
  return queryClient.getQueryData(projectQuery(projectId).queryKey)
}

/** The most that one page of a list may hold; a book may hold more. */
const pageSize = 100
const listRoutes = { shipping: 'GET /global/account/address', billing: 'GET /global/account/billingAddress' } as const
const addressesKey = (book: AddressBook) => ['checkout', 'addresses', book] as const

export const addressesQuery = (book: AddressBook) =>
  queryOptions({
    queryKey: addressesKey(book),
    queryFn: async ({ signal }): Promise<AddressView[]> => {
      const listed: AddressView[] = []
      for (let page = 1, total = 1; listed.length < total; page++) {
        const answer = await api(listRoutes[book], { query: { page, pageSize } }, { ...quiet, signal })
        if (answer.addresses.length === 0) break

        listed.push(...answer.addresses)
        total = answer.total
      }
      return listed
    },
    staleTime: 0,
  })

/** Creates an address and adds it to the cached book. A retry with the same `id` adds no second. */
export async function addAddress(book: AddressBook, id: string, body: AddressInput): Promise<AddressView> {
  const added =
    book === 'shipping'
      ? await api('POST /global/account/address', { body }, quiet)
      : await api('POST /global/account/billingAddress/{id}', { params: { id }, body }, quiet)

  queryClient.setQueryData<AddressView[]>(addressesKey(book), (known = []) => [...known, added])
  return added
}

export const fetchPreview = (body: Basket, options: CallOptions = {}) =>
  api('POST /global/checkout/preview', { body }, { ...quiet, ...options })

export const submitOrder = (body: OrderSubmission): Promise<SubmittedOrder> =>
  api('POST /global/checkout/submit', { body }, quiet)

export type ExportControlAnswer = Api['POST /global/project/{projectId}/export-control']['input']['body']

export const answerExportControl = (projectId: string, body: ExportControlAnswer) =>
  api('POST /global/project/{projectId}/export-control', { params: { projectId }, body }, quiet)

export const redeemCode = (code: string) => api('POST /global/account/promoCode/redeem', { body: { code } }, quiet)
