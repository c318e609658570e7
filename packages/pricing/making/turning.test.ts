import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { housing, requestFor, termsByName } from './making.fixture.ts'
import { turningCost, turningStockMm } from './turning.ts'

const { cost } = packagedCatalogue.processes.turning

const shaft = (changes: object = {}) =>
  housing({
    volumeMm3: 38_000,
    areaMm2: 9500,
    turning: { turned: true, diameterMm: 30, lengthMm: 80, operations: 4, liveFeatures: 2, ...changes },
  })

const request = (changes: object = {}, cycleFactor = 1) =>
  requestFor('turning', 'al-6061-t6', { part: shaft(changes), cycleFactor })

const termsOf = (asked: ReturnType<typeof request>) => termsByName(turningCost(asked))

const minutesOf = (asked: ReturnType<typeof request>) => Number(termsOf(asked).machine?.reason.values.minutes)

describe('the bar a part is turned from', () => {
  it.each([
    [30, 32],
    [31, 32],
    [31.009, 32],
    [31.02, 35],
    [3, 4],
    [299, 300],
    [299.5, 300.5],
  ])('is wide enough: a part of Ø %d mm needs Ø %d mm', (diameterMm, bar) => {
    expect(turningStockMm(shaft({ diameterMm }), cost)).toEqual([bar, 85])
  })

  it('is part of the cost model', () => {
    expect(turningCost(request()).stockMm).toEqual([32, 85])
    expect(termsOf(request()).material?.reason.values).toMatchObject({ diameterMm: 32, lengthMm: 85 })
  })
})

it('counts half a minute for an operation and 0.8 minutes for a live tool', () => {
  expect(minutesOf(request({ operations: 7 })) - minutesOf(request())).toBeCloseTo(1.5, 9)
  expect(minutesOf(request({ liveFeatures: 0 })) - minutesOf(request())).toBeCloseTo(-1.6, 9)
})

it('counts 2.5 minutes for a thread that is drawn with its helix, and names what the lathe does', () => {
  const part = { ...shaft(), modelledThreads: 1 }
  const threaded = requestFor('turning', 'al-6061-t6', { part })
  expect(minutesOf(threaded) - minutesOf(request())).toBeCloseTo(2.5, 9)
  expect(termsOf(threaded).machine?.reason.values).toMatchObject({ operations: 4, liveFeatures: 2, threads: 1 })
})

it('lengthens the cutting by tolerance and finish, not the loading', () => {
  expect(minutesOf(request({}, 2)) - 1).toBeCloseTo(2 * (minutesOf(request()) - 1), 9)
})

it('roughs 1.3 times and finishes 1.6 times as fast as a mill', () => {
  const removed = (Math.PI * 32 ** 2 * 85) / 4000 - 38
  expect(minutesOf(request())).toBeCloseTo(removed / (1.3 * 25) + 95 / (1.6 * 13) + 3.6 + 1, 9)
})

it('removes nothing if a part is larger than its bar', () => {
  const part = { ...shaft(), volumeMm3: 1e7 }
  expect(termsOf(requestFor('turning', 'al-6061-t6', { part })).machine?.reason.values.removedCm3).toBe(0)
})

it('charges inspection for every part, setup and programming once', () => {
  const { labour, setup, programming } = termsOf(request())
  expect([labour?.usd, setup?.usd, programming?.usd]).toEqual([
    expect.closeTo(0.2, 12),
    expect.closeTo((20 / 60) * 11, 12),
    expect.closeTo(3, 12),
  ])
})

it('refuses turning speeds of zero', () => {
  const asked = request()
  for (const figure of ['roughingCm3PerMin', 'finishingCm2PerMin']) {
    const material = { ...asked.material, cost: { ...asked.material.cost, [figure]: 0 } }
    expect(() => turningCost({ ...asked, material })).toThrow(`materials.al-6061-t6.cost.${figure}`)
  }
})
