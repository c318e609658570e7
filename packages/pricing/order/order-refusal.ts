/**
 * Why an order has no total; each code has a text with advice. Parts that cannot be shipped need a
 * manual quote.
 */
export const orderRefusalCodes = [
  'empty-order',
  'invalid-line',
  'too-large-to-ship',
  'too-heavy-to-ship',
  'carrier-not-serving',
  'country-not-served',
  'coupon-below-minimum',
  'coupon-without-express',
  'coupon-without-shipping',
  'coupon-worthless',
] as const

export type OrderRefusalCode = (typeof orderRefusalCodes)[number]

export interface OrderRefusal {
  code: OrderRefusalCode
  /** The offending field: `coupon`, `carrier`, `lines.2.sizeMm`. */
  field: string
  /** Figures for the text: the value and its limit. */
  detail: Readonly<Record<string, string | number>>
}
