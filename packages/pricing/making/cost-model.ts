import type { Material, PartMeasures, Process, ProcessId, RateCard, RateCardId } from '@cotation/domain'

/** The terms of a cost; each has a French and an English name (`messages/pricing`). */
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

/** Why a term costs what it costs: code of a text in `messages/pricing`, and its figures. */
export interface Reason {
  code: string
  values: Readonly<Record<string, number | string>>
}

/** One share of the cost of a part (USD). */
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
  /** On machining time, for tolerance and surface finish. */
  cycleFactor: number
  /** Brass inserts that are cast in. */
  insertsPerPart: number
}

/** The cost of one part: a figure for scanning quantities, terms with reasons for the shown one. */
export interface CostModel {
  /** USD for one part when `quantity` are made. */
  unitUsd: (quantity: number) => number
  /** The terms that add up to it. */
  terms: (quantity: number) => CostTerm[]
  /** Casting only: the lead time depends on them. */
  moulds?: (quantity: number) => { moulds: number; cavities: number }
  /** Milling and turning only: the standard size that the part is cut from (mm). */
  stockMm?: readonly number[]
}
