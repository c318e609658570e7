import { z } from 'zod'
import { couponSchema } from './coupon-schema.ts'
import { count, id, list, pattern, positive, someOf, text, usd, words } from './figures.ts'

const coupon = couponSchema(positive, usd)

const level = z.strictObject({
  id: z.enum(['bronze', 'silver', 'gold', 'platinum', 'diamond']),
  name: text,
  minSpendUsd: usd,
  minOrders: z.int().min(0).max(1e6),
  multiplier: z.number().gt(0).max(100),
  monthlyCoupons: list(coupon, 20),
  expressDiscountPercent: z.number().min(0).max(100),
  freeDfmReview: z.boolean(),
  dedicatedManager: z.boolean(),
  creditPayment: z.boolean(),
})

const points = z.int().min(0).max(1e6)

/** Requirements and benefits must not fall from level to level. */
const levels = someOf(level, 5).superRefine((rows, context) => {
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    for (const field of ['minSpendUsd', 'minOrders', 'multiplier', 'expressDiscountPercent'] as const)
      if (before && row[field] < before[field])
        context.addIssue({ code: 'custom', path: [index, field], message: 'OUT_OF_ORDER' })
  }
})

export const loyalty = z.strictObject({
  name: text,
  pointsPerUsd: z.number().min(0).max(1000),
  minOrderUsd: usd,
  creditAfterDays: z.int().min(0).max(365),
  levels,
  checkIn: z.strictObject({
    points: someOf(points, 31),
    monthlyBonus: z.strictObject({ days: z.int().min(1).max(31), points }),
    monthlyCapPoints: points,
  }),
  tasks: list(
    z.strictObject({
      id,
      name: text,
      points,
      frequency: z.enum(['once', 'monthly', 'per-order', 'per-friend']),
      maxPerMonth: z.exactOptional(count),
      condition: words(),
    }),
  ),
  exchange: z.strictObject({
    couponValidityDays: z.int().min(1).max(3650),
    offers: list(z.strictObject({ id, points: count, coupon, monthlyLimit: count })),
  }),
  referral: z.strictObject({ friend: coupon, referrer: coupon, codePattern: pattern, capUsd: positive }),
  pointTypes: list(id),
})
