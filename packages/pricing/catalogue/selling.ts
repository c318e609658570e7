import type { LeadTimes, RateCard, Selling } from '@cotation/domain'

/** Shenzhen export workshop (catalogue 3). Market position 1.2 to 1.5: with engineering review. */
const cn: RateCard = {
  operator: 8,
  engineer: 12,
  machines: { sls: 9, mjf: 16, sla: 4.5, slm: 13, edm: 6, mill3: 13, mill5: 30, lathe: 11, caster: 5, oven: 1.2 },
  overhead: 0.1,
  margin: 0.38,
  marginByProcess: { casting: 0.52, sls: 0.55, mjf: 0.55 },
  marketPosition: 1,
}

/** A bureau in western Europe. */
const eu: RateCard = {
  operator: 30,
  engineer: 45,
  machines: { sls: 46, mjf: 52, sla: 22, slm: 95, edm: 35, mill3: 50, mill5: 85, lathe: 45, caster: 12, oven: 4 },
  overhead: 0.15,
  margin: 0.36,
  marginByProcess: {},
  marketPosition: 1,
}

/** How cost becomes a price (catalogue 3). Exchange rates are proposals that staff update. */
export const selling: Selling = {
  rateCard: 'cn',
  rateCards: { cn, eu },
  minPartShare: 0.25,
  manualQuoteAbove: { quantity: 500, lineUsd: 20000 },
  validityDays: 30,
  exchangeRates: { USD: 1, EUR: 0.86, GBP: 0.76, HKD: 7.78, CNY: 7.11 },
}

const express = { fr: 'Express', en: 'Express' }

/** Lead times in working days, and the price factor of each tier (catalogue 3). */
export const leadTimes: LeadTimes = {
  tiers: {
    economy: {
      name: { fr: 'Économique', en: 'Economy' },
      priceFactor: 0.92,
      daysFactor: 1.5,
      daysAdded: 1,
      atLeastDays: 0,
    },
    standard: { name: { fr: 'Standard', en: 'Standard' }, priceFactor: 1, daysFactor: 1, daysAdded: 0, atLeastDays: 0 },
    express: { name: express, priceFactor: 1.35, daysFactor: 0.6, daysAdded: 0, atLeastDays: 1, mostParts: 50 },
  },
  tiersByProcess: {
    casting: { express: { name: express, priceFactor: 1.3, daysFactor: 0.75, daysAdded: 0, atLeastDays: 7 } },
  },
  quantityDays: [
    [1, 0],
    [20, 1],
    [50, 2],
    [100, 3],
    [200, 5],
  ],
  cutOffHour: 17,
  utcOffsetHours: 8,
}
