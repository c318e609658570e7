import { describe, expect, it } from 'vitest'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { configurationFaults } from '../configuration/configuration-faults.ts'
import { block, configured, pin, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { defaultConfiguration, selectColour, selectMaterial } from './select-material.ts'

const depowder: ServiceSelection = { id: 'sandblasting', option: 'depowder' }
const relief: ServiceSelection = { id: 'heat-treatment', option: 'stress-relief' }
const painting: ServiceSelection = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' }
const black: ServiceSelection = { id: 'dyeing', option: 'solid', colours: ['black'] }
const oil: ServiceSelection = { id: 'special-treatment', option: 'oil-spray' }
const shore = (value: number): ServiceSelection => ({ id: 'hardness', option: 'shore-a', value })
const to = (id: string, configuration = configured('steel-1045'), part = block) =>
  selectMaterial(part, configuration, id, smallCatalogue)

describe('the default configuration', () => {
  it.each(smallCatalogue.materials.map(({ id }) => id))(
    'creates a default configuration of %s without faults',
    (id) => {
      const configuration = defaultConfiguration(block, id, smallCatalogue)
      expect(configurationFaults(block, configuration, smallCatalogue)).toEqual([])
    },
  )

  it.each<[string, ServiceSelection[]]>([
    ['al-6061-t6', []],
    ['mjf-pa12', [depowder]],
    ['slm-316l', [relief, depowder]],
    ['vc-silicone', [shore(70)]],
  ])('gives the default configuration of %s the services %j', (id, services) => {
    expect(defaultConfiguration(block, id, smallCatalogue).services).toEqual(services)
  })

  it('defaults to one part in the default colour, tolerance and lead time', () => {
    expect(defaultConfiguration(block, 'mjf-pa12', smallCatalogue)).toEqual({
      materialId: 'mjf-pa12',
      colourId: 'naturalGrey',
      toleranceId: 'pbf-std',
      quantity: 1,
      lead: 'standard',
      services: [depowder],
    })
    expect(defaultConfiguration(block, 'mjf-pa12', smallCatalogue, 7).quantity).toBe(7)
  })

  it('adds the service that the default colour needs', () => {
    const materials = smallCatalogue.materials.map((one) => ({ ...one, defaultColour: 'black' }))
    expect(defaultConfiguration(block, 'mjf-pa12', { ...smallCatalogue, materials })).toMatchObject({
      colourId: 'black',
      services: [black, depowder],
    })
  })

  it('reports an unknown material as a fault', () => {
    const configuration = defaultConfiguration(block, 'unobtainium', smallCatalogue)
    expect(configuration).toEqual({
      materialId: 'unobtainium',
      colourId: '',
      toleranceId: '',
      quantity: 1,
      lead: 'standard',
      services: [],
    })
    expect(configurationFaults(block, configuration, smallCatalogue)).toMatchObject([{ code: 'UNKNOWN_MATERIAL' }])
  })
})

describe('selecting another material', () => {
  it('keeps quantity, colour, tolerance, lead time and services that fit', () => {
    const before = configured('vc-pu-abs', [painting], { colourId: 'black', lead: 'express', quantity: 20 })
    expect(to('vc-pu-abs', before)).toEqual({ configuration: before, removed: [], added: [] })

    const kept = to('al-6061-t6', configured('steel-1045', [painting], { toleranceId: 'pm-0.05' }))
    expect(kept).toMatchObject({
      configuration: { materialId: 'al-6061-t6', toleranceId: 'pm-0.05', services: [painting] },
      removed: [],
      added: [],
    })
  })

  it('removes and names services that do not fit, and adds mandatory and default ones', () => {
    const grinding: ServiceSelection = { id: 'grinding', option: 'flat', faces: 1, areaCm2: 2 }
    expect(to('mjf-pa12', configured('steel-1045', [grinding, painting]))).toMatchObject({
      configuration: { colourId: 'naturalGrey', toleranceId: 'pbf-std', services: [painting, depowder] },
      removed: ['grinding'],
      added: [depowder],
    })
    expect(to('slm-316l')).toMatchObject({ configuration: { services: [relief, depowder] }, added: [relief, depowder] })
  })

  it('removes a service whose numbers do not fit, and keeps one that is still empty', () => {
    const tapping = (size: string): ServiceSelection => ({
      id: 'tapping',
      option: '6H',
      items: [{ size, count: 1, depthMm: 4 }],
    })
    const empty: ServiceSelection = { id: 'reaming', option: 'H7', items: [] }
    const part = { ...block, holes: [] }

    expect(to('mjf-pa12', configured('steel-1045', [tapping('M1.6'), empty]), part)).toMatchObject({
      configuration: { services: [empty, depowder] },
      removed: ['tapping'],
    })
    expect(to('mjf-pa12', configured('steel-1045', [tapping('M3')]), part).removed).toEqual([])
  })

  it('removes services that came only with the old material or colour', () => {
    expect(to('steel-1045', configured('slm-316l', [relief])).removed).toEqual(['sandblasting', 'heat-treatment'])
    expect(to('slm-316l', configured('mjf-pa12')).configuration.services).toEqual([depowder, relief])

    const dyed = configured('mjf-pa12', [black], { colourId: 'black' })
    expect(to('mjf-tpu-88a', dyed)).toMatchObject({
      configuration: { colourId: 'black', services: [depowder, black] },
      removed: [],
    })

    const red = { ...configured('mjf-pa12', [{ ...black, colours: ['red'] }]), colourId: 'red' }
    expect(to('mjf-tpu-88a', red)).toMatchObject({
      configuration: { colourId: 'grey', services: [depowder] },
      removed: ['dyeing'],
    })
  })

  it('removes the service of the old colour when no colour of the new material needs it', () => {
    const materials = smallCatalogue.materials.map((one) =>
      one.id === 'mjf-tpu-88a' ? { ...one, colours: one.colours.slice(0, 1) } : one,
    )
    const change = (colourId: string) =>
      selectMaterial(block, configured('mjf-pa12', [black], { colourId }), 'mjf-tpu-88a', {
        ...smallCatalogue,
        materials,
      })

    expect(change('black')).toMatchObject({
      configuration: { colourId: 'grey', services: [depowder] },
      removed: ['dyeing'],
    })
    expect(change('naturalGrey')).toMatchObject({ configuration: { services: [depowder, black] }, removed: [] })
  })

  it('keeps the option and the numbers that the customer set on a default service', () => {
    const blasting: ServiceSelection = { id: 'sandblasting', option: 'glass-120' }
    expect(to('steel-1045', configured('mjf-pa12', [blasting])).configuration.services).toEqual([blasting])
    const aimed: ServiceSelection = { ...relief, targetHardness: 30 }
    expect(to('slm-316l', configured('steel-1045', [aimed])).configuration.services).toEqual([aimed, depowder])
  })

  it('keeps a service that the customer chose rather than a colour that excludes it', () => {
    const before = configured('vc-pu-abs', [painting], { colourId: 'black' })
    expect(to('mjf-pa12', before)).toMatchObject({
      configuration: { colourId: 'naturalGrey', services: [painting, depowder] },
    })
    expect(to('mjf-pa12', configured('vc-pu-abs', [], { colourId: 'black' }))).toMatchObject({
      configuration: { colourId: 'black', services: [black, depowder] },
      added: [black, depowder],
    })
  })

  it('resets a mandatory service whose numbers do not fit', () => {
    const materials = smallCatalogue.materials.flatMap((one) =>
      one.id === 'vc-silicone'
        ? [one, { ...one, id: 'vc-soft', hardness: { scale: 'A', min: 30, max: 50, default: 40, step: 5 } as const }]
        : [one],
    )
    const change = selectMaterial(block, configured('vc-silicone'), 'vc-soft', { ...smallCatalogue, materials })
    expect(change).toMatchObject({ configuration: { services: [shore(40)] }, removed: [], added: [shore(40)] })
  })

  it('adds the services that a kept service requires', () => {
    const hrc: ServiceSelection = { id: 'hardness', option: 'hrc', value: 50 }
    const change = to('steel-1045', configured('slm-316l', [relief, hrc]))
    expect(change).toMatchObject({
      configuration: { services: [hrc, { id: 'heat-treatment', option: 'quench-temper' }] },
      removed: ['sandblasting'],
    })
  })

  it('keeps the process when the new material and the part allow it', () => {
    const milled = configured('steel-1045', [], { process: 'milling' })
    expect(to('al-6061-t6', milled, pin).configuration.process).toBe('milling')
    expect(to('mjf-pa12', milled, pin).configuration).not.toHaveProperty('process')
    const turned = configured('steel-1045', [], { process: 'turning' })
    expect(to('al-6061-t6', turned, pin).configuration.process).toBe('turning')
    expect(to('al-6061-t6', turned, block).configuration).not.toHaveProperty('process')
  })

  it('falls back to standard when express is not offered', () => {
    const cast = configured('vc-pu-abs', [], { lead: 'express', quantity: 51 })
    expect(to('mjf-pa12', cast).configuration.lead).toBe('standard')
    expect(to('mjf-pa12', { ...cast, quantity: 50 }).configuration.lead).toBe('express')
  })

  it('keeps an unknown material, which the validation reports', () => {
    const before = configured('steel-1045', [painting])
    expect(to('unobtainium', before)).toEqual({
      configuration: { ...before, materialId: 'unobtainium' },
      removed: [],
      added: [],
    })
  })
})

describe('selecting another colour', () => {
  const colour = (id: string, configuration: ReturnType<typeof configured>) =>
    selectColour(configuration, id, smallCatalogue)

  it('adds the service that produces the new colour', () => {
    expect(colour('black', configured('mjf-pa12'))).toMatchObject({
      configuration: { colourId: 'black', services: [depowder, black] },
      removed: [],
      added: [black],
    })
    expect(colour('transparent', configured('sla-8001-clear'))).toMatchObject({
      configuration: { colourId: 'transparent', services: [oil] },
      added: [oil],
    })
  })

  it('removes the service that produced the old colour', () => {
    const dyed = configured('mjf-pa12', [black], { colourId: 'black' })
    expect(colour('naturalGrey', dyed)).toMatchObject({
      configuration: { colourId: 'naturalGrey', services: [depowder] },
      removed: ['dyeing'],
      added: [],
    })
    expect(colour('red', dyed)).toMatchObject({
      configuration: { colourId: 'red', services: [depowder, { ...black, colours: ['red'] }] },
      removed: [],
    })
  })

  it('keeps a service that the customer chose in addition to the colour', () => {
    const chosen = configured('mjf-pa12', [black])
    expect(colour('naturalGrey', chosen).configuration.services).toEqual([depowder, black])
  })

  it('removes services that the service of the new colour excludes', () => {
    expect(colour('black', configured('mjf-pa12', [painting]))).toMatchObject({
      configuration: { colourId: 'black', services: [depowder, black] },
      removed: ['painting'],
    })
  })

  it('adds no service for a native colour or a pigment', () => {
    const white = configured('vc-pu-abs', [painting])
    expect(colour('red', white)).toEqual({ configuration: { ...white, colourId: 'red' }, removed: [], added: [] })
  })

  it('keeps an unknown colour, which the validation reports', () => {
    const grey = configured('mjf-pa12', [painting])
    expect(colour('mauve', grey)).toEqual({ configuration: { ...grey, colourId: 'mauve' }, removed: [], added: [] })
    const lost = { ...grey, materialId: 'none' }
    expect(colour('black', lost)).toEqual({ configuration: { ...lost, colourId: 'black' }, removed: [], added: [] })
  })
})
