import { minorOf } from '@cotation/domain'

/** The total that is charged for a quantity (cents), and the quantity whose price it is. */
export interface Total {
  minor: number
  /** More than the customer's quantity if more parts cost less. */
  atQuantity: number
}

export interface TotalRequest {
  quantity: number
  /** Price of one part (USD, not rounded) when a quantity is made. */
  unitUsd: (quantity: number) => number
  /** Quantities from which all parts are cheaper: breaks, and moulds with one more cavity. */
  steps: readonly number[]
  /** The largest quantity offered on these terms. */
  maxQuantity: number
}

/**
 * How many parts further a total may still be lower without a step in between. Rounding unit prices
 * to the cent moves a total by up to half a cent per part from the exact one, which rises by
 * `riseCents` per part: q'·(u(q') − ½) < q·(u(q) + ½) gives q' − q < 2q / (2 · rise − 1).
 */
function reach(quantity: number, riseCents: number): number {
  if (!(riseCents > 1)) return quantity
  return Math.min(quantity, Math.ceil((2 * quantity) / (2 * riseCents - 1)) - 1)
}

/** The lowest total from a quantity up to the next step: rounding may make more parts cheaper. */
function lowestNear({ unitUsd, maxQuantity }: TotalRequest, from: number): Total {
  const first = unitUsd(from)
  const now = from * first
  const next = (from + 1) * unitUsd(from + 1)
  const after = (from + 2) * unitUsd(from + 2)

  // Two rises, because one of them may contain another mould.
  const riseCents = 100 * Math.min(next - now, after - next)
  const last = Math.min(maxQuantity, from + reach(from, riseCents))

  let best: Total = { minor: from * minorOf(first), atQuantity: from }
  for (let quantity = from + 1; quantity <= last; quantity++) {
    const minor = quantity * minorOf(unitUsd(quantity))
    if (minor < best.minor) best = { minor, atQuantity: quantity }
  }

  return best
}

/**
 * The total for a quantity (cents): unit price times quantity, or the total of a larger quantity if
 * lower, so that more parts never cost less (a quantity break could make 10 cheaper than 9).
 */
export function lowestTotal(request: TotalRequest): Total {
  const { quantity, steps, maxQuantity, unitUsd } = request

  let best = lowestNear(request, quantity)
  for (const step of steps) {
    if (step <= quantity || step > maxQuantity) continue
    // Rounding takes at most half a cent a part, over at most 2 × quantity: most steps are skipped.
    if (100 * step * unitUsd(step) - step >= best.minor) continue
    const atStep = lowestNear(request, step)
    if (atStep.minor < best.minor) best = atStep
  }

  return best
}
