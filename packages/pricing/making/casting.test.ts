import type { Catalogue } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { castingCost } from './casting.ts'
import { housing, requestFor } from './making.fixture.ts'
import { isComplex, masterOf, mouldOf } from './tooling.ts'

const small = housing({ sizeMm: [60, 40, 20], volumeMm3: 15_000, areaMm2: 9000 })
const request = (part = housing(), materialId = 'vc-pu-abs') => requestFor('casting', materialId, { part })
const modelOf = (part = housing(), materialId?: string) => castingCost(request(part, materialId), packagedCatalogue)

describe('moulds', () => {
  it.each([
    ['vc-pu-abs', 20],
    ['vc-pu-pa-gf', 12],
    ['vc-pu-pc-clear', 14],
    ['vc-silicone', 25],
    ['vc-silicone-clear', 22],
  ])('last in %s for %i shots', (materialId, shots) => {
    const { moulds } = modelOf(housing(), materialId)
    expect(moulds?.(shots)).toEqual({ moulds: 1, cavities: 1 })
    expect(moulds?.(shots + 1)).toEqual({ moulds: 2, cavities: 1 })
    expect(moulds?.(4 * shots)).toEqual({ moulds: 4, cavities: 1 })
  })

  it('last for 0.8 of the shots if undercuts are above 8 %', () => {
    expect(modelOf(housing({ undercutPercent: 8 })).moulds?.(17)?.moulds).toBe(1)
    expect(modelOf(housing({ undercutPercent: 8.01 })).moulds?.(16)?.moulds).toBe(1)
    expect(modelOf(housing({ undercutPercent: 8.01 })).moulds?.(17)?.moulds).toBe(2)
  })

  it('follow the limit of undercuts in the catalogue', () => {
    const within = (warns: number | null): Catalogue => ({
      ...packagedCatalogue,
      ruleLimits: { 'undercut-casting': { warns } },
    })
    const part = housing({ undercutPercent: 10 })

    expect(isComplex(part, within(12))).toBe(false)
    expect(isComplex(part, within(9))).toBe(true)
    expect(isComplex(part, within(null))).toBe(true)
  })

  it('need a master for every four', () => {
    const masters = (quantity: number) =>
      modelOf()
        .terms(quantity)
        .find(({ term }) => term === 'master')?.reason.values.masters
    expect([20, 80, 81].map(masters)).toEqual([1, 1, 2])
  })
})

describe('cavities', () => {
  it('are several only in a part up to 60 mm and 15 cm³', () => {
    expect(modelOf(small).moulds?.(200)?.cavities).toBe(4)
    expect(modelOf({ ...small, sizeMm: [60.1, 40, 20] }).moulds?.(200)?.cavities).toBe(1)
    expect(modelOf({ ...small, volumeMm3: 15_001 }).moulds?.(200)?.cavities).toBe(1)
  })

  it('are at most one for every ten parts', () => {
    const tiny = { ...small, areaMm2: 1000 }
    const cavities = (quantity: number) => modelOf(tiny).moulds?.(quantity)?.cavities ?? 0
    for (const quantity of [1, 19, 20, 29, 30, 39, 40, 200]) {
      expect(cavities(quantity)).toBeLessThanOrEqual(Math.max(1, Math.min(4, Math.floor(quantity / 10))))
    }
  })

  // Each cavity needs a master: for few parts several would cost more than they save.
  it('are the cheapest number, so that a part of 60 mm never costs more than a larger one', () => {
    for (const quantity of [10, 20, 30, 40, 55, 100, 500]) {
      const larger = { ...small, sizeMm: [60.1, 40, 20] } as const
      expect(modelOf(small).unitUsd(quantity)).toBeLessThanOrEqual(modelOf(larger).unitUsd(quantity))
    }
    expect(modelOf({ ...small, areaMm2: 90_000 }).moulds?.(20)?.cavities).toBe(1)
  })

  // Catalogue 3.6: the 20 minutes of chamber are per shot, not per part.
  it('share the labour and the chamber of a shot', () => {
    const shotOf = (quantity: number) =>
      modelOf(small)
        .terms(quantity)
        .find(({ term }) => term === 'casting')

    expect(shotOf(1)?.reason.values).toMatchObject({ minutes: 13.8, chamberMinutes: 20, cavities: 1 })
    expect(shotOf(200)?.reason.values).toMatchObject({ minutes: 7.8, chamberMinutes: 5, cavities: 4 })
    expect(shotOf(1)?.usd).toBeCloseTo((13.8 / 60) * 8 + (20 / 60) * 5, 12)
    expect(shotOf(200)?.usd).toBeCloseTo((7.8 / 60) * 8 + (5 / 60) * 5, 12)
  })
})

describe('masters and moulds', () => {
  it('finish a clear master twice as long by area', () => {
    const minutes = (materialId: string) => masterOf(request(housing(), materialId), packagedCatalogue).minutes
    expect(minutes('vc-pu-abs')).toBeCloseTo(40 + 0.25 * 330, 12)
    expect(minutes('vc-pu-pc-clear')).toBeCloseTo(40 + 0.5 * 330, 12)
  })

  it('take 12 minutes in the mould and 1.5 in every shot for an insert', () => {
    const asked = { ...request(), insertsPerPart: 2 }
    expect(mouldOf(asked).usd - mouldOf(request()).usd).toBeCloseTo((24 / 60) * 8, 9)
    const difference = castingCost(asked, packagedCatalogue).unitUsd(10) - modelOf().unitUsd(10)
    expect(difference).toBeCloseTo(3.2 / 10 + (3 / 60) * 8 * 1.08, 9)
  })

  it('need no silicone if a part fills its block', () => {
    expect(mouldOf(request(housing({ volumeMm3: 1e9 }))).siliconeGrams).toBe(0)
  })

  it('cannot be priced without the material of masters', () => {
    const catalogue = { ...packagedCatalogue, materials: [] }
    expect(() => castingCost(request(), catalogue)).toThrow('no material sla-9600-white to print masters in')
  })
})

it('charges 8 % of scrap on resin and casting, not on tools', () => {
  const terms = modelOf().terms(20)
  const usd = (name: string) => terms.find(({ term }) => term === name)?.usd ?? 0
  const scrap = terms.find(({ term }) => term === 'scrap')
  expect(scrap?.usd).toBeCloseTo(0.08 * (usd('material') + usd('casting')), 12)
  expect(scrap?.reason.values.percent).toBeCloseTo(8, 12)
})

it('refuses moulds without shots, cavities without parts, masters without moulds', () => {
  const asked = request()
  const withCost = (cost: object) => ({
    ...asked,
    process: { ...asked.process, cost: { ...asked.process.cost, ...cost } },
  })

  expect(() => castingCost(withCost({ shotsPerMould: 0 }), packagedCatalogue)).toThrow('vc-pu-abs.cost.shotFactor')
  expect(() => castingCost(withCost({ partsPerCavity: 0 }), packagedCatalogue)).toThrow('partsPerCavity')
  expect(() => castingCost(withCost({ mouldsPerMaster: 0 }), packagedCatalogue)).toThrow('mouldsPerMaster')
})

it('chooses the cheapest number of cavities', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 60_000 }), fc.integer({ min: 1, max: 300 }), (areaMm2, quantity) => {
      const asked = request(housing({ areaMm2, sizeMm: [50, 40, 30], volumeMm3: 12_000 }))
      const { cost } = asked.process
      const withMax = (mostCavities: number) =>
        castingCost({ ...asked, process: { ...asked.process, cost: { ...cost, mostCavities } } }, packagedCatalogue)
      const prices = [1, 2, 3].map((max) => withMax(max).unitUsd(quantity))
      expect(castingCost(asked, packagedCatalogue).unitUsd(quantity)).toBeLessThanOrEqual(Math.min(...prices))
    }),
  )
})
