import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'

/** The catalogue in force on the server. Whoever asks shows the failure in place, beside what works without prices. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => api('GET /global/catalogue/current', {}, { signal, quiet: true }),
  // Prices change by the day at most, and the server prices again whatever is ordered.
  staleTime: 60 * 60_000,
  retry: 2,
  // Without a line the customer reads that prices are missing, not that they are still on their way.
  networkMode: 'always',
  // A session that ends empties the cache; a configuration under the customer's hand outlives that.
  placeholderData: keepPreviousData,
})
