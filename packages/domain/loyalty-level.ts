import type { LoyaltyLevel } from './catalogue/loyalty.ts'

export const loyaltyLevelIds = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const
export type LoyaltyLevelId = LoyaltyLevel['id']

/** What a member bought in twelve months: completed orders, net of refunds (US cents). */
export interface YearOfOrders {
  spendMinor: number
  orders: number
}

const isReached = ({ minSpendUsd, minOrders }: LoyaltyLevel, { spendMinor, orders }: YearOfOrders): boolean =>
  spendMinor >= minSpendUsd * 100 && orders >= minOrders

/** The index of the highest level whose spending and number of orders are reached; at least 0. */
export function reachedLevel(levels: readonly LoyaltyLevel[], year: YearOfOrders): number {
  return Math.max(
    0,
    levels.findLastIndex((level) => isReached(level, year)),
  )
}

/** A level outside the catalogue counts as the first one. */
export const levelIndex = (levels: readonly LoyaltyLevel[], id: LoyaltyLevelId): number =>
  Math.max(
    0,
    levels.findIndex((level) => level.id === id),
  )

/** The level after an order completed: it rises at once and never falls. */
export const levelAfterOrder = (levels: readonly LoyaltyLevel[], current: LoyaltyLevelId, year: YearOfOrders): number =>
  Math.max(levelIndex(levels, current), reachedLevel(levels, year))

/** The level after a monthly review: it falls by one step at most. */
export const levelAfterReview = (
  levels: readonly LoyaltyLevel[],
  current: LoyaltyLevelId,
  year: YearOfOrders,
): number => Math.max(levelIndex(levels, current) - 1, reachedLevel(levels, year))
