import { describe, expect, it } from 'vitest'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { configurationFaults } from '../configuration/configuration-faults.ts'
import { block, configured, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { cancelService, selectService } from './select-service.ts'

const painting: ServiceSelection = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' }
const dyeing = (...colours: string[]): ServiceSelection => ({ id: 'dyeing', option: 'solid', colours })
const satin: ServiceSelection = { id: 'polishing', option: 'satin' }
const blasting: ServiceSelection = { id: 'sandblasting', option: 'glass-120' }
const depowder: ServiceSelection = { id: 'sandblasting', option: 'depowder' }
const fine: ServiceSelection = { id: 'surface-finish', option: 'ra-0.4', faces: 'all' }
const hrc: ServiceSelection = { id: 'hardness', option: 'hrc', value: 50 }
const quench: ServiceSelection = { id: 'heat-treatment', option: 'quench-temper' }
const relief: ServiceSelection = { id: 'heat-treatment', option: 'stress-relief' }
const grinding: ServiceSelection = { id: 'grinding', option: 'flat', faces: 1, areaCm2: 0 }

describe('choosing a service', () => {
  it('adds the service and changes nothing else when nothing else must change', () => {
    const before = configured('steel-1045')
    expect(selectService(before, satin, smallCatalogue)).toEqual({
      configuration: { ...before, services: [satin] },
      removed: [],
      added: [],
    })
  })

  it('replaces a service that is already selected, at the same position', () => {
    const before = configured('steel-1045', [satin, painting])
    const other: ServiceSelection = { ...painting, colours: ['186 C'] }
    const again = selectService(before, { ...satin, faces: 'top' }, smallCatalogue)
    expect(again.configuration.services).toEqual([{ ...satin, faces: 'top' }, painting])
    expect(selectService(before, other, smallCatalogue).configuration.services).toEqual([satin, other])
  })

  it('removes the other service of an exclusive pair', () => {
    expect(selectService(configured('steel-1045', [satin]), blasting, smallCatalogue)).toMatchObject({
      configuration: { services: [blasting] },
      removed: ['polishing'],
      added: [],
    })

    const sprayed: ServiceSelection = { id: 'special-treatment', option: 'spray-paint', colour: 'RAL 9005' }
    expect(selectService(configured('mjf-pa12', [painting]), sprayed, smallCatalogue)).toMatchObject({
      configuration: { services: [depowder, sprayed] },
      removed: ['painting'],
    })
  })

  it('keeps the mandatory base step, and restores it when a cosmetic option is excluded', () => {
    expect(selectService(configured('mjf-pa12'), satin, smallCatalogue)).toMatchObject({
      configuration: { services: [depowder, satin] },
      removed: [],
      added: [],
    })
    expect(selectService(configured('mjf-pa12', [blasting]), satin, smallCatalogue)).toMatchObject({
      configuration: { services: [satin, depowder] },
      removed: [],
      added: [depowder],
    })
  })

  it('adds the services it requires: grinding for Ra 0.4, a hardening treatment for HRC', () => {
    expect(selectService(configured('steel-1045'), fine, smallCatalogue)).toMatchObject({
      configuration: { services: [fine, grinding] },
      added: [grinding],
      removed: [],
    })
    expect(selectService(configured('steel-1045'), hrc, smallCatalogue)).toMatchObject({
      configuration: { services: [hrc, quench] },
      added: [quench],
    })
  })

  it('leaves a required service unchanged when it is already selected', () => {
    expect(selectService(configured('slm-316l', [relief]), hrc, smallCatalogue)).toMatchObject({
      configuration: { services: [depowder, relief, hrc] },
      added: [],
    })
  })

  it('adds no required service that the material does not allow', () => {
    expect(selectService(configured('al-6061-t6'), fine, smallCatalogue)).toMatchObject({
      configuration: { services: [fine] },
      added: [],
    })
  })

  it('restores the native colour when the service of the colour is removed', () => {
    const black = configured('mjf-pa12', [dyeing('black')], { colourId: 'black' })
    const { configuration, removed } = selectService(black, painting, smallCatalogue)
    expect(removed).toEqual(['dyeing'])
    expect(configuration.colourId).toBe('naturalGrey')
    expect(configurationFaults(block, configuration, smallCatalogue)).toEqual([])
  })

  it('sets the colour that the selected services produce', () => {
    const black = configured('mjf-pa12', [dyeing('black')], { colourId: 'black' })
    expect(selectService(black, dyeing('red'), smallCatalogue).configuration.colourId).toBe('red')
    expect(selectService(black, dyeing('blue'), smallCatalogue).configuration.colourId).toBe('naturalGrey')
    const natural = configured('mjf-pa12')
    expect(selectService(natural, dyeing('red'), smallCatalogue).configuration.colourId).toBe('naturalGrey')
  })

  it('sets the first native colour when the default one is produced by a service', () => {
    const materials = smallCatalogue.materials.map((one) => ({ ...one, defaultColour: 'black' }))
    const black = configured('mjf-pa12', [dyeing('black')], { colourId: 'black' })
    const { configuration } = selectService(black, painting, { ...smallCatalogue, materials })
    expect(configuration.colourId).toBe('naturalGrey')
  })

  it('restores the default colour rather than the first when both are native', () => {
    const materials = smallCatalogue.materials.map((one) => {
      const [grey, ...dyed] = one.colours
      return one.id === 'mjf-pa12' && grey
        ? { ...one, colours: [grey, { ...grey, id: 'white' }, ...dyed], defaultColour: 'white' }
        : one
    })
    const black = configured('mjf-pa12', [dyeing('black')], { colourId: 'black' })

    expect(selectService(black, painting, { ...smallCatalogue, materials }).configuration.colourId).toBe('white')
  })

  it('sets the default colour when the material has no native one', () => {
    const materials = smallCatalogue.materials.map((one) =>
      one.id === 'mjf-pa12' ? { ...one, colours: one.colours.slice(1), defaultColour: 'red' } : one,
    )
    const black = configured('mjf-pa12', [dyeing('black')], { colourId: 'black' })
    expect(selectService(black, painting, { ...smallCatalogue, materials }).configuration.colourId).toBe('red')
  })

  it.each([
    ['sla-9600-white', undefined, 'sla-fine'],
    ['vc-pu-abs', undefined, 'cast-gloss'],
    ['steel-1045', 'turning', 'ra-3.2'],
  ] as const)('adds to %s an option of its process', (material, process, option) => {
    const services = smallCatalogue.services.map((one) => {
      if (one.id === 'surface-finish') return { ...one, families: ['*'] }
      if (one.id !== 'painting') return one
      return { ...one, options: one.options.map((each) => ({ ...each, requires: ['surface-finish' as const] })) }
    })
    const before = configured(material, [], process ? { process } : {})

    expect(selectService(before, painting, { ...smallCatalogue, services }).added).toMatchObject([
      { id: 'surface-finish', option },
    ])
  })

  it('changes nothing for an unknown material', () => {
    const before = configured('steel-1045', [], { materialId: 'unobtainium' })
    expect(selectService(before, satin, smallCatalogue)).toEqual({ configuration: before, removed: [], added: [] })
  })

  it('removes services that required the removed one', () => {
    const services = smallCatalogue.services.map((one) =>
      one.id === 'electrophoresis' ? { ...one, exclusiveWith: ['grinding' as const] } : one,
    )
    const before = configured('steel-1045', [fine, { ...grinding, areaCm2: 3 }])
    const coat: ServiceSelection = { id: 'electrophoresis', option: 'black' }

    expect(selectService(before, coat, { ...smallCatalogue, services })).toMatchObject({
      configuration: { services: [coat] },
      removed: ['surface-finish', 'grinding'],
    })
  })
})

describe('cancelling a service', () => {
  it('removes the cancelled service', () => {
    const before = configured('steel-1045', [satin, painting])
    expect(cancelService(before, 'polishing', smallCatalogue)).toEqual({
      ok: true,
      configuration: { ...before, services: [painting] },
      removed: ['polishing'],
      warning: undefined,
    })
  })

  it.each([
    ['mjf-pa12', 'sandblasting'],
    ['vc-silicone', 'hardness'],
  ] as const)('refuses for %s to cancel the mandatory service %s', (material, service) => {
    expect(cancelService(configured(material), service, smallCatalogue)).toEqual({
      ok: false,
      fault: { code: 'SERVICE_MANDATORY', field: `services.${service}`, detail: { service, material } },
    })
  })

  it('warns for heat treatment, printed or machined, and for no other service (spec 4)', () => {
    const warning = { fr: 'May warp (fr)', en: 'May warp' }
    expect(cancelService(configured('slm-316l', [relief]), 'heat-treatment', smallCatalogue)).toMatchObject({
      ok: true,
      warning,
      configuration: { services: [depowder] },
    })
    expect(cancelService(configured('steel-1045', [relief]), 'heat-treatment', smallCatalogue)).toMatchObject({
      ok: true,
      warning,
    })
    expect(cancelService(configured('slm-316l', [relief, satin]), 'polishing', smallCatalogue)).toMatchObject({
      warning: undefined,
    })
  })

  it('also removes services that require the cancelled one', () => {
    expect(
      cancelService(configured('steel-1045', [hrc, quench, satin]), 'heat-treatment', smallCatalogue),
    ).toMatchObject({
      configuration: { services: [satin] },
      removed: ['hardness', 'heat-treatment'],
    })
    expect(cancelService(configured('steel-1045', [hrc, quench]), 'hardness', smallCatalogue)).toMatchObject({
      configuration: { services: [quench] },
      removed: ['hardness'],
    })
  })

  it('also removes services that require it indirectly', () => {
    const services = smallCatalogue.services.map((one) =>
      one.id === 'polishing'
        ? { ...one, options: one.options.map((option) => ({ ...option, requires: ['hardness' as const] })) }
        : one,
    )
    const before = configured('steel-1045', [satin, hrc, quench])

    expect(cancelService(before, 'heat-treatment', { ...smallCatalogue, services })).toMatchObject({
      configuration: { services: [] },
      removed: ['polishing', 'hardness', 'heat-treatment'],
    })
  })

  it('restores the native colour of the material', () => {
    const black = configured('mjf-pa12', [dyeing('black')], { colourId: 'black' })
    expect(cancelService(black, 'dyeing', smallCatalogue)).toMatchObject({
      configuration: { colourId: 'naturalGrey', services: [depowder] },
    })
  })

  it('changes nothing for a service that is not selected or an unknown material', () => {
    for (const before of [configured('steel-1045'), configured('steel-1045', [satin], { materialId: 'none' })]) {
      expect(
        cancelService(before, before.services.length === 0 ? 'sandblasting' : 'polishing', smallCatalogue),
      ).toEqual({
        ok: true,
        configuration: before,
        removed: [],
        warning: undefined,
      })
    }

    const relieved = cancelService(configured('slm-316l'), 'heat-treatment', smallCatalogue)
    expect(relieved).toMatchObject({ ok: true, warning: undefined })
  })
})
