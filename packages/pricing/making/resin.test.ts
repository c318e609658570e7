import { describe, expect, it } from 'vitest'
import { housing, requestFor, termsByName } from './making.fixture.ts'
import { resinCost } from './resin.ts'

const termsOf = (request: Parameters<typeof resinCost>[0], quantity = 1) => termsByName(resinCost(request), quantity)

const sized = (sizeMm: [number, number, number]) => requestFor('sla', 'sla-9600-white', { part: housing({ sizeMm }) })

describe('the height of a print', () => {
  it.each([
    [11.9, 179],
    [12, (1.15 * 12 + 6) * 10],
    [40, 520],
  ])('a part of %d mm has %d layers', (thickness, layers) => {
    expect(termsOf(sized([100, 60, thickness])).machine?.reason.values.layers).toBeCloseTo(layers, 6)
  })
})

it('adds a surcharge above 250 mm that failures do not raise', () => {
  expect(termsOf(sized([250, 60, 30]))).not.toHaveProperty('large-part')
  const large = termsOf(sized([250.1, 60, 30]))['large-part']
  expect(large?.usd).toBe(1)
  expect(large?.reason.values).toEqual({ lengthMm: 250.1, fromMm: 250 })
  expect(termsOf({ ...sized([300, 60, 30]), cardId: 'eu' })['large-part']?.usd).toBe(10)
})

it('charges more labour for black and clear resins', () => {
  const plain = termsOf(requestFor('sla', 'sla-9600-white')).labour?.usd ?? 0
  expect(termsOf(requestFor('sla', 'sla-black')).labour?.usd).toBeCloseTo(1.2 * plain, 12)
  expect(termsOf(requestFor('sla', 'sla-8001-clear')).labour?.usd).toBeCloseTo(1.6 * plain, 12)
})

it('shares the job over the quantity, by card', () => {
  expect(termsOf(requestFor('sla', 'sla-9600-white'), 4).job?.usd).toBeCloseTo(0.015, 12)
  expect(termsOf(requestFor('sla', 'sla-9600-white', { cardId: 'eu' }), 4).job?.usd).toBeCloseTo(3.75 / 4, 12)
})

it('charges a share of every recoat by the floor space of the part', () => {
  const hours = (sizeMm: [number, number, number]) => Number(termsOf(sized(sizeMm)).machine?.reason.values.hours)
  const share = (106 * 66) / (780 * 780 * 0.65)
  expect(hours([100, 60, 30])).toBeCloseTo(56 / 180 + 405 * (9 / 3600) * share, 12)
})

it('refuses a layer height, speed or floor space of zero', () => {
  const request = requestFor('sla', 'sla-9600-white')
  const resin = { kind: 'resin', supportRatio: 0.12, layerMm: 0.1, buildCm3PerHour: 180 } as const
  const withResin = (changes: object) => ({
    ...request,
    material: { ...request.material, cost: { ...resin, ...changes } },
  })

  expect(() => resinCost(withResin({ layerMm: 0 }))).toThrow('materials.sla-9600-white.cost.layerMm')
  expect(() => resinCost(withResin({ buildCm3PerHour: 0 }))).toThrow('materials.sla-9600-white.cost.buildCm3PerHour')

  const process = { ...request.process, cost: { ...request.process.cost, eta: 0 } }
  expect(() => resinCost({ ...request, process })).toThrow('processes.sla.cost bed area')
})
