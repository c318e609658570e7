import type { Coupon } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { couponDiscount, maxCouponMinor, noDiscount, referralCoupon } from './coupon.ts'

const { loyalty } = packagedCatalogue
const lines = (...goods: number[]) => goods.map((goodsMinor) => ({ goodsMinor, expressExtraMinor: 0 }))
const refusal = (code: string, detail = {}) => ({ refusal: { code, field: 'coupon', detail } })

describe('a coupon of an amount', () => {
  const coupon: Coupon = { type: 'amount', usd: 25, minGoodsUsd: 250 }

  it('reduces goods, split over lines by largest remainder', () => {
    expect(couponDiscount(coupon, lines(10_000, 10_000, 10_000), 5000)).toEqual({
      goodsMinor: 2500,
      byLine: [834, 833, 833],
      shippingMinor: 0,
    })
  })

  it('refuses an amount below its minimum of goods', () => {
    expect(couponDiscount(coupon, lines(25_000), 5000)).toMatchObject({ goodsMinor: 2500 })
    expect(couponDiscount(coupon, lines(24_999), 5000)).toEqual(refusal('coupon-below-minimum', { minGoodsUsd: 250 }))
  })

  it('never reduces more than the goods, whatever services and shipping cost', () => {
    expect(couponDiscount({ type: 'amount', usd: 25, minGoodsUsd: 0 }, lines(700, 300), 5000)).toEqual({
      goodsMinor: 1000,
      byLine: [700, 300],
      shippingMinor: 0,
    })
  })
})

describe('a coupon of a percentage', () => {
  it('rounds a percentage half up once, and caps it', () => {
    expect(couponDiscount({ type: 'percent', percent: 5 }, lines(1010, 100), 0)).toMatchObject({ goodsMinor: 56 })
    expect(couponDiscount({ type: 'percent', percent: 8, capUsd: 500 }, lines(625_000), 0)).toMatchObject({
      goodsMinor: 50_000,
    })
    expect(couponDiscount({ type: 'percent', percent: 8, capUsd: 500 }, lines(624_900), 0)).toMatchObject({
      goodsMinor: 49_992,
    })
    expect(couponDiscount({ type: 'percent', percent: 8, capUsd: 500 }, lines(700_000), 0)).toMatchObject({
      goodsMinor: 50_000,
    })
    expect(couponDiscount({ type: 'percent', percent: 150 }, lines(1000), 0)).toMatchObject({ goodsMinor: 1000 })
  })

  it('refuses a percentage below its minimum of goods, if it has one', () => {
    const coupon: Coupon = { type: 'percent', percent: 10, minGoodsUsd: 50 }
    expect(couponDiscount(coupon, lines(5000), 0)).toMatchObject({ goodsMinor: 500 })
    expect(couponDiscount(coupon, lines(4999), 0)).toHaveProperty('refusal.code', 'coupon-below-minimum')
  })
})

describe('the referral coupon (spec 9)', () => {
  it.each(['friend', 'referrer'] as const)('gives the %s 10 %% off goods, not off shipping', (whose) => {
    const coupon = referralCoupon(whose, loyalty)
    expect(coupon).toEqual({ type: 'percent', percent: 10, capUsd: 200 })
    expect(couponDiscount(coupon, lines(12_345), 8090)).toEqual({ goodsMinor: 1235, byLine: [1235], shippingMinor: 0 })
    expect(couponDiscount(coupon, lines(300_000), 8090)).toMatchObject({ goodsMinor: 20_000 })
  })

  it('applies the lower cap, and leaves other coupons unchanged', () => {
    const withCoupon = (friend: Coupon) => ({ ...loyalty, referral: { ...loyalty.referral, friend } })
    expect(referralCoupon('friend', withCoupon({ type: 'percent', percent: 10, capUsd: 50 }))).toMatchObject({
      capUsd: 50,
    })
    expect(referralCoupon('friend', withCoupon({ type: 'percent', percent: 10, capUsd: 500 }))).toMatchObject({
      capUsd: 200,
    })

    const amount: Coupon = { type: 'amount', usd: 10, minGoodsUsd: 0 }
    expect(referralCoupon('friend', withCoupon(amount))).toEqual(amount)
  })
})

describe('a coupon on shipping', () => {
  const coupon: Coupon = { type: 'shipping', usd: 15, minGoodsUsd: 100 }

  it('reduces shipping alone, and by no more than it costs', () => {
    expect(couponDiscount(coupon, lines(9000, 1000), 2290)).toEqual({
      goodsMinor: 0,
      byLine: [0, 0],
      shippingMinor: 1500,
    })
    expect(couponDiscount(coupon, lines(10_000), 1200)).toEqual({ goodsMinor: 0, byLine: [0], shippingMinor: 1200 })
  })

  it('refuses a shipping coupon below its minimum of goods, and if shipping is free', () => {
    expect(couponDiscount(coupon, lines(9999), 2290)).toHaveProperty('refusal.code', 'coupon-below-minimum')
    expect(couponDiscount(coupon, lines(10_000), 0)).toEqual(refusal('coupon-without-shipping'))
  })
})

describe('a coupon for express', () => {
  const coupon: Coupon = { type: 'expressUpgrade', capUsd: 40 }
  const line = (goodsMinor: number, expressExtraMinor: number) => ({ goodsMinor, expressExtraMinor })

  it('pays the extra cost of express lines, up to its cap', () => {
    expect(couponDiscount(coupon, [line(5000, 1296), line(8000, 0)], 0)).toEqual({
      goodsMinor: 1296,
      byLine: [1296, 0],
      shippingMinor: 0,
    })
    expect(couponDiscount(coupon, [line(30_000, 6000), line(10_000, 3000)], 0)).toMatchObject({
      goodsMinor: 4000,
      byLine: [2667, 1333],
    })
  })

  it('never reduces a line by more than its goods', () => {
    expect(couponDiscount(coupon, [line(100, 900), line(1000, 0)], 0)).toMatchObject({
      goodsMinor: 100,
      byLine: [100, 0],
    })
  })

  it('refuses an express coupon without express lines', () => {
    expect(couponDiscount(coupon, lines(10_000), 0)).toEqual(refusal('coupon-without-express'))
  })
})

it.each<[Coupon, number | null]>([
  [{ type: 'amount', usd: 12.5, minGoodsUsd: 100 }, 1250],
  [{ type: 'shipping', usd: 15, minGoodsUsd: 0 }, 1500],
  [{ type: 'expressUpgrade', capUsd: 40 }, 4000],
  [{ type: 'percent', percent: 10, capUsd: 500 }, 50_000],
  [{ type: 'percent', percent: 10 }, null],
])('%o takes off %s cents at most', (coupon, maxMinor) => {
  expect(maxCouponMinor(coupon)).toBe(maxMinor)
})

describe('any coupon', () => {
  it.each([
    [{ type: 'amount', usd: 0, minGoodsUsd: 0 }, 100],
    [{ type: 'amount', usd: -5, minGoodsUsd: 0 }, 100],
    [{ type: 'amount', usd: Number.NaN, minGoodsUsd: 0 }, 100],
    [{ type: 'percent', percent: 10 }, 0],
    [{ type: 'percent', percent: 1 }, 49],
    [{ type: 'expressUpgrade', capUsd: 0 }, 100],
  ] as const)('%o is not used up where it takes nothing off %i cents', (coupon, goodsMinor) => {
    expect(couponDiscount(coupon, [{ goodsMinor, expressExtraMinor: goodsMinor }], 500)).toEqual(
      refusal('coupon-worthless'),
    )
  })

  it.each([
    [
      { type: 'amount', usd: 0.01, minGoodsUsd: 0 },
      { goodsMinor: 1, shippingMinor: 0 },
    ],
    [
      { type: 'percent', percent: 50 },
      { goodsMinor: 1, shippingMinor: 0 },
    ],
    [
      { type: 'shipping', usd: 0.01, minGoodsUsd: 0 },
      { goodsMinor: 0, shippingMinor: 1 },
    ],
    [
      { type: 'expressUpgrade', capUsd: 40 },
      { goodsMinor: 1, shippingMinor: 0 },
    ],
  ] as const)('%o counts for a single cent', (coupon, expected) => {
    expect(couponDiscount(coupon, [{ goodsMinor: 2, expressExtraMinor: 1 }], 500)).toMatchObject(expected)
  })

  it('reduces by whole cents that add up, and by no more than the goods', () => {
    const coupons = [
      ...loyalty.levels.flatMap(({ monthlyCoupons }) => monthlyCoupons),
      ...loyalty.exchange.offers.map(({ coupon }) => coupon),
      referralCoupon('friend', loyalty),
    ]

    expect(new Set(coupons.map(({ type }) => type)).size).toBe(4)

    const anyLine = fc.record({ goodsMinor: fc.nat(1e6), expressExtraMinor: fc.nat(3e5) })
    fc.assert(
      fc.property(
        fc.constantFrom(...coupons),
        fc.array(anyLine, { minLength: 1 }),
        fc.nat(50_000),
        (coupon, given, shipping) => {
          const discount = couponDiscount(coupon, given, shipping)
          if ('refusal' in discount) return

          expect(discount.byLine.reduce((sum, minor) => sum + minor, 0)).toBe(discount.goodsMinor)
          expect(discount.goodsMinor + discount.shippingMinor).toBeGreaterThan(0)
          expect(discount.shippingMinor).toBeLessThanOrEqual(shipping)

          given.forEach(({ goodsMinor }, index) => {
            expect(discount.byLine[index]).toBeLessThanOrEqual(goodsMinor)
            expect(discount.byLine[index]).toBeGreaterThanOrEqual(0)
          })
        },
      ),
    )
  })

  it('gives no discount without a coupon', () => {
    expect(noDiscount(lines(1, 2))).toEqual({ goodsMinor: 0, byLine: [0, 0], shippingMinor: 0 })
  })
})
