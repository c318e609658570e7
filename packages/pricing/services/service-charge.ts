import type { ByCard, Material, PartMeasures, RateCardId } from '@cotation/domain'
import type { Reason } from '../making/cost-model.ts'

/** What a service is done on. */
export interface ServiceJob {
  part: PartMeasures
  material: Material
  quantity: number
  cardId: RateCardId
}

/** What a service costs once for the line and for each part (USD), and why. */
export interface ServiceCharge {
  lineUsd: number
  partUsd: number
  code: string
  values: Reason['values']
}

/** A term of a price (USD) on the card; one that the price does not have is free. */
export const usdOf = (term: ByCard | undefined, cardId: RateCardId): number => term?.[cardId] ?? 0
