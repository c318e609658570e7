import type { CouponView } from '@cotation/contracts'
import type { CouponRow } from './coupon.repository.ts'
import type { DescribeCoupon } from './coupon-description.ts'

/** The state of a coupon now: used takes precedence over withdrawn, and withdrawn over expired. */
function couponState(
  { order_id, withdrawn_at, expires_at }: Pick<CouponRow, 'order_id' | 'withdrawn_at' | 'expires_at'>,
  now: Date,
): CouponView['state'] {
  if (order_id !== null) return 'used'
  if (withdrawn_at !== null) return 'withdrawn'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

export function couponViewOf(row: CouponRow, now: Date, describe: DescribeCoupon): CouponView {
  const state = couponState(row, now)
  return {
    id: row.id,
    code: row.code,
    coupon: row.coupon,
    description: describe(row.coupon),
    issuedAt: row.issued_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    status: state === 'active' ? 'active' : 'inactive',
    state,
    orderId: row.order_id,
  }
}
