import type { Text } from '../language.ts'
import type { Currency } from '../money.ts'
import type { ProcessId, RateCardId } from './process.ts'

export const machines = ['sls', 'mjf', 'sla', 'slm', 'edm', 'mill3', 'mill5', 'lathe', 'caster', 'oven'] as const
export type Machine = (typeof machines)[number]

/** USD an hour, and what is added to cost. */
export interface RateCard {
  operator: number
  engineer: number
  machines: Readonly<Record<Machine, number>>
  overhead: number
  margin: number
  marginByProcess: { readonly [P in ProcessId]?: number }
  /** 1 is the cheapest of the market. */
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
  /** Not offered for more parts than this. */
  mostParts?: number
}

export interface LeadTimes {
  tiers: Readonly<Record<LeadTier, LeadTierTerms>>
  /** Where a process has its own terms. */
  tiersByProcess: { readonly [P in ProcessId]?: Partial<Record<LeadTier, LeadTierTerms>> }
  /** Days more from a quantity on; casting counts moulds and shots instead. */
  quantityDays: readonly (readonly [from: number, days: number])[]
  /** Hour of the day (UTC + `utcOffsetHours`) after which an order starts on the next working day. */
  cutOffHour: number
  utcOffsetHours: number
}

export interface Selling {
  rateCard: RateCardId
  rateCards: Readonly<Record<RateCardId, RateCard>>
  /** Of the price of a part: however many are ordered, one costs no less than this share of the minimum. */
  minPartShare: number
  /** Beyond either, a person makes the price. */
  manualQuoteAbove: { quantity: number; lineUsd: number }
  validityDays: number
  /** Units of the currency for one USD; USD itself is 1. */
  exchangeRates: Readonly<Record<Currency, number>>
}

/** VAT: which country sells, and the standard rate (percent) of each that asks one. */
export interface Tax {
  seller: string
  standardRates: Readonly<Record<string, number>>
  /** Members of one VAT union: a company of another member accounts for the VAT itself. */
  union: readonly string[]
}

/** Days off: `workshop` for production and departure, `destinations` for delivery, beside weekends. ISO dates. */
export interface Holidays {
  workshop: string
  /** Announced by a government after this version was made; each replaces nothing, and is only added. */
  extra: readonly { country: string; from: string; to: string; name: Text }[]
}
