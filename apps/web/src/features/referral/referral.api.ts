import type { FriendView, ReferralView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { pageSize } from '#ui/use-list-address.ts'

export const referralQuery = queryOptions({
  queryKey: ['referral', 'view'],
  queryFn: ({ signal }) => api('GET /global/account/referral', {}, { signal, quiet: true }),
})

export const friendsQuery = (page: number) =>
  queryOptions({
    queryKey: ['referral', 'friends', page],
    queryFn: ({ signal }) =>
      api('GET /global/account/referral/friends', { query: { page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: ['referral'] })

/** Quiet, because the form shows what is wrong with the code. */
export async function changeCode(code: string): Promise<ReferralView> {
  const view = await api('PATCH /global/account/referral/code', { body: { code } }, { quiet: true })
  await refresh()
  return view
}

/** Quiet, because the form shows what is wrong with the address. */
export async function invite(body: { email: string; language: Language }): Promise<FriendView> {
  const friend = await api('POST /global/account/referral/invitation', { body }, { quiet: true })
  await refresh()
  return friend
}
