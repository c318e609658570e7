import type { ExportView } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'

/** Stale at once: orders and money change without this page. */
export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: ({ signal }) => api('GET /global/account/deletion', {}, { signal, quiet: true }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** What a mailed link would do. A refusal is an answer, so it is not repeated. */
export const deletionLinkQuery = (key: string) =>
  queryOptions({
    queryKey: ['deletion-link', key],
    queryFn: ({ signal }) => api('POST /global/account/deletion/link', { body: { key } }, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  })

export const isUnderWay = (latest: ExportView | null | undefined): boolean =>
  latest?.state === 'queued' || latest?.state === 'running'

const pollMs = 2000

export const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => api('GET /global/account/export', {}, { signal, quiet: true }),
  staleTime: 0,
  refetchInterval: ({ state }) => (isUnderWay(state.data?.latest) ? pollMs : false),
})
