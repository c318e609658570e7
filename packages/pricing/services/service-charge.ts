import type { ByCard, Material, PartMeasures, ProcessId, RateCardId } from '@cotation/domain'
import type { Reason } from '../making/cost-model.ts'

/** The parts that a service is applied to. */
export interface ServiceJob {
  part: PartMeasures
  material: Material
  process: ProcessId
  quantity: number
  cardId: RateCardId
}

/** The price of a service, once for the line and for each part (USD), and its reason. */
export interface ServiceCharge {
  lineUsd: number
  partUsd: number
  code: string
  values: Reason['values']
}

/** A term of a price (USD) on a rate card; an absent term is free. */
export const usdOf = (term: ByCard | undefined, cardId: RateCardId): number => term?.[cardId] ?? 0
