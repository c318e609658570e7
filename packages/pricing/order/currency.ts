import { type Currency, minorOf, type Selling } from '@cotation/domain'

/** Converts an amount (cents, USD) at this rate, rounded half up. */
export const minorAtRate = (minor: number, rate: number): number => minorOf((minor * rate) / 100)

/** Converts an amount (cents, USD) for display at the rate of the catalogue, rounded half up. */
export const convertedMinor = (minor: number, currency: Currency, { exchangeRates }: Selling): number =>
  minorAtRate(minor, exchangeRates[currency])

/** A tuple with one amount for each given one. */
type Converted<Parts extends readonly number[]> = { -readonly [Index in keyof Parts]: number }

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0)

/**
 * Converts amounts (cents, USD) at this rate so that they add up to a total, by default their
 * converted sum: rounds down and gives the units left over to the largest remainders, the earlier
 * first. May be negative. A given total may differ by a few units, because it was rounded as a part
 * of another sum: all amounts then share the difference.
 */
export function partsAtRate<Parts extends readonly number[]>(
  parts: Parts,
  rate: number,
  totalMinor: number = minorAtRate(sumOf(parts), rate),
): Converted<Parts> {
  const lower = parts.map((part) => Math.floor(part * rate))
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part * rate - Number(lower[index]) }))
    .sort((one, other) => other.remainder - one.remainder)

  const left = totalMinor - sumOf(lower)
  const shared = Math.floor(left / Math.max(1, parts.length))
  const raised = new Set(byRemainder.slice(0, left - shared * parts.length).map(({ index }) => index))

  return lower.map((part, index) => part + shared + (raised.has(index) ? 1 : 0)) as Converted<Parts>
}

/** `partsAtRate` for display, at the rate of the catalogue. */
export const convertedParts = <Parts extends readonly number[]>(
  parts: Parts,
  currency: Currency,
  { exchangeRates }: Selling,
): Converted<Parts> => partsAtRate(parts, exchangeRates[currency])
