import type { TechnologyId } from '@cotation/domain'
import type { OrderRefusal } from './order-refusal.ts'

/** What totals, parcels and dates ask of one priced line. Amounts are cents (USD). */
export interface OrderLine {
  technologyId: TechnologyId
  /** Price of all parts, with what haste costs and without services. */
  goodsMinor: number
  /** Value-added services, on which no coupon counts. */
  servicesMinor: number
  /** Of the goods: what express costs above standard; 0 for the other tiers. */
  expressExtraMinor: number
  quantity: number
  /** Of one part (g). */
  weightG: number
  /** Of one part. */
  sizeMm: readonly [number, number, number]
  /** Of a family that breaks easily (`Shipping.packing.fragileFamilies`). */
  fragile: boolean
  workingDays: number
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const isMeasure = (value: number): boolean => Number.isFinite(value) && value >= 0

const checks: readonly (readonly [keyof OrderLine, (line: OrderLine) => boolean])[] = [
  ['goodsMinor', ({ goodsMinor }) => isAmount(goodsMinor)],
  ['servicesMinor', ({ servicesMinor }) => isAmount(servicesMinor)],
  ['expressExtraMinor', ({ expressExtraMinor }) => isAmount(expressExtraMinor)],
  ['quantity', ({ quantity }) => isAmount(quantity) && quantity > 0],
  ['weightG', ({ weightG }) => isMeasure(weightG)],
  ['sizeMm', ({ sizeMm }) => sizeMm.every(isMeasure)],
  ['workingDays', ({ workingDays }) => isAmount(workingDays)],
]

/** What is no amount, count or measure in lines: a total of it would be none either. */
export const lineRefusals = (lines: readonly OrderLine[]): OrderRefusal[] =>
  lines.flatMap((line, index) =>
    checks
      .filter(([, holds]) => !holds(line))
      .map(([field]) => ({ code: 'invalid-line', field: `lines.${index}.${field}`, detail: {} }) as const),
  )
