import type { Material, PartMeasures, Process, ProcessId, RateCard, RateCardId } from '@cotation/domain'

/** What a term of a cost or a price stands for; each has a French and an English name (`messages/pricing`). */
export const costTerms = [
  'material',
  'consumables',
  'machine',
  'labour',
  'cutting',
  'tool-wear',
  'scrap',
  'job',
  'setup',
  'programming',
  'large-part',
  'master',
  'mould',
  'casting',
] as const

export type CostTermId = (typeof costTerms)[number]

/** Why a term is what it is: a code with a text in both languages (`messages/pricing`), and the figures in it. */
export interface Reason {
  code: string
  values: Readonly<Record<string, number | string>>
}

/** A share of what one part costs the workshop (USD). */
export interface CostTerm {
  term: CostTermId
  usd: number
  reason: Reason
}

/** What the cost of a part depends on besides its shape. */
export interface CostRequest<P extends ProcessId = ProcessId> {
  part: PartMeasures
  material: Material
  process: Process<P>
  card: RateCard
  cardId: RateCardId
  /** Tolerance and surface finish, on machining time. */
  cycleFactor: number
  /** Parts moulded in, for casting. */
  insertsPerPart: number
}

/** What one part costs to make. Plain figures for scanning quantities, terms with reasons for the one that is shown. */
export interface CostModel {
  /** USD for one part when `quantity` are made. */
  unitUsd: (quantity: number) => number
  /** The same opened to its terms, which add up to it. */
  terms: (quantity: number) => CostTerm[]
  /** Casting: what lead time asks for. */
  moulds?: (quantity: number) => { moulds: number; cavities: number }
  /** Milling and turning: the standard size the part is cut from (mm); a smaller part may need a larger one. */
  stockMm?: readonly number[]
}
