/**
 * Why an order has no total as it stands. Each code has a French and an English text that says what to do; what cannot be
 * shipped goes to a manual quote.
 */
export const orderRefusalCodes = [
  'empty-order',
  'invalid-line',
  'too-large-to-ship',
  'too-heavy-to-ship',
  'carrier-not-serving',
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
  /** For the text: what was found and what is allowed. */
  detail: Readonly<Record<string, string | number>>
}
