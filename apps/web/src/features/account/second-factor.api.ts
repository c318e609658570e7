import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api('GET /global/account/secondFactor', {}, { signal, quiet: true }),
})
