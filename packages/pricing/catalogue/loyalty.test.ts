import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loyalty } from './loyalty.ts'
import { asJson, unexplained, watched } from './read-once.fixture.ts'

interface WrittenCoupon {
  type: string
  valueUsd?: number
  valuePct?: number
  minGoodsUsd?: number
  capUsd?: number
}

interface Written {
  name: object
  earning: { pointsPerUsd: number; minOrderUsd: number; creditedWhen: string }
  levels: {
    id: string
    name: object
    minSpendUsd: number
    minOrders: number
    multiplier: number
    monthlyCoupons: WrittenCoupon[]
    expressDiscountPct: number
    freeDfmReview: boolean
    dedicatedManager?: boolean
    creditPayment?: boolean
  }[]
  checkIn: { points: number[]; cycleDays: number; monthlyBonus: object; monthlyCapPoints: number }
  tasks: { id: string; name: object; points: number; frequency: string; maxPerMonth?: number; condition: string }[]
  exchange: {
    couponValidityDays: number
    offers: { id: string; points: number; coupon: WrittenCoupon; monthlyLimit: number }[]
  }
  referral: {
    friend: WrittenCoupon
    referrer: WrittenCoupon
    code: { pattern: string }
    capUsdProposal: number
  }
  pointTypes: string[]
}

const path = join(import.meta.dirname, '../../../../shared/catalogue/loyalty.json')

const asCoupon = ({ type, valueUsd, valuePct, minGoodsUsd, capUsd }: WrittenCoupon) => ({
  type,
  usd: valueUsd,
  percent: valuePct,
  minGoodsUsd,
  capUsd,
})

const asLoyalty = (written: Written) => ({
  name: written.name,
  pointsPerUsd: written.earning.pointsPerUsd,
  minOrderUsd: written.earning.minOrderUsd,
  creditAfterDays: Number(/(\d+) days after delivery/.exec(written.earning.creditedWhen)?.[1]),
  levels: written.levels.map((level) => ({
    id: level.id,
    name: level.name,
    minSpendUsd: level.minSpendUsd,
    minOrders: level.minOrders,
    multiplier: level.multiplier,
    monthlyCoupons: level.monthlyCoupons.map(asCoupon),
    expressDiscountPercent: level.expressDiscountPct,
    freeDfmReview: level.freeDfmReview,
    dedicatedManager: level.dedicatedManager ?? false,
    // Read and dropped: credit is granted by staff (product 7).
    creditPayment: Boolean(level.creditPayment) && false,
  })),
  checkIn: {
    points: written.checkIn.points,
    monthlyBonus: written.checkIn.monthlyBonus,
    monthlyCapPoints: written.checkIn.monthlyCapPoints,
  },
  tasks: written.tasks.map(({ id, name, points, frequency, maxPerMonth, condition }) => ({
    id: id === 'monthly-three-processes' ? 'monthly-two-technologies' : id,
    name,
    points,
    frequency: frequency.replace(' ', '-'),
    maxPerMonth,
    condition,
  })),
  exchange: {
    couponValidityDays: written.exchange.couponValidityDays,
    offers: written.exchange.offers.map(({ id, points, coupon, monthlyLimit }) => ({
      id,
      points,
      coupon: asCoupon(coupon),
      monthlyLimit,
    })),
  },
  referral: {
    friend: asCoupon(written.referral.friend),
    referrer: asCoupon(written.referral.referrer),
    codePattern: written.referral.code.pattern,
    capUsd: written.referral.capUsdProposal,
  },
  pointTypes: written.pointTypes,
})

const ruleOfPoints = 'a rule of the points account, not a figure of a price'

describe.skipIf(!existsSync(path))('loyalty against the file it comes from', () => {
  it('contains every figure and text of the file', () => {
    const file = watched(JSON.parse(readFileSync(path, 'utf8')) as { loyalty: Written })
    expect(asJson(loyalty)).toEqual(asJson(asLoyalty(file.data.loyalty)))
    expect(file.data.loyalty.checkIn.cycleDays).toBe(loyalty.checkIn.points.length)
    expect(
      unexplained(file.unread(), {
        'loyalty.pointUnit': 'a word of the interface',
        'loyalty.verified': 'said by docs/catalogue.md',
        'loyalty.note': 'said by docs/catalogue.md',
        'loyalty.economics': 'a remark on the figures',
        'loyalty.eligibility.*': ruleOfPoints,
        'loyalty.earning.base': ruleOfPoints,
        'loyalty.earning.reversedOn[*]': ruleOfPoints,
        'loyalty.earning.rounding': ruleOfPoints,
        'loyalty.earning.levelMultiplier': ruleOfPoints,
        'loyalty.balance.*': ruleOfPoints,
        'loyalty.levels[*].window': 'twelve months for all: said by the type',
        'loyalty.levelReview.*': ruleOfPoints,
        'loyalty.checkIn.once': ruleOfPoints,
        'loyalty.checkIn.missedDay': ruleOfPoints,
        'loyalty.tasks[*].resetDay': 'the first of the month for all (specification)',
        'loyalty.exchange.currency': 'points: the name of the field',
        'loyalty.exchange.onePerOrder': 'a rule of coupons, with its own tests',
        'loyalty.exchange.notValidFor[*]': 'a rule of coupons, with its own tests',
        'loyalty.exchange.offers[ex-ship].appliesTo[0]': 'the type of the coupon',
        'loyalty.exchange.offers[ex-ship].notValidFor[*]': 'a rule of coupons, with its own tests',
        'loyalty.exchange.offers[ex-ship].note': 'the type of the coupon',
        'loyalty.exchange.effectiveRebatePct': 'a remark on the figures',
        'loyalty.referral.specConstant': 'said where the figures stand',
        'loyalty.referral.friend.firstPurchaseOnly': 'a rule of coupons, with its own tests',
        'loyalty.referral.referrer.*': 'a rule of coupons, with its own tests',
        'loyalty.referral.referrer.notValidFor[*]': 'a rule of coupons, with its own tests',
        'loyalty.referral.code.minLength': 'in the pattern',
        'loyalty.referral.grantedWhen': ruleOfPoints,
        'loyalty.referral.antiAbuse[*]': ruleOfPoints,
      }),
    ).toEqual({ notCarried: [], idle: [] })
  })
})
