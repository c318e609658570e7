import { describe, expect, it } from 'vitest'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { configurationFaults } from './configuration-faults.ts'
import { block, configured, smallCatalogue } from './small-catalogue.fixture.ts'

const faultsOf = (material: string, selection: ServiceSelection, more: Partial<Configuration> = {}) =>
  configurationFaults(block, configured(material, [selection], more), smallCatalogue)
const wild = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308]
const steelWith = (...services: ServiceSelection[]) =>
  configurationFaults(block, configured('steel-1045', services), smallCatalogue)

describe('hardness', () => {
  const soft = (value: number, catalogue = smallCatalogue) =>
    configurationFaults(block, configured('vc-silicone', [{ id: 'hardness', option: 'shore-a', value }]), catalogue)
  const field = 'services.hardness.value'

  it('accepts hardness from 30 to 90 in steps of 5 when the material sets no range (spec 9)', () => {
    const materials = smallCatalogue.materials.map(({ hardness: _, ...material }) => material)
    const catalogue = { ...smallCatalogue, materials }
    for (const value of [30, 70, 75, 90]) expect(soft(value, catalogue)).toEqual([])
    for (const value of [29, 25, 95, 91, ...wild]) {
      expect(soft(value, catalogue)).toEqual([{ code: 'HARDNESS_OUT_OF_RANGE', field, detail: { min: 30, max: 90 } }])
    }
    expect(soft(72, catalogue)).toEqual([{ code: 'HARDNESS_STEP', field, detail: { min: 30, step: 5 } }])
  })

  it('accepts only the hardness range and steps of the material', () => {
    for (const value of [30, 40, 70]) expect(soft(value)).toEqual([])
    expect(soft(80)).toEqual([{ code: 'HARDNESS_OUT_OF_RANGE', field, detail: { min: 30, max: 70 } }])
    expect(soft(45)).toEqual([{ code: 'HARDNESS_STEP', field, detail: { min: 30, step: 10 } }])
  })

  it('limits hardness to 30 to 90 even if the material lists more (spec 9)', () => {
    const hardness = { scale: 'A', min: 10, max: 100, default: 50, step: 10 } as const
    const catalogue = { ...smallCatalogue, materials: smallCatalogue.materials.map((one) => ({ ...one, hardness })) }
    expect(soft(30, catalogue)).toEqual([])
    expect(soft(20, catalogue)).toMatchObject([{ detail: { min: 30, max: 90 } }])
    expect(soft(100, catalogue)).toMatchObject([{ detail: { min: 30, max: 90 } }])
  })

  it('counts hardness steps from the minimum', () => {
    const hardness = { scale: 'A', min: 32, max: 72, default: 52, step: 5 } as const
    const catalogue = { ...smallCatalogue, materials: smallCatalogue.materials.map((one) => ({ ...one, hardness })) }
    for (const value of [32, 37, 72]) expect(soft(value, catalogue)).toEqual([])
    for (const value of [33, 35, 40]) {
      expect(soft(value, catalogue)).toEqual([{ code: 'HARDNESS_STEP', field, detail: { min: 32, step: 5 } }])
    }
  })

  it('uses the hardness range of the material when the option has none', () => {
    const services = smallCatalogue.services.map((one) => ({
      ...one,
      options: one.options.map(({ value: _, ...option }) => option),
    }))
    const catalogue = { ...smallCatalogue, services }
    for (const value of [30, 70]) expect(soft(value, catalogue)).toEqual([])
    for (const value of [20, 80]) expect(soft(value, catalogue)).toMatchObject([{ detail: { min: 30, max: 70 } }])

    expect(soft(45, catalogue)).toMatchObject([{ code: 'HARDNESS_STEP', detail: { step: 10 } }])
  })

  it('does not apply the Shore A range of the material to HRC', () => {
    const hardness = { scale: 'A', min: 30, max: 50, default: 40, step: 10 } as const
    const catalogue = { ...smallCatalogue, materials: smallCatalogue.materials.map((one) => ({ ...one, hardness })) }
    const services: ServiceSelection[] = [
      { id: 'hardness', option: 'hrc', value: 61 },
      { id: 'heat-treatment', option: 'quench-temper' },
    ]
    expect(configurationFaults(block, configured('steel-1045', services), catalogue)).toEqual([])
  })

  it('accepts whole HRC values from 20 to 62', () => {
    const hard = (value: number) =>
      steelWith({ id: 'hardness', option: 'hrc', value }, { id: 'heat-treatment', option: 'quench-temper' })
    for (const value of [20, 51, 62]) expect(hard(value)).toEqual([])
    for (const value of [19, 63, ...wild]) {
      expect(hard(value)).toEqual([{ code: 'HARDNESS_OUT_OF_RANGE', field, detail: { min: 20, max: 62 } }])
    }
    expect(hard(50.5)).toEqual([{ code: 'HARDNESS_STEP', field, detail: { min: 20, step: 1 } }])
  })

  it('accepts a target hardness within the range of the heat treatment, or of HRC', () => {
    const treated = (option: string, targetHardness?: number) =>
      steelWith({ id: 'heat-treatment', option, ...(targetHardness === undefined ? {} : { targetHardness }) })
    const target = { code: 'HARDNESS_OUT_OF_RANGE', field: 'services.heat-treatment.targetHardness' }

    expect(treated('quench-temper')).toEqual([])

    for (const value of [28, 60]) expect(treated('quench-temper', value)).toEqual([])

    for (const value of [27, 61, ...wild]) {
      expect(treated('quench-temper', value)).toEqual([{ ...target, detail: { min: 28, max: 60 } }])
    }

    for (const value of [20, 62]) expect(treated('stress-relief', value)).toEqual([])

    for (const value of [19, 63]) {
      expect(treated('stress-relief', value)).toEqual([{ ...target, detail: { min: 20, max: 62 } }])
    }
  })

  it('accepts any target hardness when the catalogue has no range for it', () => {
    const relieved = configured('steel-1045', [{ id: 'heat-treatment', option: 'stress-relief', targetHardness: 99 }])
    const without = smallCatalogue.services.filter(({ id }) => id !== 'hardness')
    const shoreOnly = smallCatalogue.services.map((one) => ({
      ...one,
      options: one.options.filter(({ id }) => id !== 'hrc'),
    }))
    for (const services of [without, shoreOnly]) {
      expect(configurationFaults(block, relieved, { ...smallCatalogue, services })).toEqual([])
    }
  })
})

describe('anodizing', () => {
  const anodized = (quantity: number, line = 10, gloss = 'matte') =>
    faultsOf('al-6061-t6', { id: 'anodizing', option: 'type-ii', colour: 'black', gloss, quantity }, { quantity: line })

  it('requires the anodizing quantity to match the line quantity', () => {
    expect(anodized(10)).toEqual([])
    for (const quantity of [9, 11, ...wild]) {
      expect(anodized(quantity)).toEqual([
        { code: 'ANODIZING_QUANTITY', field: 'services.anodizing.quantity', detail: { quantity: 10 } },
      ])
    }
  })

  it('reports only the quantity fault when the line quantity is invalid', () => {
    expect(anodized(10, Number.NaN)).toMatchObject([{ code: 'QUANTITY_NOT_WHOLE' }])
    expect(anodized(10, 1_000_001)).toMatchObject([{ code: 'QUANTITY_TOO_LARGE' }])
    expect(anodized(10, 1_000_000)).toMatchObject([{ code: 'ANODIZING_QUANTITY' }])
    expect(anodized(10, 1)).toMatchObject([{ code: 'ANODIZING_QUANTITY' }])
  })

  it('accepts only a gloss from the list', () => {
    expect(anodized(10, 10, 'glossy')).toEqual([])
    expect(anodized(10, 10, 'velvet')).toEqual([
      {
        code: 'CHOICE_NOT_OFFERED',
        field: 'services.anodizing.gloss',
        detail: { service: 'anodizing', choice: 'velvet' },
      },
    ])
  })
})

describe('choices', () => {
  it.each<[string, string, ServiceSelection]>([
    ['mjf-pa12', 'finish', { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'none' }],
    ['steel-1045', 'faces', { id: 'surface-finish', option: 'ra-3.2', faces: 'none' }],
    ['steel-1045', 'tolerance', { id: 'grinding', option: 'flat', faces: 1, areaCm2: 1, tolerance: 'none' }],
  ])('accepts for %s only a %s from the list', (material, name, selection) => {
    expect(faultsOf(material, selection)).toEqual([
      {
        code: 'CHOICE_NOT_OFFERED',
        field: `services.${selection.id}.${name}`,
        detail: { service: selection.id, choice: 'none' },
      },
    ])
  })

  it('accepts any choice when the catalogue has no list', () => {
    const services = smallCatalogue.services.map(({ choices: _, ...service }) => service)
    const finish: ServiceSelection = { id: 'surface-finish', option: 'ra-3.2', faces: 'the upper ones' }
    expect(configurationFaults(block, configured('steel-1045', [finish]), { ...smallCatalogue, services })).toEqual([])
  })
})

describe('numbers of a service', () => {
  const ground = (faces: number, areaCm2: number) =>
    faultsOf('steel-1045', { id: 'grinding', option: 'flat', faces, areaCm2 })

  it('accepts grinding of 1 to 1000 faces, up to the area of the part', () => {
    expect(ground(1, 0.01)).toEqual([])
    expect(ground(1000, 184)).toEqual([])

    for (const faces of [0.5, 1001, ...wild]) {
      expect(ground(faces, 10)).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.grinding.faces',
          detail: { service: 'grinding', min: 1, max: 1000 },
        },
      ])
    }

    for (const area of [184.01, ...wild]) {
      expect(ground(1, area)).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.grinding.areaCm2',
          detail: { service: 'grinding', min: 0, max: 184 },
        },
      ])
    }
  })

  it.each([
    [0, 10],
    [1, 0],
  ])('reports grinding of %d faces and %d cm² as not filled in', (faces, areaCm2) => {
    expect(ground(faces, areaCm2)).toEqual([
      { code: 'NOTHING_TO_DO', field: 'services.grinding', detail: { service: 'grinding' } },
    ])
  })

  it('rounds down a limit that comes from the part', () => {
    const grinding: ServiceSelection = { id: 'grinding', option: 'flat', faces: 1, areaCm2: 200 }
    const part = { ...block, areaMm2: 18_456.789 }
    expect(configurationFaults(part, configured('steel-1045', [grinding]), smallCatalogue)).toMatchObject([
      { detail: { max: 184.56 } },
    ])
  })

  it('accepts 1 to 20 silkscreen zones', () => {
    const printed = (zones: number) =>
      faultsOf('mjf-pa12', { id: 'silkscreen', option: 'screen', colours: ['RAL 9005'], zones, position: 'top' })
    for (const zones of [1, 20]) expect(printed(zones)).toEqual([])

    for (const zones of [0, 21, 1.5, ...wild]) {
      expect(printed(zones)).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.silkscreen.zones',
          detail: { service: 'silkscreen', min: 1, max: 20 },
        },
      ])
    }
  })

  it('accepts up to 480 minutes of assembling per part', () => {
    const assembled = (minutesPerUnit?: number) =>
      faultsOf('mjf-pa12', {
        id: 'assembling',
        option: 'fit-check',
        suppliedParts: false,
        ...(minutesPerUnit === undefined ? {} : { minutesPerUnit }),
      })
    for (const minutes of [undefined, 0, 480]) expect(assembled(minutes)).toEqual([])

    for (const minutes of [481, ...wild]) {
      expect(assembled(minutes)).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.assembling.minutesPerUnit',
          detail: { service: 'assembling', min: 0, max: 480 },
        },
      ])
    }
  })
})

describe('external threads', () => {
  const threaded = (...threads: { size: string; lengthMm: number; count: number }[]) =>
    faultsOf('steel-1045', { id: 'threading', option: '6g', threads })

  it('accepts listed thread sizes, lengths within the part, and counts from 1 to 1000', () => {
    expect(threaded({ size: 'M3', lengthMm: 100, count: 1000 })).toEqual([])
    expect(threaded({ size: 'M3', lengthMm: 1, count: 1 }, { size: 'M99', lengthMm: 1, count: 1 })).toEqual([
      { code: 'UNKNOWN_THREAD', field: 'services.threading.threads.1.size', detail: { thread: 'M99' } },
    ])

    for (const lengthMm of [0, 100.1, ...wild]) {
      expect(threaded({ size: 'M3', lengthMm, count: 1 })).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.threading.threads.0.lengthMm',
          detail: { service: 'threading', min: 0, max: 100 },
        },
      ])
    }

    for (const count of [0, 1001, 1.5, ...wild]) {
      expect(threaded({ size: 'M3', lengthMm: 1, count })).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.threading.threads.0.count',
          detail: { service: 'threading', min: 1, max: 1000 },
        },
      ])
    }
  })

  it('requires at least one external thread', () => {
    expect(threaded()).toEqual([
      { code: 'NOTHING_TO_DO', field: 'services.threading.threads', detail: { service: 'threading' } },
    ])
  })
})
