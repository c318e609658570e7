import type { Tax } from '@cotation/domain'

/** Standard VAT rates (percent) of the members of the European Union. */
const euRates = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
}

/** The seller's country, and the standard rates of countries where VAT is charged or shown. */
export const tax: Tax = {
  seller: 'CN',
  standardRates: { CN: 13, ...euRates, GB: 20, CH: 8.1, NO: 25, AU: 10, CA: 5, JP: 10, SG: 9 },
  union: Object.keys(euRates),
}
