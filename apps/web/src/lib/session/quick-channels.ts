import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'

/** Third parties to sign in with, and which of them the account is linked to. */
export const quickChannelsQuery = queryOptions({
  queryKey: ['quick-channels'],
  queryFn: ({ signal }) => api('GET /global/account/quick', {}, { signal, quiet: true }),
})
