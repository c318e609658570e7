import { type Catalogue, type Configuration, offeredLeads, type PartMeasures, type ProcessId } from '@cotation/domain'
import { type MatrixCell, priceMatrix } from '@cotation/pricing'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import { priceable } from './scope/added.ts'

/** Of the product decisions: the quantities that every customer compares. */
export const comparedQuantities = [1, 2, 5, 10, 20, 50, 100] as const

export interface CurvePoint {
  quantity: number
  /** Undefined where the lead time is not offered for so many. */
  cell: MatrixCell | undefined
  /** What one part costs less than a single one would, percent. */
  savedPercent: number
}

const percentLess = (dear: number, cheap: number): number => Math.round((1 - cheap / dear) * 100)

/** The prices of the line over quantities, its own among them. */
export function quantityCurve(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): CurvePoint[] {
  const { materialId, quantity, lead } = configuration
  const quantities = [...new Set([...comparedQuantities, quantity])].sort((a, b) => a - b)
  const priced = priceable(part, configuration, catalogue).configuration
  const [row] = priceMatrix(part, priced, { quantities, leads: [lead], materialIds: [materialId] }, catalogue)
  const cells = row?.ok ? row.cells : []
  const single = cells[0]?.unitMinor

  return quantities.map((one) => {
    const cell = cells.find((some) => some.quantity === one)
    return { quantity: one, cell, savedPercent: cell && single ? percentLess(single, cell.unitMinor) : 0 }
  })
}

/** What ordering more would save on each part (percent), and cost in all (cents). */
export interface NextBreak {
  quantity: number
  more: number
  unitMinor: number
  percent: number
  extraMinor: number
}

/** The next quantity of the curve at which a part costs at least one percent less. */
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
 * A line for another number of parts: anodizing counts the parts of its line and follows (spec 5),
 * and a lead time that is not offered for so many gives way to standard.
 */
export function inQuantity(
  configuration: Configuration,
  quantity: number,
  process: ProcessId,
  catalogue: Catalogue,
): Configuration {
  const isOffered = offeredLeads(quantity, process, catalogue).some(
    (one) => one.lead === configuration.lead && !one.fault,
  )
  return { ...withQuantity(configuration, quantity), lead: isOffered ? configuration.lead : 'standard' }
}

/**
 * The whole number from 1 on that a customer typed; undefined for anything else: half a part is
 * never priced.
 */
export function typedQuantity(text: string): number | undefined {
  return /^0*[1-9]\d{0,15}$/.test(text.trim()) ? Number(text) : undefined
}
