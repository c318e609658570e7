import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'

/**
 * The server's current catalogue. Quiet, because its users show the failure beside what works
 * without prices.
 */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => api('GET /global/catalogue/current', {}, { signal, quiet: true }),
  // Prices change at most daily, and the server prices every order itself.
  staleTime: 60 * 60_000,
  retry: 2,
  // Offline, the customer must read that prices are missing, not that they are loading.
  networkMode: 'always',
  // The end of a session clears the cache, but not a configuration that is being edited.
  placeholderData: keepPreviousData,
})
