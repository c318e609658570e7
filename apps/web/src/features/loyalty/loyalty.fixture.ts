import type { LoyaltyView, TaskView } from '@cotation/contracts'

const level = (id: LoyaltyView['level']['id'], name: string, minSpendUsd: number, minOrders: number) => ({
  id,
  name,
  minSpendUsd,
  minOrders,
  multiplier: 1,
  expressDiscountPercent: 0,
  monthlyCoupons: ['$5 off parts, from $80 of parts'],
  dedicatedManager: false,
})

export const aTask = (traits: Partial<TaskView> = {}): TaskView => ({
  id: 'profile',
  name: 'Complete the profile',
  points: 50,
  frequency: 'once',
  state: 'open',
  progress: { done: 2, of: 5 },
  claimable: 0,
  rewardedThisMonth: 0,
  maxPerMonth: null,
  ...traits,
})

/** A bronze member with 260 points who has checked in twice in a row. */
export function aLoyalty(traits: Partial<LoyaltyView> = {}): LoyaltyView {
  const offer = { id: 'ex-5', coupon: { type: 'amount', usd: 5, minGoodsUsd: 50 } as const, monthlyLimit: 4 }
  return {
    level: { id: 'bronze', spendMinor: 250_00, orders: 1, reviewAt: '2026-12-01T00:00:00.000Z' },
    levels: [
      level('bronze', 'Bronze', 0, 0),
      { ...level('silver', 'Silver', 500, 2), multiplier: 1.1, expressDiscountPercent: 5 },
      { ...level('platinum', 'Platinum', 10_000, 12), dedicatedManager: true },
    ],
    points: { balance: 260, coming: 40, waiting: 0, expiring: [{ points: 260, lastDay: '2027-12-31' }] },
    timeZone: { name: 'Europe/Paris', isChosen: true, next: null, changeableAt: null },
    checkIn: {
      today: '2026-11-16',
      isDone: false,
      nextAt: null,
      streak: 2,
      cycle: [2, 2, 3, 3, 4, 4, 10],
      monthDays: 2,
      monthPoints: 4,
      monthlyCapPoints: 150,
      bonus: { days: 20, points: 30 },
    },
    tasks: [
      aTask(),
      aTask({ id: 'verify-email', name: 'Activate the e-mail', state: 'done', progress: { done: 1, of: 1 } }),
    ],
    offers: [
      { ...offer, points: 250, description: '$5 off parts, from $50 of parts', leftThisMonth: 4, refusal: null },
      {
        ...offer,
        id: 'ex-10',
        points: 480,
        description: '$10 off parts, from $100 of parts',
        leftThisMonth: 4,
        refusal: 'points',
      },
    ],
    couponValidityDays: 90,
    ...traits,
  }
}
