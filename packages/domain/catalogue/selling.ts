import type { Text } from '../values/language.ts'
import type { Currency } from '../values/money.ts'
import type { ProcessId, RateCardId } from './process.ts'

export const machines = ['sls', 'mjf', 'sla', 'slm', 'edm', 'mill3', 'mill5', 'lathe', 'caster', 'oven'] as const
export type Machine = (typeof machines)[number]

/** USD per hour, and markups on cost. */
export interface RateCard {
  operator: number
  engineer: number
  machines: Readonly<Record<Machine, number>>
  overhead: number
  margin: number
  marginByProcess: { readonly [P in ProcessId]?: number }
  /** Relative to the cheapest offer on the market. */
  marketPosition: number
}

export const leadTiers = ['economy', 'standard', 'express'] as const
export type LeadTier = (typeof leadTiers)[number]

/** Working days are `max(atLeastDays, ceil(days × daysFactor)) + daysAdded`. */
export interface LeadTierTerms {
  name: Text
  priceFactor: number
  daysFactor: number
  daysAdded: number
  atLeastDays: number
  /** Not offered above this quantity. Stored catalogues fix the name. */
  mostParts?: number
}

export interface LeadTimes {
  tiers: Readonly<Record<LeadTier, LeadTierTerms>>
  /** Overrides per process. */
  tiersByProcess: { readonly [P in ProcessId]?: Partial<Record<LeadTier, LeadTierTerms>> }
  /** Extra days by minimum quantity; casting counts moulds and shots instead. */
  quantityDays: readonly (readonly [from: number, days: number])[]
  /** Hour (UTC + `utcOffsetHours`) after which an order starts on the next working day. */
  cutOffHour: number
  utcOffsetHours: number
}

export interface Selling {
  rateCard: RateCardId
  rateCards: Readonly<Record<RateCardId, RateCard>>
  /** The first part costs the minimum price at least, every further one this share of it. */
  minPartShare: number
  /** Above either limit, an expert quotes. */
  manualQuoteAbove: { quantity: number; lineUsd: number }
  validityDays: number
  /** Units of the currency for one USD; USD itself is 1. */
  exchangeRates: Readonly<Record<Currency, number>>
}

/** VAT: the seller's country, and standard rates in percent by country. */
export interface Tax {
  seller: string
  standardRates: Readonly<Record<string, number>>
  /** Members of one VAT union: companies in another member state use the reverse charge. */
  union: readonly string[]
}

/** `workshop` is the country of production and departure; `from` and `to` are ISO dates. */
export interface Holidays {
  workshop: string
  /** Holidays announced after this version was published, added to the others. */
  extra: readonly { country: string; from: string; to: string; name: Text }[]
}
