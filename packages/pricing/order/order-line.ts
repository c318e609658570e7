import {
  type Catalogue,
  type Commodity,
  type Configuration,
  findMaterial,
  type PartMeasures,
  type TechnologyId,
} from '@cotation/domain'
import { technologyIdOf } from '../line/line-amounts.ts'
import type { LinePrice } from '../line/price-line.ts'
import { hsCodeOf } from './landed-cost.ts'
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
  /** Weight of one part (g). */
  weightG: number
  /** Sides of one part. */
  sizeMm: readonly [number, number, number]
  /** Whether the family breaks easily (`Shipping.packing.fragileFamilies`). */
  fragile: boolean
  workingDays: number
  /** For customs; absent if the catalogue does not classify the material. */
  hsCode?: string
}

/** What the material decides: how parts are packed, and how customs classify them. */
function materialTerms(materialId: string | undefined, catalogue: Catalogue): Pick<OrderLine, 'fragile' | 'hsCode'> {
  const family = findMaterial(catalogue, materialId ?? '')?.family ?? ''
  const fragile = catalogue.shipping.packing.fragileFamilies.includes(family)
  const hsCode = hsCodeOf(family, catalogue)
  return { fragile, ...(hsCode && { hsCode }) }
}

/** What customs ask about the parts of a line. The class follows from the material: a proposal. */
export interface CustomsFacts {
  commodity: Commodity
  /** Where the parts are made: ISO 3166 code. */
  origin: string
  /** Weight of all parts of the line (g), to a tenth. */
  netWeightG: number
}

/** Undefined if the catalogue does not classify the material; early versions classify none. */
export function customsFactsOf(
  { hsCode, weightG, quantity }: Pick<OrderLine, 'hsCode' | 'weightG' | 'quantity'>,
  { customs, shipping }: Catalogue,
): CustomsFacts | undefined {
  const commodity = customs?.commodities.find((one) => one.hsCode === hsCode)
  if (!commodity) return undefined

  return { commodity, origin: shipping.origin.country, netWeightG: Math.round(10 * weightG * quantity) / 10 }
}

/** The order line of a priced line. */
export function orderLineOf(price: LinePrice, part: PartMeasures, catalogue: Catalogue): OrderLine {
  return {
    technologyId: catalogue.processes[price.process].technologyId,
    goodsMinor: price.goods.minor,
    servicesMinor: price.services.minor,
    expressExtraMinor: price.expressExtra.minor,
    quantity: price.quantity,
    weightG: price.weightG,
    sizeMm: part.sizeMm,
    workingDays: price.leadTime.workingDays,
    ...materialTerms(price.materialId, catalogue),
  }
}

/** An expert's price of one part, with the parcel and the days where the expert gave them. */
export interface ExpertOffer {
  /** Null if the expert declined. */
  unitMinor: number | null
  workingDays: number | null
  sizeMm: readonly [number, number, number] | null
  weightG: number | null
}

/** A quote line as far as its price is known. */
export interface QuotedLine {
  price: LinePrice | null
  part: PartMeasures | null
  configuration: Configuration | null
  /** The expert's offer for the line as it is now, if there is one. */
  expert: ExpertOffer | null
}

/**
 * An order line with an expert's price, all of which is goods. Weight, size and days come from the
 * expert, else from the automatic analysis. Older quotes may have neither: they count as the
 * smallest parcel.
 */
function expertLine(
  line: QuotedLine,
  expert: ExpertOffer & { unitMinor: number },
  service: string,
  catalogue: Catalogue,
): OrderLine {
  const { price, part, configuration } = line
  const quantity = configuration?.quantity ?? 1
  const material = configuration ? findMaterial(catalogue, configuration.materialId) : undefined
  const technologyId = technologyIdOf(line, service, catalogue)
  if (technologyId === undefined) throw new Error(`The catalogue has no technology ${service}.`)

  const analysedWeightG = ((part?.volumeMm3 ?? 0) * (material?.densityGCm3 ?? 0)) / 1000

  return {
    technologyId,
    goodsMinor: quantity * expert.unitMinor,
    servicesMinor: 0,
    expressExtraMinor: 0,
    quantity,
    weightG: expert.weightG ?? price?.weightG ?? analysedWeightG,
    sizeMm: expert.sizeMm ?? part?.sizeMm ?? [0, 0, 0],
    workingDays: expert.workingDays ?? price?.leadTime.workingDays ?? 0,
    ...materialTerms(configuration?.materialId, catalogue),
  }
}

/**
 * The order line of a quote line, with the expert's price if there is one; undefined without any.
 * `service` is the project's, for parts that have no technology of their own.
 */
export function quotedOrderLine(line: QuotedLine, service: string, catalogue: Catalogue): OrderLine | undefined {
  const { price, part, expert } = line
  if (expert && expert.unitMinor !== null)
    return expertLine(line, { ...expert, unitMinor: expert.unitMinor }, service, catalogue)

  return price && part ? orderLineOf(price, part, catalogue) : undefined
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
