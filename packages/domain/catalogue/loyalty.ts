import type { Text } from '../values/language.ts'

export type Coupon =
  | { type: 'amount'; usd: number; minGoodsUsd: number }
  | { type: 'percent'; percent: number; capUsd?: number; minGoodsUsd?: number }
  | { type: 'shipping'; usd: number; minGoodsUsd: number }
  | { type: 'expressUpgrade'; capUsd: number }

export interface LoyaltyLevel {
  id: 'bronze' | 'silver' | 'gold' | 'platinum' | 'diamond'
  name: Text
  /** Spending over the last twelve months. */
  minSpendUsd: number
  minOrders: number
  multiplier: number
  monthlyCoupons: readonly Coupon[]
  expressDiscountPercent: number
  freeDfmReview: boolean
  dedicatedManager: boolean
  creditPayment: boolean
}

export interface LoyaltyTask {
  id: string
  name: Text
  points: number
  frequency: 'once' | 'monthly' | 'per-order' | 'per-friend'
  maxPerMonth?: number
  condition: string
}

export interface Loyalty {
  name: Text
  pointsPerUsd: number
  /** A smaller order earns nothing. */
  minOrderUsd: number
  /** Days after delivery until an unconfirmed order completes and its points are credited. */
  creditAfterDays: number
  levels: readonly LoyaltyLevel[]
  checkIn: { points: readonly number[]; monthlyBonus: { days: number; points: number }; monthlyCapPoints: number }
  tasks: readonly LoyaltyTask[]
  exchange: {
    couponValidityDays: number
    offers: readonly { id: string; points: number; coupon: Coupon; monthlyLimit: number }[]
  }
  referral: {
    friend: Coupon
    referrer: Coupon
    codePattern: string
    capUsd: number
  }
  pointTypes: readonly string[]
}
