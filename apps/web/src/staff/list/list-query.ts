import type { ListAnswer } from '@cotation/contracts'
import type { StaffListKey } from '@cotation/domain'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

/** The parameters of a list as its address has them. */
export type ListParameters = Readonly<Record<string, string>>

export const listQueries = [staffQueries, 'list'] as const

// The calls of all lists differ in their columns only.
const routeOf = (list: StaffListKey) => `GET /global/staff/list/${list}` as 'GET /global/staff/list/orders'
const exportOf = (list: StaffListKey) =>
  `GET /global/staff/list/${list}/export` as 'GET /global/staff/list/orders/export'

const readPage = (list: StaffListKey, query: ListParameters, signal: AbortSignal) =>
  staffApi(routeOf(list), { query }, { signal }) as Promise<ListAnswer>

/** Its pages are still there after a longer look at one of the records. */
const keptMs = 30 * 60_000

/** A list, page by page. */
export const listQuery = (list: StaffListKey, parameters: ListParameters) =>
  infiniteQueryOptions({
    queryKey: [...listQueries, list, parameters],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === '' ? parameters : { ...parameters, cursor: pageParam }
      return readPage(list, query, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // The rows stay until those of another search or filter arrive.
    placeholderData: keepPreviousData,
    gcTime: keptMs,
  })

/** The file of what a list shows. */
export const exportList = (list: StaffListKey, parameters: ListParameters): Promise<Blob> =>
  staffFile(exportOf(list), { query: parameters })
