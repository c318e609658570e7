import {
  type Configuration,
  cancelService,
  chosenProcess,
  configurationFaults,
  defaultConfiguration,
  type Fault,
  findMaterial,
  findService,
  type Material,
  missingInputCodes,
  offeredColours,
  offeredServices,
  offeredTolerances,
  type PartMeasures,
  type ServiceSelection,
  selectColour,
  selectMaterial,
  selectService,
  serviceDefaults,
  serviceIds,
} from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from './packaged-catalogue.ts'

/** A small part that every machine holds, with a hole in it. */
const block: PartMeasures = {
  volumeMm3: 20_000,
  areaMm2: 6_000,
  sizeMm: [50, 30, 20],
  freeformShare: 0,
  setups: 2,
  holes: [{ diameterMm: 4, depthMm: 20, through: true, wallMm: 5 }],
  turning: { turned: false, diameterMm: 0, lengthMm: 0, operations: 0, liveFeatures: 0 },
  undercutPercent: 0,
}

const pin: PartMeasures = {
  ...block,
  sizeMm: [50, 20, 20],
  turning: { turned: true, diameterMm: 20, lengthMm: 50, operations: 2, liveFeatures: 0 },
}

const { materials, serviceRules, services } = packagedCatalogue
const faultsOf = (part: PartMeasures, configuration: Configuration) =>
  configurationFaults(part, configuration, packagedCatalogue)
const refusals = (faults: readonly Fault[]) => faults.filter(({ code }) => !missingInputCodes.includes(code))
const offeredFor = (part: PartMeasures, material: Material) =>
  offeredServices(part, material, chosenProcess(part, material), packagedCatalogue)

it('the catalogue has 85 materials and 22 services', () => {
  expect(materials).toHaveLength(85)
  expect(services.map(({ id }) => id).sort()).toEqual([...serviceIds].sort())
})

describe.each(materials.map((material) => [material.id, material] as const))('%s', (id, material) => {
  it.each([
    ['a block', block],
    ['a pin', pin],
  ] as const)('has a default configuration that can be made for %s', (_, part) => {
    for (const quantity of [1, 51, 1_000_000]) {
      expect(faultsOf(part, defaultConfiguration(part, id, packagedCatalogue, quantity))).toEqual([])
    }
  })

  it('can have at least one option of every service that it allows, and every preset service', () => {
    const offered = offeredFor(block, material).filter(({ fault }) => !fault)
    expect(offered.map(({ service }) => service.id).sort()).toEqual([...material.services.allowed].sort())

    for (const preset of [...material.services.mandatory, ...material.services.defaultOn]) {
      const option = offered
        .find(({ service }) => service.id === preset.id)
        ?.options.find((one) => one.option.id === preset.option)
      expect(option, `${preset.id}:${preset.option}`).toMatchObject({ fault: undefined })
    }
  })

  it('can have each of its colours, with the service that gives the colour', () => {
    for (const { colour, fault } of offeredColours(material, packagedCatalogue)) {
      expect(fault).toBeUndefined()
      const before = defaultConfiguration(block, id, packagedCatalogue)
      const { configuration } = selectColour(before, colour.id, packagedCatalogue)
      expect(configuration.colourId).toBe(colour.id)
      expect(faultsOf(block, configuration)).toEqual([])
    }
  })

  it('can have each of its tolerances', () => {
    const process = packagedCatalogue.processes[chosenProcess(block, material)]
    const offered = offeredTolerances(block, material, process)
    expect(offered.map(({ tolerance }) => tolerance.id)).toEqual(material.tolerances)
    for (const { tolerance } of offered) {
      const configuration = { ...defaultConfiguration(block, id, packagedCatalogue), toleranceId: tolerance.id }
      expect(faultsOf(block, configuration)).toEqual([])
    }
  })

  it('accepts every offered option, with at most some fields left to fill in', () => {
    for (const { service, options } of offeredFor(block, material)) {
      for (const { option } of options.filter(({ fault }) => !fault)) {
        const before = defaultConfiguration(block, id, packagedCatalogue, 3)
        const opened = serviceDefaults(service.id, option.id, { material, catalogue: packagedCatalogue, quantity: 3 })
        const { configuration } = selectService(before, opened, packagedCatalogue)
        expect(refusals(faultsOf(block, configuration)), `${service.id}:${option.id}`).toEqual([])
      }
    }
  })
})

describe('the rules of the catalogue', () => {
  it('exclude in both directions', () => {
    for (const service of services) {
      for (const other of service.exclusiveWith) {
        expect(findService(packagedCatalogue, other)?.exclusiveWith, `${service.id} ${other}`).toContain(service.id)
        const named = serviceRules.exclusivePairs.some((pair) => pair.includes(service.id) && pair.includes(other))
        expect(named, `${service.id} ${other}`).toBe(true)
      }
    }
  })

  it('are those of the specification: depowdering, Shore A, heat treatment with its warning', () => {
    const mandatory = (option: string) =>
      materials.filter((one) => one.services.mandatory.some((preset) => preset.option === option)).length
    expect(mandatory('depowder')).toBe(22)
    expect(mandatory('shore-a')).toBe(4)

    for (const { id } of materials.filter(({ processIds }) => processIds.includes('slm'))) {
      const cancelled = cancelService(
        defaultConfiguration(block, id, packagedCatalogue),
        'heat-treatment',
        packagedCatalogue,
      )
      expect(cancelled).toMatchObject({
        ok: true,
        warning: findService(packagedCatalogue, 'heat-treatment')?.cancelWarning,
      })
    }
  })
})

type Step = { kind: 'material' | 'colour' | 'service' | 'cancel'; at: number; other: number }
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

/** The configuration after one action of a customer on the form, which shows only offers. */
function configurationAfter(part: PartMeasures, before: Configuration, { kind, at, other }: Step): Configuration {
  const material = findMaterial(packagedCatalogue, before.materialId)
  if (!material) return before

  switch (kind) {
    case 'material':
      return selectMaterial(part, before, pick(materials, at)?.id ?? '', packagedCatalogue).configuration
    case 'colour':
      return selectColour(before, pick(material.colours, at)?.id ?? '', packagedCatalogue).configuration
    case 'cancel': {
      const cancelled = cancelService(before, pick(before.services, at)?.id ?? 'painting', packagedCatalogue)
      return cancelled.ok ? cancelled.configuration : before
    }
    case 'service': {
      const offered = pick(
        offeredFor(part, material).filter(({ fault }) => !fault),
        at,
      )
      const option = pick(offered?.options.filter(({ fault }) => !fault) ?? [], other)
      if (!offered || !option) return before

      const context = { material, catalogue: packagedCatalogue, quantity: before.quantity }
      const opened = serviceDefaults(offered.service.id, option.option.id, context)
      const colourIds = option.colours?.map(({ id }) => id)

      return selectService(before, filledIn(opened, colourIds, other), packagedCatalogue).configuration
    }
  }
}

/** The selection with up to two colours of the list filled in. */
function filledIn(opened: ServiceSelection, colours: readonly string[] = ['RAL 9005', '186 C'], at: number) {
  if (opened.id !== 'dyeing' && opened.id !== 'painting' && opened.id !== 'silkscreen') return opened
  const maxColours = opened.option === 'cream' ? 1 : 2
  return { ...opened, colours: colours.slice(0, at % (maxColours + 1)) }
}

describe('any sequence of choices of a customer', () => {
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('material', 'colour', 'service', 'service', 'service', 'cancel'),
    at: fc.nat(999),
    other: fc.nat(99),
  })

  it('ends in a configuration that can be made once it is complete', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(block, pin),
        fc.constantFrom(...materials),
        fc.array(step, { minLength: 1, maxLength: 14 }),
        (part, { id }, steps) => {
          let configuration = defaultConfiguration(part, id, packagedCatalogue, 5)
          for (const one of steps) {
            configuration = configurationAfter(part, configuration, one)
            expect(refusals(faultsOf(part, configuration)), JSON.stringify(configuration)).toEqual([])
          }
        },
      ),
    )
  })

  it('reports exactly the services that were removed and added', () => {
    fc.assert(
      fc.property(fc.constantFrom(...materials), fc.array(step, { maxLength: 8 }), fc.nat(84), ({ id }, steps, at) => {
        const before = steps.reduce(
          (all, one) => configurationAfter(block, all, one),
          defaultConfiguration(block, id, packagedCatalogue),
        )
        const { configuration, removed, added } = selectMaterial(
          block,
          before,
          materials[at]?.id ?? '',
          packagedCatalogue,
        )

        const ids = (list: readonly ServiceSelection[]) => list.map((one) => one.id)
        expect(ids(before.services).filter((one) => !ids(configuration.services).includes(one))).toEqual(removed)
        expect(configuration.services.filter((one) => !before.services.includes(one))).toEqual(added)
        expect(new Set(ids(configuration.services)).size).toBe(configuration.services.length)
      }),
    )
  })
})
