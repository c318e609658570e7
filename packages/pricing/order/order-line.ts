import { type Catalogue, findMaterial, type PartMeasures, type TechnologyId } from '@cotation/domain'
import type { LinePrice } from '../line/price-line.ts'
import type { OrderRefusal } from './order-refusal.ts'

/** What totals, cartons and dates need of one priced line. Amounts are cents (USD). */
export interface OrderLine {
  technologyId: TechnologyId
  /** Price of all parts in the chosen lead time, without services. */
  goodsMinor: number
  /** Value-added services, which coupons do not reduce. */
  servicesMinor: number
  /** The share of the goods that express costs above standard; 0 for the other tiers. */
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

/** The order line of a priced line. */
export function orderLineOf(price: LinePrice, part: PartMeasures, catalogue: Catalogue): OrderLine {
  const family = findMaterial(catalogue, price.materialId)?.family ?? ''
  return {
    technologyId: catalogue.processes[price.process].technologyId,
    goodsMinor: price.goods.minor,
    servicesMinor: price.services.minor,
    expressExtraMinor: price.expressExtra.minor,
    quantity: price.quantity,
    weightG: price.weightG,
    sizeMm: part.sizeMm,
    fragile: catalogue.shipping.packing.fragileFamilies.includes(family),
    workingDays: price.leadTime.workingDays,
  }
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

/** Invalid amounts, counts and measures of lines, whose total would not be a number either. */
export const lineRefusals = (lines: readonly OrderLine[]): OrderRefusal[] =>
  lines.flatMap((line, index) =>
    checks
      .filter(([, holds]) => !holds(line))
      .map(([field]) => ({ code: 'invalid-line', field: `lines.${index}.${field}`, detail: {} }) as const),
  )
