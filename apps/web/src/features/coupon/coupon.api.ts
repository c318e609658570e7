import type { CouponView } from '@cotation/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { pageSize } from '#ui/use-list-address.ts'

export type CouponStatus = CouponView['status']

/** Stale at once, because a checkout in another tab may use a coupon. */
export const couponsQuery = (status: CouponStatus, page: number) =>
  queryOptions({
    queryKey: ['coupons', status, page],
    queryFn: ({ signal }) =>
      api('GET /global/account/promoCodeList', { query: { status, page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Quiet, because the form shows what is wrong with the code. */
export async function redeemCode(code: string): Promise<CouponView> {
  const coupon = await api('POST /global/account/promoCode/redeem', { body: { code } }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['coupons'] })
  return coupon
}
