import { z } from 'zod'

/** The discount of a coupon, with bounds for its amounts. */
export const couponSchema = (amountUsd: z.ZodNumber, minGoodsUsd: z.ZodNumber) =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('amount'), usd: amountUsd, minGoodsUsd }),
    z.strictObject({
      type: z.literal('percent'),
      percent: z.number().gt(0).max(100),
      capUsd: z.exactOptional(amountUsd),
      minGoodsUsd: z.exactOptional(minGoodsUsd),
    }),
    z.strictObject({ type: z.literal('shipping'), usd: amountUsd, minGoodsUsd }),
    z.strictObject({ type: z.literal('expressUpgrade'), capUsd: amountUsd }),
  ])
