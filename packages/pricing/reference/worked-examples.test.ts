import { findTolerance, minorOf, type PartMeasures, type ProcessId, type RateCardId } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { unitPrice } from '#pricing/line/selling-price.ts'
import { costOfMaking } from '#pricing/making/cost-of-making.ts'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { materialOf } from '../making/making.fixture.ts'
import { servicePrice } from '../services/service-price.ts'

const noTurning = { turned: false, diameterMm: 0, lengthMm: 0, operations: 0, liveFeatures: 0 }
const hole = { diameterMm: 3.3, depthMm: 12, through: true, wallMm: undefined }

const housing: PartMeasures = {
  volumeMm3: 50_000,
  areaMm2: 33_000,
  sizeMm: [100, 60, 30],
  freeformShare: 0,
  setups: 2,
  holes: [],
  turning: noTurning,
  undercutPercent: 0,
}

const metalBracket: PartMeasures = { ...housing, volumeMm3: 20_000, areaMm2: 11_000, sizeMm: [60, 40, 25] }

const milledBracket: PartMeasures = {
  ...housing,
  volumeMm3: 70_000,
  areaMm2: 26_000,
  sizeMm: [100, 60, 25],
  freeformShare: 0.05,
  holes: Array.from({ length: 8 }, () => hole),
}

const shaft: PartMeasures = {
  ...housing,
  volumeMm3: 38_000,
  areaMm2: 9_500,
  sizeMm: [80, 30, 30],
  turning: { turned: true, diameterMm: 30, lengthMm: 80, operations: 4, liveFeatures: 2 },
}

interface Sale {
  cardId?: RateCardId
  toleranceId?: string
}

function modelOf(
  part: PartMeasures,
  materialId: string,
  processId: ProcessId,
  { cardId = 'cn', toleranceId }: Sale = {},
) {
  const process = packagedCatalogue.processes[processId]
  const tolerance = toleranceId === undefined ? undefined : findTolerance(process, toleranceId)
  const card = packagedCatalogue.selling.rateCards[cardId]
  const material = materialOf(materialId)
  const cycleFactor = tolerance?.cycleFactor ?? 1
  const model = costOfMaking(
    { part, material, process, card, cardId, cycleFactor, insertsPerPart: 0 },
    packagedCatalogue,
  )
  const unitMinor = (quantity: number) =>
    minorOf(
      unitPrice(
        model.unitUsd(quantity),
        {
          quantity,
          process,
          material,
          cardId,
          toleranceFactor: tolerance?.priceFactor ?? 1,
          leadFactor: 1,
          partPriceFactor: 1,
        },
        packagedCatalogue,
      ).usd,
    )

  const term = (name: string, quantity: number) => model.terms(quantity).find((found) => found.term === name)
  return { model, unitMinor, term, material }
}

const sls = (sale?: Sale) => modelOf(housing, 'sls-pa12-3201', 'sls', sale)
const sla = (sale?: Sale) => modelOf(housing, 'sla-9600-white', 'sla', sale)
const slm = (sale?: Sale) => modelOf(metalBracket, 'slm-316l', 'slm', sale)
const milling = (sale?: Sale) => modelOf(milledBracket, 'al-6061-t6', 'milling', sale)
const turning = (sale?: Sale) => modelOf(shaft, 'al-6061-t6', 'turning', sale)
const casting = (sale?: Sale) => modelOf(housing, 'vc-pu-abs', 'casting', sale)

describe('catalogue 3.1, powder', () => {
  it('prices the housing in SLS at 11.26 for ten', () => {
    const { unitMinor, term, model } = sls()
    expect(unitMinor(10)).toBe(1126)

    const machine = term('machine', 10)
    expect(machine?.reason.values.hours).toBeCloseTo(0.0545, 4)
    expect(machine?.reason.values.occupiedCm3).toBeCloseTo(71.2, 1)
    expect(machine?.reason.values.heightMm).toBeCloseTo(0.726, 3)
    expect(machine?.usd).toBeCloseTo(0.49, 2)
    expect(term('material', 10)?.usd).toBeCloseTo(3.65, 2)
    expect(term('material', 10)?.reason.values.grams).toBeCloseTo(47.5, 9)
    expect(term('labour', 10)?.usd).toBeCloseTo(0.57, 2)
    expect(term('labour', 10)?.reason.values.minutes).toBeCloseTo(0.3 + 3.96, 9)
    expect(term('job', 10)?.usd).toBeCloseTo(0.006, 9)
    expect(model.unitUsd(10)).toBeCloseTo(4.9, 2)
  })

  it('prices the housing in MJF dyed black at 16.84 and 1.72', () => {
    const { unitMinor, material } = modelOf(housing, 'mjf-pa12', 'mjf')
    const dye = servicePrice(
      { id: 'dyeing', option: 'solid', colours: ['black'] },
      { part: housing, material, process: 'mjf', quantity: 10, cardId: 'cn' },
      packagedCatalogue,
    )

    expect(unitMinor(10)).toBe(1684)
    expect(minorOf(dye.usd)).toBe(1720)
    expect(unitMinor(10) + minorOf(dye.usd) / 10).toBe(1856)
  })
})

describe('catalogue 3.2, resin', () => {
  it('prices the housing at 4.83', () => {
    const { unitMinor, term, model } = sla()
    expect(unitMinor(1)).toBe(483)
    expect(term('material', 1)?.reason.values.grams).toBeCloseTo(68.3, 1)
    expect(term('material', 1)?.usd).toBeCloseTo(0.75, 2)
    expect(term('machine', 1)?.reason.values.layers).toBeCloseTo(405, 9)
    expect(term('machine', 1)?.reason.values.hours).toBeCloseTo(0.329, 3)
    expect(term('machine', 1)?.usd).toBeCloseTo(1.48, 2)
    expect(term('labour', 1)?.reason.values.minutes).toBeCloseTo(2.28, 9)
    expect(term('labour', 1)?.usd).toBeCloseTo(0.3, 2)
    expect(term('job', 1)?.usd).toBeCloseTo(0.06, 9)
    expect(model.unitUsd(1)).toBeCloseTo(2.72, 2)
  })

  // The catalogue does not name the finish of the paint: satin gives its sum.
  it('prices two housings with two Pantone colours, satin, and a silkscreen at 81.81', () => {
    const { unitMinor, material } = sla()
    const job = { part: housing, material, process: 'sla', quantity: 2, cardId: 'cn' } as const
    const colours = ['PANTONE 186 C', 'PANTONE 286 C']
    const paint = servicePrice({ id: 'painting', option: 'pantone', colours, finish: 'satin' }, job, packagedCatalogue)
    const print = servicePrice(
      { id: 'silkscreen', option: 'screen', colours: ['PANTONE Black 6 C'], zones: 1, position: 'top' },
      job,
      packagedCatalogue,
    )

    expect([unitMinor(2), minorOf(paint.usd), minorOf(print.usd)]).toEqual([478, 5605, 1620])
    expect(2 * unitMinor(2) + minorOf(paint.usd) + minorOf(print.usd)).toBe(8181)
  })
})

describe('catalogue 3.3, metal', () => {
  it('prices the bracket in 316L at 39.09, and at 35.54 for ten', () => {
    const { unitMinor, term, model } = slm()
    expect(unitMinor(1)).toBe(3909)
    expect(unitMinor(10)).toBe(3554)
    expect(term('material', 1)?.usd).toBeCloseTo(3.68, 2)
    expect(term('machine', 1)?.reason.values.layers).toBeCloseTo(780, 9)
    expect(term('machine', 1)?.reason.values.hours).toBeCloseTo(0.884, 3)
    expect(term('machine', 1)?.usd).toBeCloseTo(11.5, 2)
    expect(term('consumables', 1)?.reason.values.percent).toBeCloseTo(4.57, 2)
    expect(term('consumables', 1)?.usd).toBeCloseTo(1.01, 2)
    expect(term('cutting', 1)?.reason.values.areaCm2).toBeCloseTo(18.56, 9)
    expect(term('cutting', 1)?.usd).toBeCloseTo(2.32, 2)
    expect(term('labour', 1)?.reason.values.minutes).toBeCloseTo(11.48, 9)
    expect(term('labour', 1)?.usd).toBeCloseTo(1.53, 2)
    expect(term('job', 1)?.usd).toBeCloseTo(0.8, 9)
    expect(model.unitUsd(1)).toBeCloseTo(22.03, 2)
  })
})

describe('catalogue 3.4, milling', () => {
  it('prices the bracket in 6061 at 22.82 for ten and 39.94 for one', () => {
    const { unitMinor, term, model } = milling()
    expect(unitMinor(10)).toBe(2282)
    expect(unitMinor(1)).toBe(3994)
    expect(model.stockMm).toEqual([105, 65, 30])
    expect(term('material', 10)?.usd).toBeCloseTo(2.79, 2)
    expect(term('machine', 10)?.reason.values.removedCm3).toBeCloseTo(134.75, 9)
    expect(term('machine', 10)?.reason.values.minutes).toBeCloseTo(35.9, 1)
    expect(term('machine', 10)?.usd).toBeCloseTo(7.77, 2)
    expect(term('tool-wear', 10)?.usd).toBeCloseTo(0.55, 2)
    expect(term('labour', 10)?.usd).toBeCloseTo(0.96, 9)
    expect(term('setup', 10)?.usd).toBeCloseTo(0.477, 3)
    expect(term('programming', 10)?.usd).toBeCloseTo(0.52, 9)
    expect(model.unitUsd(10)).toBeCloseTo(13.54, 2)
  })

  it('prices the bracket in SUS304 at 86.06', () => {
    expect(modelOf(milledBracket, 'ss-304', 'milling').unitMinor(1)).toBe(8606)
  })

  it('prices ten brackets with ±0.05, bead blast, Type II anodizing and four M4 at 363.30', () => {
    const { unitMinor, material } = milling({ toleranceId: 'pm-0.05' })
    const job = { part: milledBracket, material, process: 'milling', quantity: 10, cardId: 'cn' } as const
    const blast = servicePrice({ id: 'sandblasting', option: 'glass-120' }, job, packagedCatalogue)
    const anodizing = servicePrice(
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 },
      job,
      packagedCatalogue,
    )

    const taps = servicePrice(
      { id: 'tapping', option: '6H', items: [{ size: 'M4', count: 4, depthMm: 8 }] },
      job,
      packagedCatalogue,
    )

    expect([unitMinor(10), minorOf(blast.usd), minorOf(anodizing.usd), minorOf(taps.usd)]).toEqual([
      2665, 2360, 5220, 2100,
    ])
    expect(10 * unitMinor(10) + minorOf(blast.usd) + minorOf(anodizing.usd) + minorOf(taps.usd)).toBe(36_330)
  })
})

describe('catalogue 3.5, turning', () => {
  it('prices the shaft in 6061 at 5.06 for fifty and 17.28 for one', () => {
    const { unitMinor, term, model } = turning()
    expect(unitMinor(50)).toBe(506)
    expect(unitMinor(1)).toBe(1728)
    expect(model.stockMm).toEqual([32, 85])
    expect(term('material', 50)?.usd).toBeCloseTo(0.93, 2)
    expect(term('machine', 50)?.reason.values.minutes).toBeCloseTo(0.93 + 4.57 + 3.6 + 1, 1)
    expect(term('machine', 50)?.usd).toBeCloseTo(1.85, 2)
    expect(model.unitUsd(50)).toBeCloseTo(3.205, 3)
  })
})

describe('catalogue 3.6, casting', () => {
  it('prices the housing at 23.72 for twenty, 33.26 for ten, 22.31 for fifty', () => {
    const { unitMinor, term, model } = casting()
    expect([20, 10, 50].map(unitMinor)).toEqual([2372, 3326, 2231])
    expect(term('master', 20)?.reason.values.lineUsd).toBeCloseTo(19.06, 2)
    expect(term('mould', 20)?.reason.values.lineUsd).toBeCloseTo(49.83, 2)
    expect(term('mould', 20)?.reason.values.siliconeGrams).toBeCloseTo(1257.3, 1)
    expect(term('material', 20)?.usd).toBeCloseTo(2.17, 2)
    expect(term('casting', 20)?.usd).toBeCloseTo(2.48 + 1.67, 2)
    expect(20 * model.unitUsd(20)).toBeCloseTo(213.4, 1)
    expect(model.moulds?.(20)).toEqual({ moulds: 1, cavities: 1 })
    expect(model.moulds?.(21)).toEqual({ moulds: 2, cavities: 1 })
  })
})

describe('catalogue 3.7, price against quantity', () => {
  it.each([
    [1, [1211, 483, 3909, 3994, 1728, 19_184]],
    [10, [1126, 445, 3554, 2282, 630, 3326]],
    [50, [1029, 407, 3242, 2012, 506, 2231]],
    [100, [981, 388, 3090, 1929, 479, 2039]],
  ])('prices %i parts at %i cents', (quantity, cents) => {
    const models = [sls(), sla(), slm(), milling(), turning(), casting()]
    expect(models.map(({ unitMinor }) => unitMinor(quantity))).toEqual(cents)
  })

  it('prices ten parts on the eu card', () => {
    const models = [sls, sla, slm, milling, turning, casting].map((model) => model({ cardId: 'eu' }))
    expect(models.map(({ unitMinor }) => unitMinor(10))).toEqual([1952, 2519, 57_211, 7808, 2219, 8060])
  })
})
