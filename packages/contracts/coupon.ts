import { z } from 'zod'
import { couponSchema } from './catalogue/coupon-schema.ts'
import { requiredText } from './fields.ts'
import { paging, time } from './paging.ts'
import { route } from './route.ts'

/** `not-first`: for a first order, and the customer has ordered. */
export const couponStates = ['active', 'used', 'expired', 'withdrawn', 'not-first'] as const

/** `status` is the specification's: everything but an active coupon is inactive. */
export const couponView = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  coupon: couponSchema(z.number().positive(), z.number().min(0)).describe('What it takes off'),
  /** In the caller's language. */
  description: z.string(),
  issuedAt: time,
  /** Null if it never expires. */
  expiresAt: time.nullable(),
  status: z.enum(['active', 'inactive']),
  state: z.enum(couponStates),
  /** The order it was used for. */
  orderId: z.uuid().nullable(),
})

export type CouponView = z.output<typeof couponView>

/** Largest discount and largest minimum order value of a coupon (MON-4). */
const maxUsd = 1_000_000

/** A code that customers redeem for a coupon each. */
export const couponOffer = z.strictObject({
  code: z.string().regex(/^[A-Z0-9-]{4,40}$/, 'COUPON_CODE_INVALID'),
  coupon: couponSchema(z.number().positive().max(maxUsd), z.number().min(0).max(maxUsd)),
  mostUses: z.int().min(1).max(1_000_000),
  redeemableUntil: time,
  validDays: z.int().min(1).max(3650),
})

export type CouponOffer = z.output<typeof couponOffer>

export const couponRoutes = {
  list: route({
    method: 'GET',
    path: '/global/account/promoCodeList',
    access: 'customer',
    summary: "The caller's coupons, usable ones first, then the newest",
    query: z.strictObject({ status: z.enum(['active', 'inactive']).optional(), ...paging }),
    output: z.strictObject({ coupons: z.array(couponView), total: z.int() }),
    errors: [],
  }),
  redeem: route({
    method: 'POST',
    path: '/global/account/promoCode/redeem',
    access: 'customer',
    summary: 'Redeems a code for a coupon of the caller, once',
    body: z.strictObject({ code: requiredText(40, 'COUPON_CODE_REQUIRED') }),
    output: couponView,
    errors: ['COUPON_CODE_INVALID', 'COUPON_CODE_USED'],
    limits: [
      { by: 'session', max: 10, windowSeconds: 600 },
      { by: 'ip', max: 30, windowSeconds: 600 },
    ],
  }),
}
