import { carrierIds } from '@cotation/domain'
import { z } from 'zod'
import { country, id, list, notNegative, positive, someOf, text, usd, words } from './figures.ts'

const transit = z.int().min(0).max(120)

const zoneRate = z.strictObject({
  firstHalfKgUsd: usd,
  addHalfKgUsd: usd,
  perKgHeavyUsd: usd,
  transitDays: z
    .tuple([transit, transit])
    .refine(([fastest, slowest]) => fastest <= slowest, { path: [1], error: 'OUT_OF_ORDER' }),
})

const carrier = z.strictObject({
  id: z.enum(carrierIds),
  name: words(60),
  service: words(100),
  rates: z.record(z.number(), zoneRate),
  freightCollect: z.boolean(),
  remoteAreaUsd: usd,
  remoteAreaPerKgUsd: usd,
  /** `{n}` is the number of the parcel. */
  trackingUrl: z
    .string()
    .max(300)
    .regex(/^https:\/\/[^\s]*\{n\}[^\s]*$/),
})

export const shipping = z.strictObject({
  origin: z.strictObject({ country, city: words(100) }),
  incoterm: words(40),
  volumetricCm3PerKg: positive,
  stepKg: positive,
  heavyFromKg: positive,
  heavyStepKg: positive,
  maxPieceKg: positive,
  maxPieceCm: positive,
  maxLengthPlusGirthCm: positive,
  packing: z.strictObject({
    padMm: notNegative,
    fillFactor: z.number().min(1).max(100),
    fragileFactor: z.number().min(1).max(100),
    fragileFamilies: list(id),
    tareKg: notNegative,
    tareShare: z.number().min(0).max(1),
  }),
  carriers: someOf(carrier, carrierIds.length),
  zones: someOf(
    z.strictObject({
      id: z.int().min(1).max(99),
      name: text,
      countries: someOf(z.union([country, z.literal('*')])),
    }),
    99,
  ),
  wording: z.strictObject({ exw: text, freightCollect: text, poBox: text }),
})
