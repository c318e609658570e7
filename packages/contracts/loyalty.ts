import { loyaltyLevelIds } from '@cotation/domain'
import { z } from 'zod'
import { couponSchema } from './catalogue/coupon-schema.ts'
import { couponView } from './coupon.ts'
import { day, paging, time } from './paging.ts'
import { route } from './route.ts'

const levelId = z.enum(loyaltyLevelIds)
const id = z.string('INVALID_VALUE').regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'INVALID_VALUE')

/** A level and what it brings. Spending and orders count for twelve months. */
const levelView = z.strictObject({
  id: levelId,
  name: z.string(),
  minSpendUsd: z.number(),
  minOrders: z.int(),
  multiplier: z.number(),
  expressDiscountPercent: z.number(),
  /** What each monthly coupon takes off. */
  monthlyCoupons: z.array(z.string()),
  dedicatedManager: z.boolean(),
})

const checkInView = z.strictObject({
  /** The calendar day in the customer's time zone. */
  today: day,
  isDone: z.boolean(),
  /** Null if the customer can check in now. */
  nextAt: time.nullable(),
  /** The days of the current cycle that are done, up to today. */
  streak: z.int(),
  /** The points of each day of a cycle. */
  cycle: z.array(z.int()),
  monthDays: z.int(),
  monthPoints: z.int(),
  monthlyCapPoints: z.int(),
  bonus: z.strictObject({ days: z.int(), points: z.int() }),
})

export const taskStates = ['open', 'claimable', 'done', 'limit'] as const

const taskView = z.strictObject({
  id,
  name: z.string(),
  points: z.int(),
  frequency: z.enum(['once', 'monthly', 'per-order', 'per-friend']),
  /** `limit`: no more rewards this month. */
  state: z.enum(taskStates),
  progress: z.strictObject({ done: z.int(), of: z.int() }),
  /** Rewards that can be claimed now. */
  claimable: z.int(),
  rewardedThisMonth: z.int(),
  maxPerMonth: z.int().nullable(),
})

export const offerRefusals = ['points', 'limit', 'owed'] as const

const offerView = z.strictObject({
  id,
  points: z.int(),
  coupon: couponSchema(z.number().positive(), z.number().min(0)),
  /** In the caller's language. */
  description: z.string(),
  monthlyLimit: z.int(),
  leftThisMonth: z.int(),
  /** Why it cannot be exchanged now. */
  refusal: z.enum(offerRefusals).nullable(),
})

export const loyaltyView = z.strictObject({
  level: z.strictObject({ id: levelId, spendMinor: z.int(), orders: z.int(), reviewAt: time }),
  levels: z.array(levelView),
  points: z.strictObject({
    /** Negative if a refund took back points that were used. */
    balance: z.int(),
    /** Points of paid orders that are not completed. */
    coming: z.int(),
    /** Rewards that are credited once no points are owed. */
    waiting: z.int(),
    /** Points by the last day on which they are valid, soonest first. */
    expiring: z.array(z.strictObject({ points: z.int(), lastDay: day })),
  }),
  timeZone: z.strictObject({
    name: z.string(),
    /** False while the installation's default applies. */
    isChosen: z.boolean(),
    next: z.strictObject({ name: z.string(), from: time }).nullable(),
    /** Null if it can be changed now. */
    changeableAt: time.nullable(),
  }),
  checkIn: checkInView,
  tasks: z.array(taskView),
  offers: z.array(offerView),
  couponValidityDays: z.int(),
})

export type LoyaltyView = z.output<typeof loyaltyView>
export type TaskView = z.output<typeof taskView>
export type ExchangeOfferView = z.output<typeof offerView>

const ofMember = { access: 'customer', output: loyaltyView } as const

export const loyaltyRoutes = {
  get: route({
    ...ofMember,
    method: 'GET',
    path: '/global/loyalty',
    summary: 'Level, points, check-ins, tasks and exchange offers of the caller',
    errors: ['NOT_A_MEMBER'],
  }),
  checkIn: route({
    ...ofMember,
    method: 'POST',
    path: '/global/loyalty/check-in',
    summary: "Checks in, once per calendar day of the caller's time zone",
    errors: ['NOT_A_MEMBER', 'CHECKED_IN', 'CHECK_IN_EARLY'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  claimTask: route({
    ...ofMember,
    method: 'POST',
    path: '/global/loyalty/task/{taskId}',
    summary: 'Claims the points of a task: all rewards that are due',
    params: z.strictObject({ taskId: id }),
    errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'TASK_NOT_DONE', 'TASK_CLAIMED'],
    limits: [{ by: 'session', max: 120, windowSeconds: 3600 }],
  }),
  exchange: route({
    method: 'POST',
    path: '/global/loyalty/exchange',
    access: 'customer',
    summary: 'Exchanges points for a coupon (idempotent by submission key)',
    body: z.strictObject({ offerId: id, submissionKey: z.uuid('INVALID_VALUE') }),
    output: z.strictObject({ coupon: couponView, loyalty: loyaltyView }),
    errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'POINTS_TOO_LOW', 'POINTS_OWED', 'EXCHANGE_LIMIT'],
    limits: [{ by: 'session', max: 120, windowSeconds: 3600 }],
  }),
}

export const loyaltyStaffRoutes = {
  withoutManager: route({
    method: 'GET',
    path: '/global/staff/loyalty/without-manager',
    access: 'staff',
    right: 'customers.assign',
    summary: 'Members whose level brings a dedicated manager and who have none, highest level first',
    query: z.strictObject(paging),
    output: z.strictObject({
      members: z.array(
        z.strictObject({ customerId: z.uuid(), username: z.string(), email: z.string(), level: levelId }),
      ),
      total: z.int(),
    }),
    errors: [],
  }),
}
