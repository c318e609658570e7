import type { Profile } from '@cotation/contracts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { refreshUser } from '#lib/gateway/user.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api('GET /global/account/me', {}, { signal, quiet: true }),
})

/** Puts what the server answered in place, in the header too. */
export function useProfileUpdate() {
  const client = useQueryClient()
  return async (update: (before: Profile) => Profile) => {
    client.setQueryData(profileQuery.queryKey, (before) => before && update(before))
    await refreshUser()
  }
}
