import type { LeadTier, LeadTierTerms } from '@cotation/domain'
import { z } from 'zod'
import { count, country, days, factor, list, positive, share, steps, text, usd } from './figures.ts'

const rate = usd
const margin = share

const rateCard = z.strictObject({
  operator: rate,
  engineer: rate,
  machines: z.strictObject({
    sls: rate,
    mjf: rate,
    sla: rate,
    slm: rate,
    edm: rate,
    mill3: rate,
    mill5: rate,
    lathe: rate,
    caster: rate,
    oven: rate,
  }),
  overhead: z.number().min(0).max(10),
  margin,
  marginByProcess: z.strictObject({
    sla: z.exactOptional(margin),
    mjf: z.exactOptional(margin),
    sls: z.exactOptional(margin),
    slm: z.exactOptional(margin),
    milling: z.exactOptional(margin),
    turning: z.exactOptional(margin),
    casting: z.exactOptional(margin),
  }),
  marketPosition: factor,
})

export const selling = z.strictObject({
  rateCard: z.enum(['cn', 'eu']),
  rateCards: z.strictObject({ cn: rateCard, eu: rateCard }),
  minPartShare: z.number().gt(0).max(1),
  manualQuoteAbove: z.strictObject({ quantity: count, lineUsd: positive }),
  validityDays: z.int().min(1).max(365),
  exchangeRates: z.strictObject({
    USD: z.number().refine((one): boolean => one === 1, 'NOT_ONE'),
    EUR: positive,
    GBP: positive,
    HKD: positive,
    CNY: positive,
  }),
})

const tier = z.strictObject({
  name: text,
  priceFactor: factor,
  daysFactor: factor,
  daysAdded: days,
  atLeastDays: days,
  mostParts: z.exactOptional(count),
})

const ownTiers = z.exactOptional(
  z.strictObject({ economy: z.exactOptional(tier), standard: z.exactOptional(tier), express: z.exactOptional(tier) }),
)

const fromSlowToFast = [
  ['economy', 'standard'],
  ['standard', 'express'],
] as const

/** Faults if a faster tier costs no more or is not faster. */
function* disorder(tiers: Readonly<Record<LeadTier, LeadTierTerms>>, slower: LeadTier, faster: LeadTier) {
  const slow = tiers[slower]
  const fast = tiers[faster]
  if (fast.priceFactor < slow.priceFactor) yield { tier: faster, field: 'priceFactor' }
  if (fast.daysFactor > slow.daysFactor) yield { tier: faster, field: 'daysFactor' }
  if (fast.daysAdded > slow.daysAdded) yield { tier: faster, field: 'daysAdded' }
}

export const leadTimes = z
  .strictObject({
    tiers: z.strictObject({ economy: tier, standard: tier, express: tier }),
    tiersByProcess: z.strictObject({
      sla: ownTiers,
      mjf: ownTiers,
      sls: ownTiers,
      slm: ownTiers,
      milling: ownTiers,
      turning: ownTiers,
      casting: ownTiers,
    }),
    quantityDays: steps(days, (more, before) => more >= before),
    cutOffHour: z.int().min(0).max(24),
    utcOffsetHours: z.number().min(-12).max(14),
  })
  .superRefine(({ tiers, tiersByProcess }, context) => {
    for (const [slower, faster] of fromSlowToFast) {
      for (const { tier: wrong, field } of disorder(tiers, slower, faster))
        context.addIssue({ code: 'custom', path: ['tiers', wrong, field], message: 'OUT_OF_ORDER' })
      for (const [process, own] of Object.entries(tiersByProcess)) {
        const place = own[faster] ? faster : slower
        if (!own[place]) continue
        for (const { field } of disorder({ ...tiers, ...own }, slower, faster))
          context.addIssue({ code: 'custom', path: ['tiersByProcess', process, place, field], message: 'OUT_OF_ORDER' })
      }
    }
  })

const isoDate = z.iso.date()

export const holidays = z.strictObject({
  workshop: country,
  extra: list(
    z
      .strictObject({ country, from: isoDate, to: isoDate, name: text })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'OUT_OF_ORDER' }),
    1000,
  ),
})

export const tax = z
  .strictObject({
    seller: country,
    standardRates: z.record(country, z.number().min(0).max(100)),
    union: list(country),
  })
  .superRefine(({ standardRates, union }, context) => {
    for (const [index, member] of union.entries())
      if (!Object.hasOwn(standardRates, member))
        context.addIssue({ code: 'custom', path: ['union', index], message: 'UNKNOWN_REFERENCE' })
  })

const entry = z.union([z.number(), z.string().max(100)])
const limit = z.exactOptional(z.nullable(z.union([z.number(), z.boolean(), z.string().max(100), list(entry, 100)])))

const figure = z.exactOptional(z.nullable(z.number().min(0)))
const extent = z.exactOptional(
  z.nullable(z.strictObject({ areaMm2: z.number().min(0), sharePct: z.number().min(0).max(100) })),
)

/** `ruleLimitFaults` checks rule ids and the kinds of their limits. */
export const ruleLimits = z.record(
  z.string().regex(/^[a-z0-9-]{1,60}$/),
  z.strictObject({
    blocks: limit,
    warns: limit,
    informs: limit,
    fromMm: figure,
    enoughMm: figure,
    blocksFrom: extent,
    warnsFrom: extent,
  }),
)
