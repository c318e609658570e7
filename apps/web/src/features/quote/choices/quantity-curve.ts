import { type Catalogue, type Configuration, leadFault, type PartMeasures, type ProcessId } from '@cotation/domain'
import { type MatrixCell, priceCells } from '@cotation/pricing'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import { priceable } from './added.ts'

/** Product decision: the quantities whose prices are always shown. */
export const comparedQuantities = [1, 2, 5, 10, 20, 50, 100] as const

/** The compared quantities and that of a line, smallest first. */
export const shownQuantities = (quantity: number): number[] =>
  [...new Set([...comparedQuantities, quantity])].sort((a, b) => a - b)

export interface CurvePoint {
  quantity: number
  /** Undefined if the lead time is not offered for this quantity. */
  cell: MatrixCell | undefined
  /** How much less one part costs than a single one, percent. */
  savedPercent: number
}

const percentLess = (from: number, to: number): number => Math.round((1 - to / from) * 100)

/** The prices of the line at the compared quantities and at its own. */
export function quantityCurve(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): CurvePoint[] {
  const { quantity, lead } = configuration
  const quantities = shownQuantities(quantity)
  const complete = priceable(part, configuration, catalogue).configuration
  const priced = priceCells(part, complete, { quantities, leads: [lead] }, catalogue)
  const cells = priced.ok ? priced.cells : []
  const single = cells[0]?.unitMinor

  return quantities.map((one) => {
    const cell = cells.find((some) => some.quantity === one)
    return { quantity: one, cell, savedPercent: cell && single ? percentLess(single, cell.unitMinor) : 0 }
  })
}

/** What a larger order saves per part (percent), and costs in total (cents). */
interface NextBreak {
  quantity: number
  more: number
  unitMinor: number
  percent: number
  extraMinor: number
}

/** The next quantity at which a part costs at least one percent less. */
export function nextBreak(curve: readonly CurvePoint[], quantity: number): NextBreak | undefined {
  const now = curve.find((point) => point.quantity === quantity)?.cell
  if (!now) return undefined

  for (const { quantity: some, cell } of curve) {
    const percent = cell && some > quantity ? percentLess(now.unitMinor, cell.unitMinor) : 0
    if (!cell || percent < 1) continue
    const extraMinor = cell.lineMinor - now.lineMinor
    return { quantity: some, more: some - quantity, unitMinor: cell.unitMinor, percent, extraMinor }
  }

  return undefined
}

/**
 * The configuration for another quantity. Anodizing follows (spec 5), and a lead time that is not
 * offered for that quantity becomes standard.
 */
export function inQuantity(
  configuration: Configuration,
  quantity: number,
  process: ProcessId,
  catalogue: Catalogue,
): Configuration {
  const isRefused = leadFault(configuration.lead, quantity, process, catalogue) !== undefined
  return { ...withQuantity(configuration, quantity), lead: isRefused ? 'standard' : configuration.lead }
}
