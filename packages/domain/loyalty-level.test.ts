import { describe, expect, it } from 'vitest'
import type { LoyaltyLevel } from './catalogue/loyalty.ts'
import { levelAfterOrder, levelAfterReview, reachedLevel } from './loyalty-level.ts'

const level = (id: LoyaltyLevel['id'], minSpendUsd: number, minOrders: number): LoyaltyLevel => ({
  id,
  name: { fr: id, en: id },
  minSpendUsd,
  minOrders,
  multiplier: 1,
  monthlyCoupons: [],
  expressDiscountPercent: 0,
  freeDfmReview: false,
  dedicatedManager: false,
  creditPayment: false,
})

const levels = [level('bronze', 0, 0), level('silver', 500, 2), level('gold', 2500, 5), level('platinum', 10_000, 12)]

describe('a loyalty level', () => {
  it.each([
    [0, 0, 0],
    [499_99, 9, 0],
    [500_00, 1, 0],
    [500_00, 2, 1],
    [9_000_00, 4, 1],
    [2_500_00, 5, 2],
    [10_000_00, 12, 3],
  ])('needs spending and orders: %i cents and %i orders reach the level %i', (spendMinor, orders, index) => {
    expect(reachedLevel(levels, { spendMinor, orders })).toBe(index)
  })

  it('rises by any number of steps when an order completes, and never falls', () => {
    expect(levelAfterOrder(levels, 'bronze', { spendMinor: 2_500_00, orders: 5 })).toBe(2)
    expect(levelAfterOrder(levels, 'gold', { spendMinor: 0, orders: 0 })).toBe(2)
  })

  it('falls by one step at a review, and may rise', () => {
    expect(levelAfterReview(levels, 'platinum', { spendMinor: 0, orders: 0 })).toBe(2)
    expect(levelAfterReview(levels, 'silver', { spendMinor: 0, orders: 0 })).toBe(0)
    expect(levelAfterReview(levels, 'bronze', { spendMinor: 0, orders: 0 })).toBe(0)
    expect(levelAfterReview(levels, 'gold', { spendMinor: 2_500_00, orders: 5 })).toBe(2)
    expect(levelAfterReview(levels, 'bronze', { spendMinor: 500_00, orders: 2 })).toBe(1)
  })
})
