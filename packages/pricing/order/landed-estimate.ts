import { type Catalogue, splitByLargestRemainder } from '@cotation/domain'
import { type ImportedGoods, type LandedCost, landedCost } from './landed-cost.ts'
import type { OrderLine } from './order-line.ts'
import type { OrderRefusal } from './order-refusal.ts'
import { type OrderTotal, orderTotal } from './order-total.ts'

/** An order as checkout would price it, and what its import costs beside it. */
export interface LandedEstimate {
  order: OrderTotal
  /** What customs see of each line, in the sequence of the lines. */
  goods: readonly ImportedGoods[]
  landed: LandedCost
  /** The order with duty and import tax (cents, USD), as far as they are known. */
  totalMinor: number
}

/** Goods with services, discounts and their part of the small-order minimum, which is price too. */
function importedGoods(lines: readonly OrderLine[], order: OrderTotal): ImportedGoods[] {
  const paid = order.lines.map(({ paidMinor }) => paidMinor)
  const minimum = splitByLargestRemainder(order.smallOrderMinor, paid)
  return lines.map(({ hsCode }, index) => ({ hsCode, valueMinor: (paid[index] ?? 0) + (minimum[index] ?? 0) }))
}

/** What the import of a priced order costs. */
export function landedCostOf(
  lines: readonly OrderLine[],
  order: OrderTotal,
  destination: string,
  catalogue: Catalogue,
): LandedCost {
  const carriageMinor = order.shipping.minor - order.shipping.discountMinor
  return landedCost({ goods: importedGoods(lines, order), carriageMinor, destination }, catalogue)
}

/**
 * The order of lines delivered to a country by the cheapest carrier, with its import; or why there
 * is none. The order is the one that checkout computes for the same country and carrier.
 */
export function landedEstimate(
  lines: readonly OrderLine[],
  destination: string,
  catalogue: Catalogue,
): LandedEstimate | { refusals: readonly OrderRefusal[] } {
  const order = orderTotal({ lines, destination, carrier: 'cheapest' }, catalogue)
  if ('refusals' in order) return order

  const landed = landedCostOf(lines, order, destination, catalogue)
  const importMinor = landed.state === 'estimated' ? landed.dutyMinor + landed.taxMinor : 0
  return { order, goods: importedGoods(lines, order), landed, totalMinor: order.totalMinor + importMinor }
}
