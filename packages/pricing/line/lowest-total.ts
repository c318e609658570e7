import { minorOf } from '@cotation/domain'

/** What a quantity costs: the total that is charged, and the quantity whose price it is. Whole cents. */
export interface Total {
  minor: number
  /** More than was asked for, where ordering more costs less. */
  atQuantity: number
}

export interface TotalRequest {
  quantity: number
  /** Price of one part (USD, not rounded) when a quantity is made. */
  unitUsd: (quantity: number) => number
  /** Quantities at which the price of all parts falls: breaks, and moulds with one more cavity. */
  steps: readonly number[]
  /** Up to here a minimum price is shared by the parts, so that the total does not rise at all. */
  flatUpTo: number
  /** The largest quantity that can be had on these terms. */
  most: number
}

/**
 * How many parts further a total may still be lower without a step in between. Unit prices are rounded to the cent, so a total
 * strays by up to half a cent a part from its exact course, which rises by `riseCents` a part: from
 * q'·(u(q') − ½) < q·(u(q) + ½) follows q' − q < 2q / (2 · rise − 1).
 */
function reach(quantity: number, riseCents: number): number {
  if (!(riseCents > 1)) return quantity
  return Math.min(quantity, Math.ceil((2 * quantity) / (2 * riseCents - 1)) - 1)
}

/** The least total from a quantity on, as long as no step comes: what rounding of the unit price makes cheaper. */
function leastNear({ unitUsd, flatUpTo, most }: TotalRequest, from: number): Total {
  const first = unitUsd(from)
  const now = from * first
  const next = (from + 1) * unitUsd(from + 1)
  const after = (from + 2) * unitUsd(from + 2)

  // Two rises, for one of them may hold a further mould.
  const riseCents = 100 * Math.min(next - now, after - next)
  let best: Total = { minor: from * minorOf(first), atQuantity: from }
  const last = Math.min(most, Math.max(flatUpTo, from + reach(from, riseCents)))
  for (let quantity = from + 1; quantity <= last; quantity++) {
    const minor = quantity * minorOf(unitUsd(quantity))
    if (minor < best.minor) best = { minor, atQuantity: quantity }
  }

  return best
}

/**
 * The total for a quantity in cents: unit price times quantity, or the total of a larger quantity where that is lower, so that
 * more parts never cost less (a break would otherwise make 10 cheaper than 9).
 */
export function lowestTotal(request: TotalRequest): Total {
  const { quantity, steps, most, unitUsd } = request
  let best = leastNear(request, quantity)
  for (const step of steps) {
    if (step <= quantity || step > most) continue
    // Rounding takes half a cent a part at most, over no more than twice the quantity: most steps need no closer look.
    if (100 * step * unitUsd(step) - step >= best.minor) continue
    const there = leastNear(request, step)
    if (there.minor < best.minor) best = there
  }

  return best
}
