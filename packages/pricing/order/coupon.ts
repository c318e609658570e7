import { type Coupon, type Loyalty, minorOf, splitByLargestRemainder } from '@cotation/domain'
import type { OrderLine } from './order-line.ts'
import type { OrderRefusal } from './order-refusal.ts'

/** A coupon's discount (cents) on goods, by line, and shipping; not services or tax (spec 9). */
export interface CouponDiscount {
  goodsMinor: number
  byLine: readonly number[]
  shippingMinor: number
}

/** `levelDiscountMinor`: what the member's level already takes off the line. */
type PricedLine = Pick<OrderLine, 'goodsMinor' | 'expressExtraMinor'> & { levelDiscountMinor?: number }

export const noDiscount = (lines: readonly unknown[]): CouponDiscount => ({
  goodsMinor: 0,
  byLine: lines.map(() => 0),
  shippingMinor: 0,
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const refused = (code: OrderRefusal['code'], detail: OrderRefusal['detail'] = {}): { refusal: OrderRefusal } => ({
  refusal: { code, field: 'coupon', detail },
})

const capped = (minor: number, capUsd: number | undefined): number =>
  capUsd === undefined ? minor : Math.min(minor, minorOf(capUsd))

/** A discount on goods: in sum and line by line at most `bases`. */
function offGoods(minor: number, bases: readonly number[]): CouponDiscount | { refusal: OrderRefusal } {
  const goodsMinor = Math.min(minor, sum(bases))
  // A coupon can be used once: one without effect is saved for another order.
  if (!(goodsMinor > 0)) return refused('coupon-worthless')
  return { goodsMinor, byLine: splitByLargestRemainder(goodsMinor, bases), shippingMinor: 0 }
}

function offShipping(minor: number, lines: readonly PricedLine[]): CouponDiscount | { refusal: OrderRefusal } {
  if (!(minor > 0)) return refused('coupon-without-shipping')
  return { ...noDiscount(lines), shippingMinor: minor }
}

/** The discount of an order's one coupon, or why it cannot be used (spec 9, catalogue 7). */
export function couponDiscount(
  coupon: Coupon,
  lines: readonly PricedLine[],
  shippingMinor: number,
): CouponDiscount | { refusal: OrderRefusal } {
  const { minGoodsUsd = 0 }: { type: string; minGoodsUsd?: number } = coupon
  if (sum(lines.map(({ goodsMinor }) => goodsMinor)) < minorOf(minGoodsUsd))
    return refused('coupon-below-minimum', { minGoodsUsd })

  const goods = lines.map(({ goodsMinor, levelDiscountMinor = 0 }) => goodsMinor - levelDiscountMinor)
  switch (coupon.type) {
    case 'amount':
      return offGoods(minorOf(coupon.usd), goods)
    case 'percent':
      return offGoods(capped(minorOf((sum(goods) * coupon.percent) / 10_000), coupon.capUsd), goods)
    case 'shipping':
      return offShipping(Math.min(minorOf(coupon.usd), shippingMinor), lines)
    case 'expressUpgrade': {
      const extras = lines.map(
        ({ goodsMinor, expressExtraMinor, levelDiscountMinor = 0 }) =>
          Math.min(expressExtraMinor, goodsMinor) - levelDiscountMinor,
      )
      return sum(extras) > 0 ? offGoods(minorOf(coupon.capUsd), extras) : refused('coupon-without-express')
    }
  }
}

/** The coupon for a friend's first purchase or the referrer, capped by the catalogue (spec 9). */
export function referralCoupon(whose: 'friend' | 'referrer', { referral }: Loyalty): Coupon {
  const coupon = referral[whose]
  if (coupon.type !== 'percent') return coupon
  return { ...coupon, capUsd: Math.min(coupon.capUsd ?? referral.capUsd, referral.capUsd) }
}

/** The most that a coupon can take off one order (cents); null for a percentage without a cap. */
export function maxCouponMinor(coupon: Coupon): number | null {
  switch (coupon.type) {
    case 'amount':
    case 'shipping':
      return minorOf(coupon.usd)
    case 'expressUpgrade':
      return minorOf(coupon.capUsd)
    case 'percent':
      return coupon.capUsd === undefined ? null : minorOf(coupon.capUsd)
  }
}
