import { type Configuration, defaultConfiguration, type PartMeasures, type ProcessId } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { priceLine } from '../line/price-line.ts'
import { housing } from '../making/making.fixture.ts'
import { expertRoute, makingRoute, type RouteStep, routeDays, workshopDay } from './route.ts'

const part = housing()
const small = housing({ volumeMm3: 20_000, areaMm2: 11_000, sizeMm: [60, 40, 25] })

function configured(materialId: string, process: ProcessId, changes: Partial<Configuration> = {}): Configuration {
  return { ...defaultConfiguration(part, materialId, catalogue, 10), process, ...changes }
}

function routeOf(configuration: Configuration, of: PartMeasures = part): RouteStep[] {
  const route = makingRoute(of, configuration, catalogue, configuration.quantity)
  if (!route) throw new Error('the configuration has faults')
  return route
}

const operationsOf = (route: readonly RouteStep[]) =>
  route.map(({ operation, station }) => `${operation} at ${station}`)
const minutesOf = (route: readonly RouteStep[], operation: string) =>
  route.find((step) => step.operation === operation)?.plannedMinutes

/** Minutes of a term of the price of the same line. */
function pricedMinutes(configuration: Configuration, term: string, of: PartMeasures = part): number {
  const verdict = priceLine(of, configuration, catalogue)
  if (!verdict.ok) throw new Error('no price')
  const values = verdict.price.breakdown.find((one) => one.term === term)?.reason.values ?? {}
  return Number(values.minutes ?? 60 * Number(values.hours))
}

describe('the route of a line', () => {
  it.each([
    ['sla', 'sla-9600-white'],
    ['mjf', 'mjf-pa12'],
    ['sls', 'sls-pa12-3201'],
  ] as const)('prints by %s, then cleans by hand', (process, materialId) => {
    const configuration = configured(materialId, process)
    const route = routeOf(configuration)

    expect(operationsOf(route)).toEqual([
      'material at store',
      'preparation at office',
      `printing at ${process}`,
      'post-processing at bench',
      'inspection at metrology',
      'packing at dispatch',
    ])
    expect(minutesOf(route, 'printing')).toBeCloseTo(10 * pricedMinutes(configuration, 'machine'), 9)
    expect(minutesOf(route, 'post-processing')).toBeCloseTo(10 * pricedMinutes(configuration, 'labour'), 9)
    expect(minutesOf(route, 'preparation')).toBe(pricedMinutes(configuration, 'job'))
  })

  it('relieves and cuts off what SLM builds on a plate', () => {
    const configuration = configured('slm-316l', 'slm')
    const route = routeOf(configuration, small)

    expect(operationsOf(route)).toEqual([
      'material at store',
      'preparation at office',
      'printing at slm',
      'stress-relief at oven',
      'cutting-off at edm',
      'post-processing at bench',
      'inspection at metrology',
      'packing at dispatch',
    ])
    expect(minutesOf(route, 'cutting-off')).toBeCloseTo(10 * pricedMinutes(configuration, 'cutting', small), 9)
    expect(minutesOf(route, 'stress-relief')).toBeNull()
  })

  it('programs, sets up once and mills every piece', () => {
    const configuration = configured('al-6061-t6', 'milling')
    const route = routeOf(configuration)

    expect(operationsOf(route)).toContain('milling at mill3')
    expect(minutesOf(route, 'programming')).toBe(pricedMinutes(configuration, 'programming'))
    expect(minutesOf(route, 'milling')).toBeCloseTo(
      pricedMinutes(configuration, 'setup') + 10 * pricedMinutes(configuration, 'machine'),
      9,
    )
    expect(operationsOf(route)).toContain('deburring at bench')
  })

  it('sends a part with a tilted set-up to the 5-axis machine', () => {
    const route = routeOf(configured('al-6061-t6', 'milling'), housing({ setups: 3, tiltedSetups: 1 }))
    expect(operationsOf(route)).toContain('milling at mill5')
  })

  it('turns on the lathe', () => {
    const route = routeOf(configured('al-6061-t6', 'turning'))
    expect(operationsOf(route)).toEqual([
      'material at store',
      'programming at office',
      'turning at lathe',
      'deburring at bench',
      'inspection at metrology',
      'packing at dispatch',
    ])
  })

  it('makes masters and moulds before it casts', () => {
    const configuration = configured('vc-pu-abs', 'casting')
    const route = routeOf(configuration)
    expect(operationsOf(route)).toEqual([
      'material at store',
      'preparation at office',
      'master at sla',
      'mould at bench',
      'casting at caster',
      'inspection at metrology',
      'packing at dispatch',
    ])
    // One mould: 180 minutes of labour (catalogue 3.6).
    expect(minutesOf(route, 'mould')).toBe(180)
    expect(minutesOf(route, 'master')).toBeGreaterThan(pricedMinutes(configuration, 'master'))
  })

  it('has a step for each service, in the sequence of the catalogue', () => {
    const configuration = configured('al-6061-t6', 'milling', {
      services: [
        { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 },
        { id: 'sandblasting', option: 'glass-120' },
      ],
    })
    const route = routeOf(configuration)
    expect(route.filter(({ operation }) => operation === 'service').map(({ service }) => service)).toEqual([
      'sandblasting',
      'anodizing',
    ])
  })

  it('is done when the lead time of the price ends', () => {
    for (const [materialId, process] of [
      ['sla-9600-white', 'sla'],
      ['al-6061-t6', 'milling'],
    ] as const) {
      const configuration = configured(materialId, process)
      const verdict = priceLine(part, configuration, catalogue)
      if (!verdict.ok) throw new Error('no price')

      const days = routeOf(configuration).map(({ dueAfterDays }) => dueAfterDays)
      expect(days.at(-1)).toBe(verdict.price.leadTime.workingDays)
      expect(days).toEqual(days.toSorted((one, other) => one - other))
    }
  })

  it('does not exist for a configuration with faults', () => {
    expect(makingRoute(part, configured('al-6061-t6', 'sla'), catalogue, 10)).toBeNull()
  })
})

it('plans the work of an expert without minutes', () => {
  expect(expertRoute('turning', 7)).toMatchObject([
    { operation: 'material', dueAfterDays: 4, plannedMinutes: null },
    { operation: 'making', station: 'lathe', dueAfterDays: 7 },
    { operation: 'inspection', dueAfterDays: 7 },
    { operation: 'packing', dueAfterDays: 7 },
  ])
  expect(expertRoute(null, 3)[1]?.station).toBe('bench')
})

it('counts due days in working days of the workshop', () => {
  // A Thursday: the weekend is left out.
  expect(routeDays(expertRoute('sla', 4), '2026-11-12', catalogue)).toEqual([
    '2026-11-16',
    '2026-11-18',
    '2026-11-18',
    '2026-11-18',
  ])
})

it('knows the day at the workshop, which may be tomorrow', () => {
  const { utcOffsetHours } = catalogue.leadTimes
  const lastHour = Date.UTC(2026, 10, 18, 24 - utcOffsetHours)
  expect(workshopDay(lastHour - 1, catalogue)).toBe('2026-11-18')
  expect(workshopDay(lastHour, catalogue)).toBe('2026-11-19')
})
