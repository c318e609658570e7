import type { Text } from '../values/language.ts'

/** A publication that has the figures, and the day they were entered (ISO date). */
export interface CustomsSource {
  name: string
  date: string
}

/** A class of the Harmonized System, with the families of material whose parts belong to it. */
export interface Commodity {
  /** Six digits, without dots. */
  hsCode: string
  name: Text
  families: readonly string[]
  /** Key of `Customs.sources`, as every `source` below. */
  source: string
}

/** `392690` is written 3926.90. */
export const hsCodeText = (hsCode: string): string => `${hsCode.slice(0, 4)}.${hsCode.slice(4)}`

/** Whether the value of the goods includes carriage to the country (`cif`) or not (`fob`). */
export type CustomsBase = 'cif' | 'fob'

/** Duty on goods of some classes. Several may apply to the same goods and add up. */
export interface Duty {
  name: Text
  hsCodes: readonly string[]
  percent: number
  /** Countries of origin that the duty is limited to; absent if it applies to all. */
  origins?: readonly string[]
  source: string
}

/** Goods up to this value, without carriage, are exempt: in USD, and as the law says it. */
export interface Allowance {
  usd: number
  amount: number
  currency: string
  source: string
}

/** Countries with the same customs tariff. Their rates of import tax are in `Tax.standardRates`. */
export interface CustomsTerritory {
  countries: readonly string[]
  dutyBase: CustomsBase
  duties: readonly Duty[]
  dutyFree?: Allowance
  /** VAT or GST on import, on the value with duty; absent where there is none. */
  importTax?: { name: Text; base: CustomsBase; source: string; free?: Allowance }
}

/** What an import costs, by country. Countries that are in no territory have no estimate. */
export interface Customs {
  sources: Readonly<Record<string, CustomsSource>>
  commodities: readonly Commodity[]
  territories: readonly CustomsTerritory[]
}
