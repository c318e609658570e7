import type { Catalogue, Configuration, PartMeasures, ProcessId } from '@cotation/domain'
import { type MatrixCell, priceCells } from '#pricing/line/price-matrix.ts'

/** A line in one process, priced in several quantities. */
interface ProcessCurve {
  process: ProcessId
  /** One for each quantity that the process is sold in. */
  cells: readonly MatrixCell[]
}

/** Quantities in which a process is the cheapest of those compared. */
export interface CheapestRange {
  process: ProcessId
  from: number
  to: number
}

/** A configuration with its process, as a line would have it. */
export type ProcessConfiguration = Configuration & { process: ProcessId }

/**
 * The prices of a part in several processes by quantity (cents of USD), each in the lead time of its
 * configuration, or in the standard one where that is not sold.
 */
export function processCurves(
  part: PartMeasures,
  configurations: readonly ProcessConfiguration[],
  quantities: readonly number[],
  catalogue: Catalogue,
): ProcessCurve[] {
  return configurations.map((configuration): ProcessCurve => {
    const { process, lead } = configuration
    const priced = priceCells(part, configuration, { quantities, leads: ['standard', lead] }, catalogue)
    const byQuantity = Map.groupBy(priced.ok ? priced.cells : [], ({ quantity }) => quantity)

    const cells = [...byQuantity.values()].flatMap((some) => some.find((cell) => cell.lead === lead) ?? some[0] ?? [])
    return { process, cells }
  })
}

/** The cheapest process from quantity to quantity. At the same price, the process does not change. */
export function cheapestRanges(curves: readonly ProcessCurve[]): CheapestRange[] {
  const priced = curves.flatMap(({ process, cells }) => cells.map((cell) => ({ process, ...cell })))
  const byQuantity = [...Map.groupBy(priced, ({ quantity }) => quantity)].sort(([one], [other]) => one - other)
  const ranges: CheapestRange[] = []

  for (const [quantity, offers] of byQuantity) {
    const last = ranges.at(-1)
    const lowest = Math.min(...offers.map(({ lineMinor }) => lineMinor))
    const cheapest = offers.filter(({ lineMinor }) => lineMinor === lowest)

    if (last && cheapest.some(({ process }) => process === last.process)) {
      last.to = quantity
      continue
    }

    const [next] = cheapest
    if (next) ranges.push({ process: next.process, from: quantity, to: quantity })
  }

  return ranges
}
