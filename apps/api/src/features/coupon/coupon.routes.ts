import { couponRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { listOwnCoupons, redeemCode } from './coupon.service.ts'

export function serveCoupon(serve: Serve, deps: Deps): void {
  serve(couponRoutes.list, ({ query }, { session, language }) =>
    listOwnCoupons(deps, session.customerId, query, language),
  )

  serve(couponRoutes.redeem, ({ body }, { session, language }) =>
    redeemCode(deps, session.customerId, body.code, language),
  )
}
