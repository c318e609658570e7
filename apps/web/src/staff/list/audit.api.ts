import { queryOptions } from '@tanstack/react-query'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

/** Entries never change. */
export const entryQuery = (position: string) =>
  queryOptions({
    queryKey: [staffQueries, 'audit', 'entry', position],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/audit/entry/{position}', { params: { position } }, { signal, quiet: true }),
  })

export const verificationQuery = queryOptions({
  queryKey: [staffQueries, 'audit', 'verification'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/audit/verification', {}, { signal, quiet: true }),
})
