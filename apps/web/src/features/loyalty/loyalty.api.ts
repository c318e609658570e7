import type { CouponView, LoyaltyView } from '@cotation/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { orRefresh } from '#lib/gateway/or-refresh.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { pageSize } from '#ui/use-list-address.ts'

const queryKey = ['loyalty', 'now']

/** Stale at once, because orders and a new day change it without this page. */
export const loyaltyQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => api('GET /global/loyalty', {}, { signal, quiet: true }),
  staleTime: 0,
})

export const pointsQuery = (page: number) =>
  queryOptions({
    queryKey: ['loyalty', 'history', page],
    queryFn: ({ signal }) =>
      api('GET /global/account/balance/wePointTransactionList', { query: { page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Shows what the server answered, and reads the history again. */
async function show(loyalty: LoyaltyView): Promise<void> {
  queryClient.setQueryData(queryKey, loyalty)
  await queryClient.invalidateQueries({ queryKey: ['loyalty', 'history'] })
}

export async function checkIn(): Promise<void> {
  await show(await orRefresh(['loyalty'], api('POST /global/loyalty/check-in', {}, { quiet: true })))
}

export async function claimTask(taskId: string): Promise<void> {
  await show(
    await orRefresh(['loyalty'], api('POST /global/loyalty/task/{taskId}', { params: { taskId } }, { quiet: true })),
  )
}

/** `submissionKey` makes a repeated request harmless. */
export async function exchange(offerId: string, submissionKey: string): Promise<CouponView> {
  const body = { offerId, submissionKey }
  const { coupon, loyalty } = await orRefresh(
    ['loyalty'],
    api('POST /global/loyalty/exchange', { body }, { quiet: true }),
  )
  await show(loyalty)
  await queryClient.invalidateQueries({ queryKey: ['coupons'] })
  return coupon
}

export async function chooseTimeZone(timeZone: string): Promise<void> {
  await api('PATCH /global/account/me', { body: { timeZone } }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['profile'] })
  await queryClient.invalidateQueries({ queryKey })
}
