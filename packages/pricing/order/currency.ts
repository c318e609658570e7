import { type Currency, minorOf, type Selling } from '@cotation/domain'

/** Converts an amount (cents, USD) for display at the rate of the catalogue, rounded half up. */
export const convertedMinor = (minor: number, currency: Currency, { exchangeRates }: Selling): number =>
  minorOf((minor * exchangeRates[currency]) / 100)

/** As many amounts as were given. */
type Converted<Parts extends readonly number[]> = { -readonly [Index in keyof Parts]: number }

/**
 * Converts amounts (cents, USD) for display so that they add up to their converted sum: rounds down
 * and gives the units left over to the largest remainders, the earlier first. May be negative.
 */
export function convertedParts<Parts extends readonly number[]>(
  parts: Parts,
  currency: Currency,
  selling: Selling,
): Converted<Parts> {
  const rate = selling.exchangeRates[currency]
  const total = parts.reduce((sum, part) => sum + part, 0)

  const lower = parts.map((part) => Math.floor(part * rate))
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part * rate - Number(lower[index]) }))
    .sort((one, other) => other.remainder - one.remainder)
  const left = convertedMinor(total, currency, selling) - lower.reduce((sum, part) => sum + part, 0)
  const raised = new Set(byRemainder.slice(0, Math.max(0, left)).map(({ index }) => index))

  return lower.map((part, index) => part + (raised.has(index) ? 1 : 0)) as Converted<Parts>
}
