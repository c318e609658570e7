export const currencies = ['USD', 'EUR', 'GBP', 'HKD', 'CNY'] as const
export type Currency = (typeof currencies)[number]

/** The currency of all accounts. */
export const accountingCurrency: Currency = 'USD'

/** An amount in integer minor units (cents) with its currency. */
export interface Money {
  minor: number
  currency: Currency
}

export const usd = (minor: number): Money => ({ minor, currency: 'USD' })

/**
 * Rounds an amount to cents, half a cent away from zero. Binary fractions put some halves slightly
 * below: 1.005 × 100 is 100.49999999999999. A few units in the last place are therefore added; more
 * would lift 10 000.00499 by a cent.
 */
export function minorOf(amount: number): number {
  const cents = Math.abs(amount) * 100
  const correction = Math.min(0.25, Math.max(1e-9, cents * 1e-12))
  const rounded = Math.floor(cents + 0.5 + correction)
  return amount < 0 ? -rounded || 0 : rounded
}

/**
 * Splits an integer amount by weights so that the shares add up. Each share is rounded down; the
 * remaining units go to the largest remainders, earlier ones first. Weights are finite and not
 * negative; if all are zero they count as equal.
 */
export function splitByLargestRemainder(minor: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const parts = sum > 0 ? weights : weights.map(() => 1)
  const total = sum > 0 ? sum : weights.length
  const sign = minor < 0 ? -1 : 1

  const exact = parts.map((weight) => (Math.abs(minor) * weight) / total)
  const shares = exact.map(Math.floor)
  let left = Math.abs(minor) - shares.reduce((all, share) => all + share, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)

  for (const { index } of byRemainder) {
    if (left <= 0) break
    shares[index] = (shares[index] as number) + 1
    left--
  }

  return shares.map((share) => sign * share || 0)
}
