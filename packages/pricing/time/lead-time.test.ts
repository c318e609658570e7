import {
  type Catalogue,
  findMaterial,
  findTolerance,
  type LeadTier,
  type LeadTierTerms,
  leadTiers,
  type ProcessId,
  processIds,
  type ServiceSelection,
} from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { lineLeadTime, type ProductionRequest, productionDays } from './lead-time.ts'

interface Case {
  materialId?: string
  process?: ProcessId
  toleranceId?: string
  quantity?: number
  tier?: LeadTier
  longestMm?: number
  moulds?: { moulds: number; cavities: number }
}

function request({
  materialId = 'sls-pa12-3201',
  process = 'sls',
  toleranceId,
  quantity = 1,
  tier = 'standard',
  longestMm = 100,
  moulds,
}: Case): ProductionRequest {
  const material = findMaterial(packagedCatalogue, materialId)
  const ofProcess = packagedCatalogue.processes[process]
  const tolerance = findTolerance(ofProcess, toleranceId ?? ofProcess.defaultTolerance)
  if (!material || !tolerance) throw new Error(`no ${materialId} or ${toleranceId}`)
  return { material, process, tolerance, quantity, tier, longestMm, ...(moulds && { moulds }) }
}

const days = (given: Case): number => productionDays(request(given), packagedCatalogue)
const casting: Case = { materialId: 'vc-pu-abs', process: 'casting' }

const pantone = (count: number): ServiceSelection => ({
  id: 'painting',
  option: 'pantone',
  colours: Array.from({ length: count }, (_, index) => `${index + 1} C`),
  finish: 'matt',
})

const silkscreen: ServiceSelection = {
  id: 'silkscreen',
  option: 'screen',
  colours: ['black'],
  zones: 1,
  position: 'top',
}

const tapping: ServiceSelection = { id: 'tapping', option: '6H', items: [{ size: 'M4', count: 4, depthMm: 8 }] }

describe('days of production (catalogue 3)', () => {
  it.each([
    [1, 3],
    [19, 3],
    [20, 4],
    [49, 4],
    [50, 5],
    [99, 5],
    [100, 6],
    [199, 6],
    [200, 8],
    [100_000, 8],
  ])('%i parts of SLS 3201PA-F take %i days', (quantity, expected) => {
    expect(days({ quantity })).toBe(expected)
  })

  it.each([
    // README 3.6: ABS-like PU, 20 parts from one mould, 12 days.
    [20, { moulds: 1, cavities: 1 }, 12],
    [8, { moulds: 1, cavities: 1 }, 10],
    [9, { moulds: 1, cavities: 1 }, 11],
    [21, { moulds: 2, cavities: 1 }, 12],
    [60, { moulds: 3, cavities: 1 }, 13],
    [80, { moulds: 4, cavities: 1 }, 14],
    [40, { moulds: 1, cavities: 4 }, 11],
    [32, { moulds: 1, cavities: 4 }, 10],
  ])('casting %i parts with %o takes %i days', (quantity, moulds, expected) => {
    expect(days({ ...casting, quantity, moulds })).toBe(expected)
  })

  it('assumes one mould of one cavity if none is given', () => {
    expect(days({ ...casting, quantity: 20 })).toBe(12)
  })

  it.each([
    ['milling', 'iso2768-m', 3],
    ['milling', 'pm-0.05', 3],
    ['milling', 'pm-0.02', 4],
    ['milling', 'pm-0.01', 5],
    ['turning', 'pm-0.01', 5],
  ] as const)('%s to %s takes %i days', (process, toleranceId, expected) => {
    expect(days({ materialId: 'al-6061-t6', process, toleranceId })).toBe(expected)
  })

  it.each([
    ['sla', 'sla-9600-white', 250, 2],
    ['sla', 'sla-9600-white', 250.1, 3],
    ['sls', 'sls-pa12-3201', 300, 3],
  ] as const)('%s in %s, %d mm long, takes %i days (rule large-sla)', (process, materialId, longestMm, expected) => {
    expect(days({ process, materialId, longestMm })).toBe(expected)
  })

  it.each([
    ['economy', 1, 6],
    ['economy', 20, 7],
    ['standard', 1, 3],
    ['express', 1, 2],
    ['express', 20, 3],
    ['express', 50, 3],
  ] as const)('%s for %i parts of SLS takes %i days', (tier, quantity, expected) => {
    expect(days({ tier, quantity })).toBe(expected)
  })

  it.each([
    ['economy', 16],
    ['standard', 10],
    ['express', 8],
  ] as const)('%s casting of one part takes %i days', (tier, expected) => {
    expect(days({ ...casting, tier, moulds: { moulds: 1, cavities: 1 } })).toBe(expected)
  })
})

describe('lead time of a line', () => {
  const lead = (given: Case, services: readonly ServiceSelection[]) =>
    lineLeadTime(request(given), services, packagedCatalogue)

  it('is that of README 3.2: two Pantone colours and a silkscreen on SLA, 2 + 8 + 1 days', () => {
    expect(lead({ process: 'sla', materialId: 'sla-9600-white', quantity: 2 }, [silkscreen, pantone(2)])).toEqual({
      workingDays: 11,
      path: [
        { step: 'material', days: 2 },
        { step: 'painting', days: 8 },
        { step: 'silkscreen', days: 1 },
      ],
    })
  })

  it('is that of README 3.4: ±0.05, bead blast, anodizing and four M4 on 10 parts, 3 + 3 + 1 days', () => {
    const services: ServiceSelection[] = [
      { id: 'sandblasting', option: 'glass-120' },
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 },
      tapping,
    ]
    const milled: Case = { materialId: 'al-6061-t6', process: 'milling', toleranceId: 'pm-0.05', quantity: 10 }
    const { workingDays, path } = lead(milled, services)

    expect(workingDays).toBe(7)
    expect(Object.fromEntries(path.map(({ step, days: own }) => [step, own]))).toEqual({
      material: 3,
      anodizing: 3,
      tapping: 1,
    })
  })

  it('adds the days of services after those of the tier, which does not change them', () => {
    expect(lead({ tier: 'express', quantity: 20 }, [pantone(1)])).toEqual({
      workingDays: 7,
      path: [
        { step: 'material', days: 3 },
        { step: 'quantity', days: 1 },
        { step: 'tier', days: -1 },
        { step: 'painting', days: 4 },
      ],
    })
    expect(lead({ tier: 'economy' }, [pantone(1)]).workingDays).toBe(10)
  })

  it('lists the material even if it adds no day', () => {
    const own = request({ quantity: 20 })
    const inStock = { ...own, material: { ...own.material, baseLeadDays: 0 } }

    expect(lineLeadTime(inStock, [], packagedCatalogue)).toEqual({
      workingDays: 1,
      path: [
        { step: 'material', days: 0 },
        { step: 'quantity', days: 1 },
      ],
    })
  })

  it('lists every cause of the working days in the sequence they are added', () => {
    const sla: Case = { process: 'sla', materialId: 'sla-9600-white', quantity: 50, longestMm: 300, tier: 'economy' }
    expect(lead({ ...sla, toleranceId: 'sla-tight' }, []).path).toEqual([
      { step: 'material', days: 2 },
      { step: 'quantity', days: 2 },
      { step: 'tolerance', days: 1 },
      { step: 'large-part', days: 1 },
      { step: 'tier', days: 4 },
    ])
  })
})

describe('tiers, whatever the catalogue says', () => {
  const terms = fc.record({
    daysFactor: fc.double({ min: 0, max: 3, noNaN: true }),
    daysAdded: fc.nat(5),
    atLeastDays: fc.nat(15),
  })
  const withTerms = (
    tier: LeadTier,
    own: Pick<LeadTierTerms, 'daysFactor' | 'daysAdded' | 'atLeastDays'>,
  ): LeadTierTerms => ({
    ...packagedCatalogue.leadTimes.tiers[tier],
    ...own,
  })

  it('keep express no later than standard, and economy no earlier; paths add up', () => {
    const anyLine = fc.record({
      material: fc.constantFrom(...packagedCatalogue.materials),
      process: fc.constantFrom(...processIds),
      quantity: fc.integer({ min: 1, max: 1000 }),
      longestMm: fc.double({ min: 1, max: 800, noNaN: true }),
      colours: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(anyLine, terms, terms, terms, (line, economy, standard, express) => {
        const catalogue: Catalogue = {
          ...packagedCatalogue,
          leadTimes: {
            ...packagedCatalogue.leadTimes,
            tiersByProcess: {},
            tiers: {
              economy: withTerms('economy', economy),
              standard: withTerms('standard', standard),
              express: withTerms('express', express),
            },
          },
        }
        const [slow, usual, fast] = leadTiers.map((tier) => {
          const made = { ...request({ process: line.process, tier }), ...line, tier }
          const { workingDays, path } = lineLeadTime(made, [pantone(line.colours), tapping], catalogue)
          expect(path.reduce((sum, step) => sum + step.days, 0)).toBe(workingDays)
          expect(workingDays).toBe(productionDays(made, catalogue) + 4 * line.colours + 1)
          expect(Number.isInteger(workingDays)).toBe(true)
          return workingDays
        })

        expect(fast).toBeLessThanOrEqual(Number(usual))
        expect(slow).toBeGreaterThanOrEqual(Number(usual))
      }),
    )
  })

  it.each([
    [1.1, 11],
    [1.10005, 12],
  ])('add no day for a rounding error above a whole number: 10 × %d is %i', (daysFactor, expected) => {
    const economy = withTerms('economy', { daysFactor, daysAdded: 0, atLeastDays: 0 })
    const leadTimes = { ...packagedCatalogue.leadTimes, tiers: { ...packagedCatalogue.leadTimes.tiers, economy } }
    expect(productionDays(request({ ...casting, tier: 'economy' }), { ...packagedCatalogue, leadTimes })).toBe(expected)
  })

  it('adds nothing for a quantity below the first that adds days', () => {
    const leadTimes = { ...packagedCatalogue.leadTimes, quantityDays: [[5, 2]] as const }
    const daysOf = (quantity: number): number =>
      productionDays(request({ quantity }), { ...packagedCatalogue, leadTimes })
    expect([1, 4, 5].map(daysOf)).toEqual([3, 3, 5])
  })
})
