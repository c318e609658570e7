import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { machines, type PartMeasures, type Processes, processIds, rateCardIds } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { type CostRequest, costTerms } from './cost-model.ts'
import { costOfMaking } from './cost-of-making.ts'
import { materialOf, requestFor, scaled } from './making.fixture.ts'

/** Parts of 3 to 500 mm that fill 2 to 100 % of their box, with at least the box's surface. */
const anyPart: fc.Arbitrary<PartMeasures> = fc
  .record({
    sides: fc.tuple(...Array.from({ length: 3 }, () => fc.double({ min: 3, max: 500, noNaN: true }))),
    fill: fc.double({ min: 0.02, max: 1, noNaN: true }),
    roughness: fc.double({ min: 1, max: 4, noNaN: true }),
    freeformShare: fc.double({ min: 0, max: 1, noNaN: true }),
    setups: fc.integer({ min: 1, max: 6 }),
    tiltedSetups: fc.constantFrom(0, 0, 1, 3),
    hiddenPercent: fc.constantFrom(0, 0, 0.3, 4),
    modelledThreads: fc.constantFrom(0, 0, 1, 5),
    undercutSlots: fc.constantFrom([], [{ lengthMm: 80, widthMm: 4 }]),
    holes: fc.integer({ min: 0, max: 12 }),
    operations: fc.integer({ min: 0, max: 9 }),
    undercutPercent: fc.double({ min: 0, max: 20, noNaN: true }),
  })
  .map(({ sides, fill, roughness, holes, operations, ...measures }) => {
    const [length = 3, width = 3, thickness = 3] = [...sides].sort((one, other) => other - one)
    return {
      ...measures,
      volumeMm3: length * width * thickness * fill,
      areaMm2: 2 * roughness * (length * width + width * thickness + thickness * length),
      sizeMm: [length, width, thickness],
      holes: Array.from({ length: holes }, () => ({ diameterMm: 4, depthMm: 8, through: true, wallMm: undefined })),
      turning: { turned: true, diameterMm: width, lengthMm: length, operations, liveFeatures: holes },
    }
  })

/** Any part in any material by any process that can use it, on either card. */
const anyRequest: fc.Arbitrary<CostRequest> = fc
  .record({
    part: anyPart,
    processId: fc.constantFrom(...processIds),
    pick: fc.nat(),
    cardId: fc.constantFrom(...rateCardIds),
    cycleFactor: fc.constantFrom(1, 1.2, 3.6),
    insertsPerPart: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ processId, pick, cardId, ...asked }) => {
    const materials = packagedCatalogue.materials.filter((material) => material.processIds.includes(processId))
    return {
      ...asked,
      cardId,
      material: materials[pick % materials.length] ?? materialOf('al-6061-t6'),
      process: packagedCatalogue.processes[processId],
      card: packagedCatalogue.selling.rateCards[cardId],
    }
  })

const anyQuantity = fc.integer({ min: 1, max: 500 })
const costOf = (request: CostRequest) => costOfMaking(request, packagedCatalogue)

/** Processes with stock cut to measure, so that only the shape matters. */
const withoutStandardStock: Processes = {
  ...packagedCatalogue.processes,
  milling: {
    ...packagedCatalogue.processes.milling,
    cost: { ...packagedCatalogue.processes.milling.cost, thicknessesMm: [] },
  },
  turning: {
    ...packagedCatalogue.processes.turning,
    cost: { ...packagedCatalogue.processes.turning.cost, barsMm: [] },
  },
}

describe('the cost of making any part', () => {
  it('is finite and positive, and its terms add up to it', () => {
    fc.assert(
      fc.property(anyRequest, anyQuantity, (request, quantity) => {
        const model = costOf(request)
        const usd = model.unitUsd(quantity)
        const terms = model.terms(quantity)
        expect(Number.isFinite(usd) && usd > 0).toBe(true)
        expect(terms.every((term) => term.usd >= 0)).toBe(true)
        expect(terms.reduce((total, term) => total + term.usd, 0)).toBeCloseTo(usd, 9)
      }),
    )
  })

  it('never grows with the quantity, unless another mould or cavity is needed', () => {
    fc.assert(
      fc.property(anyRequest, anyQuantity, (request, quantity) => {
        const { unitUsd, moulds } = costOf(request)
        const cavitiesMade = (count: number) => {
          const plan = moulds?.(count)
          return plan ? plan.moulds * plan.cavities : 0
        }
        if (cavitiesMade(quantity + 1) > cavitiesMade(quantity)) return
        expect(unitUsd(quantity + 1)).toBeLessThanOrEqual(unitUsd(quantity) + 1e-9)
      }),
    )
  })

  it('grows with a larger part of the same shape if stock is cut to measure', () => {
    fc.assert(
      fc.property(
        anyRequest,
        anyQuantity,
        fc.double({ min: 1.001, max: 2, noNaN: true }),
        (request, quantity, factor) => {
          const asked = { ...request, process: withoutStandardStock[request.process.id] }
          const larger = { ...asked, part: scaled(request.part, factor) }
          expect(costOf(larger).unitUsd(quantity)).toBeGreaterThan(costOf(asked).unitUsd(quantity))
        },
      ),
    )
  })

  it('never falls when a rate rises', () => {
    const rates = ['operator', 'engineer', ...machines] as const
    fc.assert(
      fc.property(anyRequest, anyQuantity, fc.constantFrom(...rates), (request, quantity, rate) => {
        const { card } = request
        const dearer =
          rate === 'operator' || rate === 'engineer'
            ? { ...card, [rate]: 2 * card[rate] }
            : { ...card, machines: { ...card.machines, [rate]: 2 * card.machines[rate] } }

        expect(costOf({ ...request, card: dearer }).unitUsd(quantity)).toBeGreaterThanOrEqual(
          costOf(request).unitUsd(quantity),
        )
      }),
    )
  })
})

it.each([
  ['sla', 'sla-9600-white', 'sla'],
  ['mjf', 'mjf-pa12', 'mjf'],
  ['sls', 'sls-pa12-3201', 'sls'],
  ['slm', 'slm-316l', 'slm'],
  ['slm', 'slm-316l', 'edm'],
  ['milling', 'al-6061-t6', 'mill3'],
  ['turning', 'al-6061-t6', 'lathe'],
  ['casting', 'vc-pu-abs', 'caster'],
  ['casting', 'vc-pu-abs', 'oven'],
  ['casting', 'vc-pu-abs', 'sla'],
] as const)('%s is paid by the rate of its machine', (processId, materialId, machine) => {
  const request = requestFor(processId, materialId)
  const card = {
    ...request.card,
    machines: { ...request.card.machines, [machine]: 2 * request.card.machines[machine] },
  }

  expect(costOfMaking({ ...request, card }, packagedCatalogue).unitUsd(10)).toBeGreaterThan(
    costOfMaking(request, packagedCatalogue).unitUsd(10),
  )
})

it('names a material that does not suit the process', () => {
  const request = { ...requestFor('sla', 'vc-pu-abs') }
  expect(() => costOf(request)).toThrow('vc-pu-abs has no cost figures of kind resin')
})

const messages = join(import.meta.dirname, '../../messages')

describe.skipIf(!existsSync(messages))('the texts of the cost', () => {
  it.each(['fr', 'en'])('name every term and every reason in %s, with figures that the reason has', (language) => {
    const { terms, reasons } = JSON.parse(readFileSync(join(messages, language, 'pricing.json'), 'utf8'))
    expect(costTerms.filter((term) => typeof terms[term] !== 'string')).toEqual([])

    fc.assert(
      fc.property(anyRequest, (request) => {
        for (const { reason } of costOf(request).terms(3)) {
          const wanted = [...String(reasons[reason.code]).matchAll(/\{(\w+),/g)].map(([, name = '']) => name)
          expect(reasons[reason.code]).toBeTypeOf('string')
          expect(wanted.filter((name) => reason.values[name] === undefined)).toEqual([])
        }
      }),
    )
  })
})
