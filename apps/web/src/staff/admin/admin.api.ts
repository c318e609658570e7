import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

export const membersQuery = queryOptions({
  queryKey: [staffQueries, 'admin', 'members'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/member', {}, { signal, quiet: true }),
})

export const rolesQuery = queryOptions({
  queryKey: [staffQueries, 'admin', 'roles'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/role', {}, { signal, quiet: true }),
})

/** Both lists: roles count their members. The own rights may have changed too. */
export async function refreshAdmin(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [staffQueries] })
}
