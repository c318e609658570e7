import type { CostModel, CostTerm, CostTermId, Reason } from './cost-model.ts'

/** A cost (USD) that depends on the quantity only through one-off work that all pieces share. */
export interface SeriesCost {
  /** For every piece, including those that fail. */
  each: readonly CostTerm[]
  /** Pieces that fail, as a share of the good ones. */
  lossShare: number
  /** For every good piece only. */
  besides?: readonly CostTerm[]
  /** Once for all pieces. */
  once: readonly CostTerm[]
}

export const costTerm = (term: CostTermId, usd: number, code: string, values: Reason['values']): CostTerm => ({
  term,
  usd,
  reason: { code, values },
})

/** Minutes at an hourly rate (USD). The reason names both. */
export const timeTerm = (
  term: CostTermId,
  code: string,
  values: Reason['values'] & { minutes: number; rate: number },
): CostTerm => costTerm(term, (values.minutes / 60) * values.rate, code, values)

/** Grams at a price per kilogram (USD). The reason names both. */
export const materialTerm = (code: string, values: Reason['values'] & { grams: number; usdPerKg: number }): CostTerm =>
  costTerm('material', (values.grams * values.usdPerKg) / 1000, code, values)

export const sumOf = (terms: readonly CostTerm[]): number => terms.reduce((total, { usd }) => total + usd, 0)

/** `C = Σ each × (1 + loss) + Σ besides + Σ once / q`, for all of catalogue 3 except casting. */
export function seriesCost({ each, lossShare, besides = [], once }: SeriesCost): Pick<CostModel, 'unitUsd' | 'terms'> {
  const eachUsd = sumOf(each)
  const pieceUsd = eachUsd * (1 + lossShare) + sumOf(besides)
  const onceUsd = sumOf(once)

  return {
    unitUsd: (quantity) => pieceUsd + onceUsd / quantity,
    terms: (quantity) => [
      ...each,
      costTerm('scrap', eachUsd * lossShare, 'scrap', { percent: 100 * lossShare }),
      ...besides,
      ...once.map(({ term, usd, reason }) =>
        costTerm(term, usd / quantity, reason.code, { ...reason.values, lineUsd: usd, quantity }),
      ),
    ],
  }
}
