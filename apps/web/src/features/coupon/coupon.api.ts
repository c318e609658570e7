import type { CouponView } from '@cotation/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { pageSize } from '#ui/list/use-list-address.ts'

export type CouponStatus = CouponView['status']

/** A checkout elsewhere uses coupons up: the list is asked for anew whenever it is opened. */
export const couponsQuery = (status: CouponStatus, page: number) =>
  queryOptions({
    queryKey: ['coupons', status, page],
    queryFn: ({ signal }) =>
      api('GET /global/account/promoCodeList', { query: { status, page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** `quiet`: the field says what is wrong with the code. */
export async function redeemCode(code: string): Promise<CouponView> {
  const coupon = await api('POST /global/account/promoCode/redeem', { body: { code } }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['coupons'] })
  return coupon
}
