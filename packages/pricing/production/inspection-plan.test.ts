import {
  type Configuration,
  defaultConfiguration,
  type PartMeasures,
  type ProcessId,
  type ServiceSelection,
} from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { housing } from '../making/making.fixture.ts'
import { type InspectedLine, inspectionPlan, inspectionSample } from './inspection-plan.ts'

const part = housing()

function configured(materialId: string, toleranceId: string, services: ServiceSelection[] = []): Configuration {
  return { ...defaultConfiguration(part, materialId, catalogue, 10), toleranceId, services }
}

const aLine = (traits: Partial<InspectedLine> = {}): InspectedLine => ({
  configuration: configured('sla-9600-white', 'sla-std'),
  part,
  pricedAs: 'sla',
  riskRules: [],
  hasDrawing: false,
  ...traits,
})

const planOf = (traits: Partial<InspectedLine> = {}) => inspectionPlan(aLine(traits), catalogue)
const keysOf = (traits: Partial<InspectedLine> = {}) => planOf(traits).map(({ key }) => key)

/** The limits of the longest side of a part of that length. */
function limitsOf(lengthMm: number, pricedAs: ProcessId, materialId: string, toleranceId: string) {
  const measured: PartMeasures = { ...part, sizeMm: [lengthMm, 1, 1] }
  const [longest] = planOf({ configuration: configured(materialId, toleranceId), part: measured, pricedAs })
  return longest && [longest.method, longest.lowerMm, longest.upperMm]
}

describe('the limits of a side', () => {
  it.each([
    ['±0.2 mm up to 100 mm', 100, 'sla', 'sla-9600-white', 'sla-std', ['measure', 99.8, 100.2]],
    ['0.3 % of the length beyond', 200, 'sla', 'sla-9600-white', 'sla-std', ['measure', 199.4, 200.6]],
    ['±0.2 mm of the tight powder class', 50, 'mjf', 'mjf-pa12', 'pbf-tight', ['measure', 49.8, 50.2]],
    ['a class that does not widen', 300, 'milling', 'al-6061-t6', 'pm-0.05', ['measure', 299.95, 300.05]],
    ['thousandths of the finest class', 12.345, 'milling', 'al-6061-t6', 'pm-0.01', ['measure', 12.335, 12.355]],
    ['ISO 2768-m over 30 up to 120 mm', 120, 'milling', 'al-6061-t6', 'iso2768-m', ['measure', 119.7, 120.3]],
    ['ISO 2768-m from the next range on', 120.01, 'milling', 'al-6061-t6', 'iso2768-m', ['measure', 119.51, 120.51]],
    ['ISO 2768-f up to 6 mm', 6, 'turning', 'al-6061-t6', 'iso2768-f', ['measure', 5.95, 6.05]],
    ['no limit below the table', 0.4, 'milling', 'al-6061-t6', 'iso2768-m', ['gauge', null, null]],
    ['no limit where the standard has none', 2500, 'milling', 'al-6061-t6', 'iso2768-f', ['gauge', null, null]],
  ] as const)('are those of %s', (_, lengthMm, process, materialId, toleranceId, expected) => {
    expect(limitsOf(lengthMm, process, materialId, toleranceId)).toEqual(expected)
  })

  it.each([
    ['the round size that its facets lie inside of', true, 79.957, 'sla', 'sla-9600-white', 'sla-std', 80],
    ['hundredths if no round size is near', true, 79.8123, 'sla', 'sla-9600-white', 'sla-std', 79.81],
    ['no more than a quarter of a fine tolerance', true, 79.957, 'milling', 'al-6061-t6', 'pm-0.05', 79.96],
    ['the round size that floating point just misses', true, 80.0004, 'sla', 'sla-9600-white', 'sla-std', 80],
    ['the exact size of surfaces', false, 79.957, 'sla', 'sla-9600-white', 'sla-std', 79.957],
  ] as const)('are around %s', (_, isFaceted, lengthMm, pricedAs, materialId, toleranceId, nominalMm) => {
    const measured: PartMeasures = { ...part, sizeMm: [lengthMm, 1, 1], isFaceted }
    const [longest] = planOf({ configuration: configured(materialId, toleranceId), part: measured, pricedAs })
    expect(longest?.nominalMm).toBe(nominalMm)
  })

  it('are never below zero', () => {
    expect(planOf({ part: { ...part, sizeMm: [20, 10, 0.1] } })[2]).toMatchObject({ nominalMm: 0.1, lowerMm: 0 })
  })
})

describe('the plan of an inspection', () => {
  const sizes = ['size-length', 'size-width', 'size-height']

  it('has the sides of the box, appearance, colour and number of pieces for every part', () => {
    expect(keysOf()).toEqual([...sizes, 'appearance', 'colour', 'quantity'])
  })

  it.each([
    ['a drawing', { hasDrawing: true }, 'drawing', true],
    ['an accepted risk', { riskRules: ['thin-wall'] }, 'risk-thin-wall', true],
  ] as const)('adds %s', (_, traits, key, isPerPiece) => {
    expect(planOf({ ...traits, riskRules: [...('riskRules' in traits ? traits.riskRules : [])] })).toContainEqual(
      expect.objectContaining({ key, isPerPiece, lowerMm: null, upperMm: null }),
    )
  })

  it.each<[string, ServiceSelection, object]>([
    [
      'tapped holes',
      { id: 'tapping', option: 'tapped', items: [{ size: 'M4', count: 3, depthMm: 8 }] },
      { key: 'tapping-0', kind: 'thread', method: 'gauge', subject: { size: 'M4', count: 3, depth: 8 } },
    ],
    [
      'outer threads',
      { id: 'threading', option: 'cut', threads: [{ size: 'M8', lengthMm: 20, count: 1 }] },
      { key: 'threading-0', kind: 'thread', method: 'gauge', subject: { size: 'M8', count: 1, depth: 20 } },
    ],
    [
      'inserts',
      { id: 'brass-insert', option: 'hot', items: [{ size: 'M3', count: 2, depthMm: 6 }] },
      { key: 'brass-insert-0', kind: 'insert', method: 'gauge', isPerPiece: true },
    ],
    [
      'reamed bores',
      { id: 'reaming', option: 'h7', items: [{ diameterMm: 6, depthMm: 10, count: 2 }] },
      { key: 'reaming-0', kind: 'bore', method: 'gauge', subject: { diameter: 6, count: 2 } },
    ],
    [
      'a finish',
      { id: 'sandblasting', option: 'fine' },
      { key: 'service-sandblasting', kind: 'service', method: 'visual', isPerPiece: false },
    ],
    [
      'a certificate',
      { id: 'certificate', option: 'conformity' },
      { key: 'service-certificate', kind: 'certificate', method: 'paper', isPerPiece: false },
    ],
  ])('checks %s', (_, service, expected) => {
    const configuration = configured('sla-9600-white', 'sla-std', [service])
    expect(planOf({ configuration })).toContainEqual(expect.objectContaining(expected))
  })

  it('leaves out risks that show on no piece, such as the format of the file', () => {
    expect(keysOf({ riskRules: ['cnc-needs-step', 'min-wall-sla'] })).toEqual([
      ...sizes,
      'risk-min-wall-sla',
      'appearance',
      'colour',
      'quantity',
    ])
  })

  it('leaves out the colour of a material that a coating hides, and the bought report itself', () => {
    const configuration = configured('sla-9600-white', 'sla-std', [
      { id: 'painting', option: 'spray', colours: ['RAL 9005'], finish: 'matte' },
      { id: 'inspection', option: 'report-five' },
    ])
    expect(keysOf({ configuration })).toEqual([...sizes, 'appearance', 'service-painting', 'quantity'])
  })

  it('compares a part that an expert priced with drawing and model', () => {
    expect(keysOf({ configuration: null, part: null, pricedAs: null })).toEqual(['drawing', 'appearance', 'quantity'])
  })
})

describe('the sample', () => {
  const standard = configured('sla-9600-white', 'sla-std')
  it.each([
    [1, 1],
    [3, 3],
    [10, 3],
    [25, 3],
    [26, 5],
    [90, 5],
    [91, 8],
    [280, 13],
    [500, 20],
    [501, 32],
    [1_000_000, 500],
  ])('grows with the quantity: of %i pieces it is %i', (quantity, sample) => {
    expect(inspectionSample(standard, quantity, catalogue)).toBe(sample)
  })

  it.each([
    ['report-first', 10, 3],
    ['report-five', 10, 5],
    ['report-five', 4, 4],
    ['report-all', 40, 40],
  ])('is what a report needs: with %s of %i pieces it is %i', (option, quantity, sample) => {
    const configuration = configured('sla-9600-white', 'sla-std', [{ id: 'inspection', option }])
    expect(inspectionSample(configuration, quantity, catalogue)).toBe(sample)
  })
})
