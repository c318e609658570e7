import {
  type Allowance,
  type Catalogue,
  type Customs,
  type CustomsBase,
  type CustomsSource,
  type CustomsTerritory,
  minorOf,
  splitByLargestRemainder,
  type Text,
} from '@cotation/domain'
import { taxMinor } from './tax.ts'

/** Goods of an order that are imported together. Amounts are cents (USD). */
export interface Shipment {
  goods: readonly ImportedGoods[]
  carriageMinor: number
  /** ISO 3166 code of the country of delivery. */
  destination: string
}

export interface ImportedGoods {
  /** Undefined if the catalogue does not classify the material. */
  hsCode: string | undefined
  /** What the customer pays for them, without carriage. */
  valueMinor: number
}

export const landedChargeKinds = ['duty', 'tax'] as const

/** One charge of an import: `ratePercent` of `baseMinor`, rounded half up. */
export interface LandedCharge {
  kind: (typeof landedChargeKinds)[number]
  name: Text
  /** The class of the goods that a duty is charged on. */
  hsCode?: string
  base: CustomsBase
  baseMinor: number
  ratePercent: number
  amountMinor: number
  /** The exemption that makes the amount zero. */
  allowance?: Allowance
  source: CustomsSource
}

/** Why there is no estimate; each has a French and an English text. */
export const landedGaps = ['country', 'material', 'version'] as const

/**
 * What is paid on import beside the order: nothing within a country or a customs union. Without the
 * figures for it there is no estimate, which is not the same as nothing.
 */
export type LandedCost =
  | { state: 'estimated'; charges: readonly LandedCharge[]; dutyMinor: number; taxMinor: number }
  | { state: 'free-circulation' }
  | { state: 'unknown'; gap: (typeof landedGaps)[number] }

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const amountOf = (charges: readonly LandedCharge[]): number => sum(charges.map(({ amountMinor }) => amountMinor))

/** The HS code of parts of a family of material. */
export const hsCodeOf = (family: string, { customs }: Catalogue): string | undefined =>
  customs?.commodities.find(({ families }) => families.includes(family))?.hsCode

const isFreeCirculation = (origin: string, destination: string, { tax }: Catalogue): boolean =>
  origin === destination || (tax.union.includes(origin) && tax.union.includes(destination))

/** The value of the goods by class; undefined if one has no class. */
function valuesByClass(goods: readonly ImportedGoods[]): Map<string, number> | undefined {
  const values = new Map<string, number>()
  for (const { hsCode, valueMinor } of goods) {
    if (hsCode === undefined) return undefined
    values.set(hsCode, (values.get(hsCode) ?? 0) + valueMinor)
  }

  return values
}

/** The allowance, if it covers goods of this value. */
const covering = (allowance: Allowance | undefined, goodsMinor: number): Allowance | undefined =>
  allowance && goodsMinor <= minorOf(allowance.usd) ? allowance : undefined

interface Rate extends Pick<LandedCharge, 'kind' | 'name' | 'hsCode' | 'base' | 'baseMinor' | 'ratePercent'> {
  allowance: Allowance | undefined
  source: string
}

function chargeOf({ source, allowance, ...rate }: Rate, { sources }: Customs): LandedCharge {
  const publication = sources[source]
  if (!publication) throw new Error(`The catalogue has no customs source ${source}.`)

  const amountMinor = allowance ? 0 : taxMinor(rate.baseMinor, rate)
  return { ...rate, amountMinor, ...(allowance && { allowance }), source: publication }
}

/** Goods that enter a territory. */
interface Import {
  values: ReadonlyMap<string, number>
  goodsMinor: number
  carriageMinor: number
  origin: string
  territory: CustomsTerritory
  customs: Customs
}

/** The duties on each class of goods; undefined if the tariff of one is not known. */
function dutyCharges(imported: Import): LandedCharge[] | undefined {
  const { values, goodsMinor, carriageMinor, origin, territory, customs } = imported
  const { dutyBase: base, duties, dutyFree } = territory
  const carriage = splitByLargestRemainder(carriageMinor, [...values.values()])
  const allowance = covering(dutyFree, goodsMinor)

  const charges: LandedCharge[] = []
  for (const [index, [hsCode, valueMinor]] of [...values].entries()) {
    const onClass = duties.filter((duty) => duty.hsCodes.includes(hsCode))
    if (onClass.length === 0) return undefined

    const baseMinor = valueMinor + (base === 'cif' ? (carriage[index] ?? 0) : 0)
    for (const { name, percent, origins, source } of onClass) {
      if (origins && !origins.includes(origin)) continue
      const rate = { kind: 'duty', name, hsCode, base, baseMinor, ratePercent: percent, allowance, source } as const
      charges.push(chargeOf(rate, customs))
    }
  }

  return charges
}

/** VAT or GST on the goods with duty. */
function importTaxCharges(imported: Import, dutyMinor: number, ratePercent: number): LandedCharge[] {
  const { goodsMinor, carriageMinor, territory, customs } = imported
  if (!territory.importTax) return []

  const { name, base, source, free } = territory.importTax
  const baseMinor = goodsMinor + dutyMinor + (base === 'cif' ? carriageMinor : 0)
  const allowance = covering(free, goodsMinor)
  return [chargeOf({ kind: 'tax', name, base, baseMinor, ratePercent, allowance, source }, customs)]
}

/**
 * Duty and import tax on goods from the workshop's country, each charge with its base and rate. Duty
 * is a share of the goods of a class, with their part of the carriage where the country counts it;
 * import tax is one of the goods with duty. Clearance fees of the carrier are not part of it.
 */
export function landedCost({ goods, carriageMinor, destination }: Shipment, catalogue: Catalogue): LandedCost {
  const origin = catalogue.shipping.origin.country
  if (isFreeCirculation(origin, destination, catalogue)) return { state: 'free-circulation' }

  const { customs } = catalogue
  if (!customs) return { state: 'unknown', gap: 'version' }

  const territory = customs.territories.find(({ countries }) => countries.includes(destination))
  if (!territory) return { state: 'unknown', gap: 'country' }

  const values = valuesByClass(goods)
  if (!values) return { state: 'unknown', gap: 'material' }

  const goodsMinor = sum([...values.values()])
  const imported = { values, goodsMinor, carriageMinor, origin, territory, customs }
  const duties = dutyCharges(imported)
  if (!duties) return { state: 'unknown', gap: 'material' }

  const dutyMinor = amountOf(duties)
  const taxes = importTaxCharges(imported, dutyMinor, catalogue.tax.standardRates[destination] ?? 0)
  return { state: 'estimated', charges: [...duties, ...taxes], dutyMinor, taxMinor: amountOf(taxes) }
}
