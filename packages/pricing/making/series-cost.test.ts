import { expect, it } from 'vitest'
import { costTerm, seriesCost, sumOf } from './series-cost.ts'

const model = seriesCost({
  each: [costTerm('material', 6, 'a', {}), costTerm('machine', 4, 'b', {})],
  lossShare: 0.05,
  besides: [costTerm('large-part', 3, 'c', {})],
  once: [costTerm('setup', 20, 'd', { minutes: 7 }), costTerm('job', 5, 'e', {})],
})

it('charges losses on what every piece needs, and shares what is done once', () => {
  expect(model.unitUsd(1)).toBeCloseTo(10 * 1.05 + 3 + 25, 12)
  expect(model.unitUsd(10)).toBeCloseTo(10 * 1.05 + 3 + 2.5, 12)
})

it('lists terms with reasons, in the sequence of the work', () => {
  const terms = model.terms(10)
  expect(terms.map(({ term }) => term)).toEqual(['material', 'machine', 'scrap', 'large-part', 'setup', 'job'])
  expect(sumOf(terms)).toBeCloseTo(model.unitUsd(10), 12)
  expect(terms[2]).toEqual(costTerm('scrap', 0.5, 'scrap', { percent: 5 }))
  expect(terms[4]).toEqual(costTerm('setup', 2, 'd', { minutes: 7, lineUsd: 20, quantity: 10 }))
})

it('allows a cost without losses and without one-off work', () => {
  const plain = seriesCost({ each: [costTerm('labour', 2, 'a', {})], lossShare: 0, once: [] })
  expect(plain.unitUsd(3)).toBe(2)
  expect(plain.terms(3)).toHaveLength(2)
})
