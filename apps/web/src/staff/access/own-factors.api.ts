import { queryOptions } from '@tanstack/react-query'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

/** The second factors of the signed-in member. */
export const ownFactorsQuery = queryOptions({
  queryKey: [staffQueries, 'account', 'factors'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/secondFactor', {}, { signal, quiet: true }),
})
