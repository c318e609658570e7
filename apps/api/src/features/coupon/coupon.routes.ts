import { couponRoutes, staffRoutes } from '@cotation/contracts'
import type { Coupon } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { issueCode, listOwnCoupons, redeemCode } from './redeem.service.ts'

export function serveCoupon(serve: Serve, deps: Deps): void {
  serve(couponRoutes.list, ({ query }, { session, language }) =>
    listOwnCoupons(deps, session.customerId, query, language),
  )

  serve(couponRoutes.redeem, ({ body }, { session, language }) =>
    redeemCode(deps, session.customerId, body.code, language),
  )

  serve(staffRoutes.issueCoupon, async ({ body }) => {
    // What a form leaves out is absent in a coupon.
    await issueCode(deps, { ...body, coupon: JSON.parse(JSON.stringify(body.coupon)) as Coupon })
    return {}
  })
}
