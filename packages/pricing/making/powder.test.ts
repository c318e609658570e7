import { expect, it } from 'vitest'
import { housing, requestFor, termsByName } from './making.fixture.ts'
import { powderCost } from './powder.ts'

const termsOf = (request: Parameters<typeof powderCost>[0]) => termsByName(powderCost(request))

it('charges fusing agents only if the process uses them', () => {
  expect(termsOf(requestFor('mjf', 'mjf-pa12')).consumables?.usd).toBeCloseTo(0.03 * 50, 12)
  expect(termsOf(requestFor('sls', 'sls-pa12-3201'))).not.toHaveProperty('consumables')
})

it('charges powder that is fused and a share of the powder around it', () => {
  const { material } = termsOf(requestFor('sls', 'sls-pa12-3201'))
  const around = 0.12 * 1.04 * 64 * 3.4 + 0.88 * 50 - 50
  expect(material?.reason.values.discardedGrams).toBeCloseTo(around * 0.45 * 0.12, 9)
  expect(material?.usd).toBeCloseTo(0.075 * (47.5 + around * 0.45 * 0.12), 9)
})

it('uses the figures of the rate card', () => {
  const { machine, labour, job } = termsOf(requestFor('sls', 'sls-pa12-3201', { cardId: 'eu' }))
  expect(machine?.reason.values.occupiedCm3).toBeCloseTo(0.35 * 226.304 + 0.65 * 50, 9)
  expect(machine?.reason.values.rate).toBe(46)
  expect(labour?.reason.values.minutes).toBeCloseTo(2.2 + 0.012 * 330, 9)
  expect(job?.usd).toBeCloseTo((4 / 60) * 45, 9)
})

it('discards no powder if a part fills its box', () => {
  const part = housing({ sizeMm: [10, 10, 10], volumeMm3: 9000 })
  const { material, machine } = termsOf(requestFor('sls', 'sls-pa12-3201', { part }))
  expect(material?.reason.values.discardedGrams).toBe(0)
  expect(machine?.reason.values.occupiedCm3).toBe(9)
})

it('refuses a floor space or speed of zero', () => {
  const request = requestFor('sls', 'sls-pa12-3201')
  const withCost = (cost: object) => ({
    ...request,
    process: { ...request.process, cost: { ...request.process.cost, ...cost } },
  })
  expect(() => powderCost(withCost({ eta: 0 }))).toThrow('processes.sls.cost bed area')
  expect(() => powderCost(withCost({ buildMmPerHour: 0 }))).toThrow('processes.sls.cost.buildMmPerHour')
})
