import { expect, it } from 'vitest'
import { housing, requestFor, termsByName } from './making.fixture.ts'
import { metalCost } from './metal.ts'

const part = housing({ volumeMm3: 20_000, areaMm2: 11_000, sizeMm: [60, 40, 25] })
const request = requestFor('slm', 'slm-316l', { part })

const termsOf = (asked: typeof request) => termsByName(metalCost(asked))

it('charges the machine for melting, contours and recoating', () => {
  const share = (64 * 29) / (250 * 250 * 0.65)
  const contours = (2 * 11_000) / 0.05 / 1000 / 3600
  expect(termsOf(request).machine?.reason.values.hours).toBeCloseTo(
    21.54 / 32 + contours + ((780 * 9) / 3600) * share,
    12,
  )
})

it('halves the time of contours at twice the speed', () => {
  const process = { ...request.process, cost: { ...request.process.cost, contourMPerSecond: 2 } }
  const hours = (asked: typeof request) => Number(termsOf(asked).machine?.reason.values.hours)
  expect(hours(request) - hours({ ...request, process })).toBeCloseTo((2 * 11_000) / 0.05 / 1000 / 3600 / 2, 12)
})

it('melts more slowly on the eu card', () => {
  const hours = (cardId: 'cn' | 'eu') => Number(termsOf({ ...request, cardId }).machine?.reason.values.hours)
  expect(hours('eu') - hours('cn')).toBeCloseTo(21.54 / 8 - 21.54 / 32, 9)
})

it('charges the furnace only for metals that need stress relief', () => {
  const metal = request.material.cost
  if (metal.kind !== 'metal-powder') throw new Error('not a metal powder')
  const share = (64 * 29) / (250 * 250 * 0.65)
  const unrelieved = { ...request, material: { ...request.material, cost: { ...metal, stressRelief: false } } }
  expect(termsOf(request).consumables?.usd).toBeCloseTo(share * 22, 12)
  expect(termsOf(unrelieved).consumables?.usd).toBeCloseTo(share * 12, 12)
})

it('charges 1.2 minutes of labour for each cm³ of supports', () => {
  const { labour } = termsOf(request)
  expect(labour?.reason.values.supportCm3).toBeCloseTo(4.4, 12)
  expect(labour?.reason.values.minutes).toBeCloseTo(4 + 1.2 * 4.4 + 0.02 * 110, 12)
})

it('refuses a plate area, laser speed or wire speed of zero', () => {
  const metal = request.material.cost
  const withCost = (cost: object) => ({
    ...request,
    process: { ...request.process, cost: { ...request.process.cost, ...cost } },
  })

  const withMetal = (cost: object) => ({ ...request, material: { ...request.material, cost: { ...metal, ...cost } } })
  expect(() => metalCost(withCost({ eta: 0 }))).toThrow('processes.slm.cost plate area')
  expect(() => metalCost(withCost({ contourMPerSecond: 0 }))).toThrow('processes.slm.cost.contourMPerSecond')
  expect(() => metalCost(withCost({ wireCutCm2PerMin: 0 }))).toThrow('processes.slm.cost.wireCutCm2PerMin')
  expect(() => metalCost(withMetal({ layerMm: 0 }))).toThrow('materials.slm-316l.cost.layerMm')
  expect(() => metalCost(withMetal({ buildCm3PerHour: { cn: 0, eu: 8 } }))).toThrow(
    'materials.slm-316l.cost.buildCm3PerHour.cn',
  )
})
