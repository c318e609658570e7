import { isVatNumberOf, minorOf, type Tax } from '@cotation/domain'

/** Why a rate of VAT applies; each reason has a French and an English text for the invoice. */
export const taxReasons = [
  /** In the seller's country: its rate. */
  'domestic',
  /** Sold EXW from outside the union to a country with VAT: the buyer pays it to customs. */
  'import-by-buyer',
  /** A company of another member of the union accounts for the VAT itself. */
  'reverse-charge',
  /** Any other buyer in another member of the union: the rate of the destination. */
  'destination',
  /** To a country outside the union, or without VAT. */
  'export',
] as const

export type TaxReason = (typeof taxReasons)[number]

export interface TaxTerms {
  ratePercent: number
  reason: TaxReason
}

/** VAT on delivery to a country (ISO 3166), for a buyer with or without a VAT number there. */
export function taxTerms(country: string, vatNumber: string | undefined, tax: Tax): TaxTerms {
  const rateOf = (of: string): number => tax.standardRates[of] ?? 0
  if (country === tax.seller) return { ratePercent: rateOf(country), reason: 'domestic' }

  // Not every country has import VAT: a buyer in the United States must not be told to pay it.
  const hasImportVat = rateOf(country) > 0
  if (!tax.union.includes(tax.seller)) return { ratePercent: 0, reason: hasImportVat ? 'import-by-buyer' : 'export' }

  if (!tax.union.includes(country)) return { ratePercent: 0, reason: 'export' }
  if (vatNumber !== undefined && isVatNumberOf(country, vatNumber)) return { ratePercent: 0, reason: 'reverse-charge' }
  return { ratePercent: rateOf(country), reason: 'destination' }
}

/** VAT or duty on a sum (cents), rounded half up once: by line it would differ from the invoice. */
export const taxMinor = (baseMinor: number, { ratePercent }: Pick<TaxTerms, 'ratePercent'>): number =>
  minorOf((baseMinor * ratePercent) / 10_000)
