import { describe, expect, it } from 'vitest'
import { findMaterial } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { ServiceId } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { configurationFaults } from './configuration-faults.ts'
import { colourService, excludeEachOther, makesColour, requiredServices } from './service-selection.ts'
import { block, configured, smallCatalogue } from './small-catalogue.fixture.ts'

const faultsOf = (configuration: Configuration, catalogue = smallCatalogue) =>
  configurationFaults(block, configuration, catalogue)
const painting: ServiceSelection = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' }
const satin: ServiceSelection = { id: 'polishing', option: 'satin' }
const blasting: ServiceSelection = { id: 'sandblasting', option: 'glass-120' }
const dyeing = (colour: string, option = 'solid'): ServiceSelection => ({ id: 'dyeing', option, colours: [colour] })
const spray: ServiceSelection = { id: 'special-treatment', option: 'spray-paint', colour: 'RAL 9005' }

describe('a service', () => {
  it('refuses a service that the material does not allow', () => {
    expect(faultsOf(configured('steel-1045', [dyeing('black')]))).toEqual([
      {
        code: 'SERVICE_NOT_FOR_MATERIAL',
        field: 'services.dyeing',
        detail: { service: 'dyeing', material: 'steel-1045' },
      },
    ])
  })

  it('refuses a service by family or excluded material, even if the material lists it', () => {
    const materials = smallCatalogue.materials.map((one) => {
      const allowed: ServiceId[] = [...one.services.allowed, 'anodizing', 'passivation']
      return { ...one, services: { ...one.services, allowed } }
    })
    const catalogue = { ...smallCatalogue, materials }
    const anodizing: ServiceSelection = {
      id: 'anodizing',
      option: 'type-ii',
      colour: 'black',
      gloss: 'matte',
      quantity: 10,
    }

    const passivation: ServiceSelection = { id: 'passivation', option: 'citric' }
    expect(faultsOf(configured('al-6061-t6', [anodizing]), catalogue)).toEqual([])

    for (const service of [anodizing, passivation]) {
      expect(faultsOf(configured('steel-1045', [service]), catalogue)).toMatchObject([
        { code: 'SERVICE_NOT_FOR_MATERIAL', detail: { service: service.id } },
      ])
    }
  })

  it.each(['unheard-of', '__proto__', 'constructor'])('refuses the unknown service %j', (id) => {
    const unknown = { id, option: 'x' } as unknown as ServiceSelection
    expect(faultsOf(configured('steel-1045', [unknown]))).toMatchObject([
      { code: 'SERVICE_NOT_FOR_MATERIAL', field: `services.${id}`, detail: { service: id } },
    ])
  })

  it('refuses a service that is selected twice', () => {
    const twice = { ...configured('steel-1045', [satin]), services: [satin, { ...satin }] }
    expect(faultsOf(twice)).toEqual([
      { code: 'SERVICE_TWICE', field: 'services.polishing', detail: { service: 'polishing' } },
    ])
  })
})

describe('a service that is selected twice', () => {
  it('reports each duplicate once, and compares the service with others once', () => {
    const services = [satin, blasting, { ...satin }]
    expect(faultsOf({ ...configured('steel-1045'), services }).map(({ code }) => code)).toEqual([
      'SERVICES_EXCLUDE_EACH_OTHER',
      'SERVICE_TWICE',
    ])
  })

  it('reports an unknown service each time it is selected', () => {
    const unknown = { id: 'unheard-of', option: 'x' } as unknown as ServiceSelection
    expect(faultsOf(configured('steel-1045', [unknown, { ...unknown }])).map(({ code }) => code)).toEqual([
      'SERVICE_NOT_FOR_MATERIAL',
      'SERVICE_NOT_FOR_MATERIAL',
    ])
  })
})

describe('an option', () => {
  it.each(['', 'rainbow', '__proto__'])('refuses the unknown option %j', (option) => {
    expect(faultsOf(configured('steel-1045', [{ id: 'polishing', option }]))).toEqual([
      { code: 'UNKNOWN_OPTION', field: 'services.polishing.option', detail: { service: 'polishing', option } },
    ])
  })

  it('refuses an option of another material family', () => {
    expect(faultsOf(configured('steel-1045', [{ id: 'polishing', option: 'optical' }]))).toEqual([
      {
        code: 'OPTION_NOT_FOR_MATERIAL',
        field: 'services.polishing.option',
        detail: { service: 'polishing', option: 'optical', material: 'steel-1045' },
      },
    ])
    expect(faultsOf(configured('sla-8001-clear', [{ id: 'polishing', option: 'optical' }]))).toEqual([])
  })

  it('refuses an option that a restriction withholds from a family', () => {
    const cream = { ...dyeing('black', 'cream') }
    expect(faultsOf(configured('mjf-pa12', [cream]))).toEqual([])
    expect(faultsOf(configured('mjf-tpu-88a', [cream]))).toMatchObject([{ code: 'OPTION_NOT_FOR_MATERIAL' }])

    const dye = smallCatalogue.services.map((one) =>
      one.id === 'dyeing' ? { ...one, options: one.options.map(({ families: _, ...rest }) => rest) } : one,
    )
    const catalogue = { ...smallCatalogue, services: dye }

    expect(faultsOf(configured('mjf-tpu-88a', [cream]), catalogue)).toMatchObject([{ code: 'OPTION_NOT_FOR_MATERIAL' }])
    expect(faultsOf(configured('mjf-tpu-88a', [dyeing('black')]), catalogue)).toEqual([])
  })

  it('refuses an option that one of several restrictions withholds from a family', () => {
    const services = smallCatalogue.services.map((one) =>
      one.id === 'polishing'
        ? {
            ...one,
            restrictions: [
              { families: ['nylon'], options: ['optical'] },
              { families: ['tpu'], options: ['satin'] },
            ],
          }
        : one,
    )
    const catalogue = { ...smallCatalogue, services }

    expect(faultsOf(configured('mjf-pa12', [satin]), catalogue)).toMatchObject([{ code: 'OPTION_NOT_FOR_MATERIAL' }])
    expect(faultsOf(configured('steel-1045', [satin]), catalogue)).toEqual([])
  })

  it('refuses an option of another process', () => {
    const finish = (option: string): ServiceSelection => ({ id: 'surface-finish', option, faces: 'all' })
    expect(faultsOf(configured('steel-1045', [finish('ra-3.2')]))).toEqual([])
    expect(faultsOf(configured('steel-1045', [finish('sla-fine')]))).toEqual([
      {
        code: 'OPTION_NOT_FOR_PROCESS',
        field: 'services.surface-finish.option',
        detail: { service: 'surface-finish', option: 'sla-fine', process: 'milling' },
      },
    ])
  })
})

describe('mutually exclusive services', () => {
  it.each<[string, ServiceSelection, ServiceSelection]>([
    ['steel-1045', satin, blasting],
    ['steel-1045', painting, { id: 'electrophoresis', option: 'black' }],
    ['slm-316l', painting, { id: 'passivation', option: 'citric' }],
    ['mjf-pa12', painting, dyeing('black')],
    ['mjf-pa12', painting, spray],
    ['mjf-pa12', spray, dyeing('black')],
    ['al-6061-t6', { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 }, painting],
    [
      'al-6061-t6',
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 },
      { id: 'electrophoresis', option: 'black' },
    ],
  ])('refuses on %s the pair %j and %j in either sequence', (material, one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(faultsOf(configured(material, [first, second]))).toEqual([
        {
          code: 'SERVICES_EXCLUDE_EACH_OTHER',
          field: `services.${second.id}`,
          detail: { service: second.id, other: first.id },
        },
      ])
    }
  })

  it('excludes by option: painting allows vapour smoothing but not spray paint', () => {
    const smooth: ServiceSelection = { id: 'special-treatment', option: 'vapour-smoothing' }
    expect(faultsOf(configured('mjf-pa12', [painting, smooth]))).toEqual([])
  })

  it('never excludes the mandatory base step: polishing after depowdering, not after cosmetic blasting', () => {
    expect(faultsOf(configured('mjf-pa12', [satin]))).toEqual([])
    expect(faultsOf(configured('mjf-pa12', [satin, blasting]))).toMatchObject([
      { code: 'SERVICES_EXCLUDE_EACH_OTHER', detail: { service: 'sandblasting', other: 'polishing' } },
    ])
  })

  it('excludes only pairs that the catalogue names', () => {
    const material = findMaterial(smallCatalogue, 'al-6061-t6') as Material
    const anodizing: ServiceSelection = {
      id: 'anodizing',
      option: 'type-ii',
      colour: 'black',
      gloss: 'matte',
      quantity: 10,
    }

    const unknown = { id: 'unheard-of', option: 'x' } as unknown as ServiceSelection
    for (const [one, other] of [
      [anodizing, satin],
      [painting, satin],
      [painting, blasting],
      [unknown, satin],
    ] as const) {
      expect(excludeEachOther(one, other, material, smallCatalogue)).toBe(false)
      expect(excludeEachOther(other, one, material, smallCatalogue)).toBe(false)
    }
  })

  it('identifies the mandatory step by service and option, in either sequence', () => {
    const material = findMaterial(smallCatalogue, 'mjf-pa12') as Material
    const depowder: ServiceSelection = { id: 'sandblasting', option: 'depowder' }
    expect(excludeEachOther(depowder, satin, material, smallCatalogue)).toBe(false)
    expect(excludeEachOther(satin, depowder, material, smallCatalogue)).toBe(false)
    const namesake: ServiceSelection = { id: 'polishing', option: 'depowder' }
    expect(excludeEachOther(namesake, blasting, material, smallCatalogue)).toBe(true)
    expect(excludeEachOther(blasting, namesake, material, smallCatalogue)).toBe(true)
  })

  it('never excludes a service by itself', () => {
    const material = findMaterial(smallCatalogue, 'steel-1045') as Material
    expect(excludeEachOther(satin, satin, material, smallCatalogue)).toBe(false)
  })
})

describe('mandatory services', () => {
  it.each([
    ['mjf-pa12', 'sandblasting'],
    ['slm-316l', 'sandblasting'],
    ['vc-silicone', 'hardness'],
  ])('requires for %s the service %s', (material, service) => {
    expect(faultsOf({ ...configured(material), services: [] })).toEqual([
      { code: 'SERVICE_MANDATORY', field: `services.${service}`, detail: { service, material } },
    ])
  })

  it('accepts another option of a mandatory service', () => {
    expect(faultsOf(configured('mjf-pa12', [blasting]))).toEqual([])
  })
})

describe('required services', () => {
  const grinding: ServiceSelection = { id: 'grinding', option: 'flat', faces: 1, areaCm2: 10 }
  const fine: ServiceSelection = { id: 'surface-finish', option: 'ra-0.4', faces: 'all' }
  const hrc: ServiceSelection = { id: 'hardness', option: 'hrc', value: 50 }

  it('requires grinding for Ra 0.4', () => {
    expect(faultsOf(configured('steel-1045', [fine]))).toEqual([
      {
        code: 'SERVICE_REQUIRED',
        field: 'services.surface-finish',
        detail: { service: 'surface-finish', option: 'ra-0.4', other: 'grinding' },
      },
    ])
    expect(faultsOf(configured('steel-1045', [fine, grinding]))).toEqual([])
  })

  it('refuses Ra 0.4 for a material that cannot be ground', () => {
    expect(faultsOf(configured('al-6061-t6', [fine]))).toMatchObject([
      { code: 'OPTION_NOT_FOR_MATERIAL', detail: { option: 'ra-0.4' } },
    ])
  })

  it('requires no other service for most services', () => {
    expect(requiredServices(satin, smallCatalogue)).toEqual([])
    expect(requiredServices({ id: 'polishing', option: 'none' }, smallCatalogue)).toEqual([])
    expect(requiredServices(fine, smallCatalogue)).toEqual(['grinding'])
  })

  it('requires heat treatment for HRC', () => {
    expect(faultsOf(configured('steel-1045', [hrc]))).toMatchObject([
      { code: 'SERVICE_REQUIRED', detail: { service: 'hardness', option: 'hrc', other: 'heat-treatment' } },
    ])
    const treated: ServiceSelection = { id: 'heat-treatment', option: 'quench-temper' }
    expect(faultsOf(configured('steel-1045', [hrc, treated]))).toEqual([])
  })
})

describe('a colour that a service produces', () => {
  const missing = {
    code: 'COLOUR_NEEDS_SERVICE',
    field: 'colourId',
    detail: { colour: 'black', material: 'mjf-pa12', service: 'dyeing', option: 'solid' },
  }
  it('requires the service of a colour with that option and colour', () => {
    const black = (...services: ServiceSelection[]) => configured('mjf-pa12', services, { colourId: 'black' })
    expect(faultsOf(black())).toEqual([missing])
    expect(faultsOf(black(dyeing('black', 'cream')))).toEqual([missing])
    expect(faultsOf(black(dyeing('red')))).toEqual([missing])
    expect(faultsOf(black(dyeing('black')))).toEqual([])
  })

  it('does not accept another service with an option of the same name', () => {
    const colours = findMaterial(smallCatalogue, 'mjf-pa12')?.colours ?? []
    const made = (...services: ServiceSelection[]) =>
      colours.filter((colour) => makesColour(services, colour)).map(({ id }) => id)
    expect(made()).toEqual(['naturalGrey'])
    expect(made({ ...painting, option: 'solid', colours: ['black'] })).toEqual(['naturalGrey'])
    expect(made(dyeing('black'))).toEqual(['naturalGrey', 'black'])
  })

  it('requires only the option when it has no list of colours', () => {
    const clear = (...services: ServiceSelection[]) =>
      configured('sla-8001-clear', services, { colourId: 'transparent' })
    expect(faultsOf(clear())).toMatchObject([
      { code: 'COLOUR_NEEDS_SERVICE', detail: { service: 'special-treatment', option: 'oil-spray' } },
    ])
    expect(faultsOf(clear({ id: 'special-treatment', option: 'oil-spray' }))).toEqual([])
  })

  it.each(['native', 'pigment', 'tint'] as const)('finds no service for a %s colour', (via) => {
    expect(colourService({ id: 'x', name: { fr: 'x', en: 'x' }, hex: '#000000', via })).toBeUndefined()
  })
})
