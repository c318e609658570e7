import { isVatNumberOf, minorOf, type Tax } from '@cotation/domain'

/** Why VAT is what it is; each has a French and an English text for the invoice. */
export const taxReasons = [
  /** The seller's own country: its rate. */
  'domestic',
  /** Sold EXW from outside the union: import VAT is the buyer's, and paid to customs. */
  'import-by-buyer',
  /** A company of another member of the union accounts for the VAT itself. */
  'reverse-charge',
  /** Somebody else in another member: the rate of the destination. */
  'destination',
  /** Out of the union. */
  'export',
] as const

export type TaxReason = (typeof taxReasons)[number]

export interface TaxTerms {
  ratePercent: number
  reason: TaxReason
}

/** VAT on a delivery to a country (ISO 3166), for a buyer with or without a VAT number of that country. */
export function taxTerms(country: string, vatNumber: string | undefined, tax: Tax): TaxTerms {
  const rateOf = (of: string): number => tax.standardRates[of] ?? 0
  if (country === tax.seller) return { ratePercent: rateOf(country), reason: 'domestic' }
  if (!tax.union.includes(tax.seller)) return { ratePercent: 0, reason: 'import-by-buyer' }
  if (!tax.union.includes(country)) return { ratePercent: 0, reason: 'export' }
  if (vatNumber !== undefined && isVatNumberOf(country, vatNumber)) return { ratePercent: 0, reason: 'reverse-charge' }
  return { ratePercent: rateOf(country), reason: 'destination' }
}

/** VAT on a taxed sum (cents), rounded half up once for the sum: rounded by line it would differ from the invoice by cents. */
export const taxMinor = (baseMinor: number, { ratePercent }: TaxTerms): number =>
  minorOf((baseMinor * ratePercent) / 10_000)
