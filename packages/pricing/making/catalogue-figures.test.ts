import { expect, it } from 'vitest'
import { costOfKind, divisor } from './catalogue-figures.ts'
import { materialOf } from './making.fixture.ts'

it('returns a figure above zero, and refuses any other by its name', () => {
  expect(divisor(0.001, 'eta')).toBe(0.001)
  for (const figure of [0, -1, Number.NaN]) {
    expect(() => divisor(figure, 'processes.sla.cost.eta')).toThrow(
      new RangeError('processes.sla.cost.eta must be above zero'),
    )
  }
})

it('returns the cost figures of a kind, and refuses a material of another kind', () => {
  const resin = materialOf('sla-9600-white')
  expect(costOfKind(resin, 'resin')).toBe(resin.cost)
  expect(() => costOfKind(resin, 'stock')).toThrow(new RangeError('sla-9600-white has no cost figures of kind stock'))
})
