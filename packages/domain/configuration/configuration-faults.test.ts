import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processIds } from '../catalogue/process.ts'
import { serviceIds } from '../catalogue/service.ts'
import { orderInputFaults } from '../choice/order-inputs.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { configurationFaults, maxFaults } from './configuration-faults.ts'
import { type FaultCode, missingInputCodes } from './fault.ts'
import { block, configured, pin, smallCatalogue } from './small-catalogue.fixture.ts'

const wildNumber = fc.oneof(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, -1, 1e308, 0, 1, 3, 70),
  fc.double(),
  fc.integer(),
)

const words = [
  ...smallCatalogue.materials.flatMap(({ id, colours, tolerances }) => [
    id,
    ...colours.map((one) => one.id),
    ...tolerances,
  ]),
  ...smallCatalogue.services.flatMap(({ options }) => options.map(({ id }) => id)),
  ...smallCatalogue.threads.map(({ size }) => size),
]

const wildText = fc.oneof(
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 'RAL 9005', '1D', ...words),
  fc.string(),
)

const wildHoles = fc.array(
  fc.record({
    size: wildText,
    count: wildNumber,
    depthMm: wildNumber,
    diameterMm: wildNumber,
    ratio: wildText,
    holes: fc.option(fc.array(wildNumber), { nil: undefined }),
    lengthMm: wildNumber,
  }),
)

/** Every field of every service on any service: a client decides which fields it sends. */
const wildService = fc
  .record({
    id: fc.oneof(fc.constantFrom(...serviceIds), wildText),
    option: wildText,
    colours: fc.array(wildText),
    colour: wildText,
    gloss: wildText,
    finish: wildText,
    faces: fc.oneof(wildText, wildNumber),
    quantity: wildNumber,
    zones: wildNumber,
    position: wildText,
    threads: wildHoles,
    value: wildNumber,
    targetHardness: wildNumber,
    suppliedParts: fc.boolean(),
    minutesPerUnit: wildNumber,
    areaCm2: wildNumber,
    tolerance: wildText,
    ruleIds: fc.array(wildText),
    items: wildHoles,
  })
  .map(({ items, ...rest }) => {
    const hasItems = ['tapping', 'brass-insert', 'helicoil', 'reaming'].includes(rest.id)
    const { size: _, ...bore } = items[0] ?? { size: '' }
    return (hasItems
      ? { ...rest, items: rest.id === 'reaming' ? [bore] : items.map(({ diameterMm: _, ...one }) => one) }
      : rest) as unknown as ServiceSelection
  })

const wildConfiguration = fc.record({
  materialId: wildText,
  process: fc.constantFrom(undefined, ...processIds, '__proto__'),
  colourId: wildText,
  toleranceId: wildText,
  quantity: wildNumber,
  lead: fc.constantFrom('economy', 'standard', 'express', '__proto__', ''),
  services: fc.array(wildService, { maxLength: 12 }),
}) as unknown as fc.Arbitrary<Configuration>

describe('validation of client input', () => {
  it('never throws on any input, and reports only finite numbers', () => {
    fc.assert(
      fc.property(wildConfiguration, fc.constantFrom(block, pin), (configuration, part) => {
        const faults = configurationFaults(part, configuration, smallCatalogue)
        expect(faults.length).toBeLessThanOrEqual(maxFaults)

        for (const { code, detail } of faults) {
          for (const [name, value] of Object.entries(detail)) {
            expect(typeof value === 'string' ? value.length <= 60 : Number.isFinite(value), `${code} ${name}`).toBe(
              true,
            )
          }
        }
      }),
    )
  })

  it('returns the same faults on a second call, and does not change its input', () => {
    fc.assert(
      fc.property(wildConfiguration, (configuration) => {
        const before = structuredClone(configuration)
        const first = configurationFaults(block, configuration, smallCatalogue)
        expect(configurationFaults(block, configuration, smallCatalogue)).toEqual(first)
        expect(configuration).toEqual(before)
      }),
    )
  })

  const many = <T>(item: T): T[] => Array.from({ length: 10_000 }, () => item)
  const hole = { size: 'M3', count: 10_000, depthMm: 5, holes: many(0) }
  it.each<[string, ServiceSelection[]]>([
    ['services', many({ id: 'polishing', option: 'satin' })],
    ['unknown services', many({ id: 'unheard-of', option: 'x' } as unknown as ServiceSelection)],
    ['colours', [{ id: 'painting', option: 'pantone', colours: many('A'.repeat(1000)), finish: 'matte' }]],
    ['items of 10 000 holes', [{ id: 'tapping', option: '6H', items: many(hole) }]],
    ['items', [{ id: 'tapping', option: '6H', items: many({ size: 'M99', count: 1, depthMm: 1 }) }]],
    ['threads', [{ id: 'threading', option: '6g', threads: many({ size: 'M99', lengthMm: 1, count: 1 }) }]],
  ])('reports at most 50 faults among 10 000 %s', (_, services) => {
    const faults = configurationFaults(block, configured('steel-1045', services), smallCatalogue)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.length).toBeLessThanOrEqual(50)
  })

  it('reports exactly 50 faults when there are more', () => {
    const services: ServiceSelection[] = many({ id: 'polishing', option: 'satin' })
    expect(configurationFaults(block, configured('steel-1045', services), smallCatalogue)).toHaveLength(50)
  })

  it('reports all faults at once, each under its field', () => {
    const services: ServiceSelection[] = [
      { id: 'painting', option: 'pantone', colours: ['', 'red'], finish: 'none' },
      { id: 'tapping', option: '6H', items: [{ size: 'M99', count: 1, depthMm: 1 }] },
    ]
    const configuration = configured('mjf-pa12', services, {
      quantity: 0,
      colourId: 'pink',
      toleranceId: 'none',
      lead: 'never' as 'express',
    })
    const fields = configurationFaults(block, configuration, smallCatalogue).map(({ field }) => field)

    expect(fields).toEqual([
      'quantity',
      'colourId',
      'toleranceId',
      'lead',
      'services.painting.colours.0',
      'services.painting.colours.1',
      'services.painting.finish',
      'services.tapping.items.0.size',
    ])
  })
})

describe('missing input', () => {
  const codesOf = (...services: ServiceSelection[]) =>
    configurationFaults(block, configured('mjf-pa12', services), smallCatalogue).map(({ code }) => code)
  const isMissing = (code: FaultCode) => missingInputCodes.includes(code)

  it('separates missing input from values that can never be made', () => {
    const print = { id: 'silkscreen', option: 'screen', zones: 1, position: '' } as const
    expect(codesOf({ ...print, colours: [] }).map(isMissing)).toEqual([true])
    expect(codesOf({ ...print, colours: [''] }).map(isMissing)).toEqual([true])
    expect(codesOf({ id: 'tapping', option: '6H', items: [] }).map(isMissing)).toEqual([true])

    const ordered = orderInputFaults(configured('mjf-pa12', [{ ...print, colours: ['RAL 9005'] }]))
    expect(ordered.map(({ code }) => isMissing(code))).toEqual([true, true])
    expect(codesOf({ ...print, colours: ['red'] }).map(isMissing)).toEqual([false])
    expect(codesOf({ id: 'grinding', option: 'flat', faces: 1, areaCm2: 1 }).map(isMissing)).toEqual([false])
  })
})
