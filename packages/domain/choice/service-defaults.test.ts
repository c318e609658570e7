import { describe, expect, it } from 'vitest'
import { findMaterial } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import { type ServiceId, serviceIds } from '../catalogue/service.ts'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { impliedService, serviceDefaults } from './service-defaults.ts'

const ground = (id: string) => ({
  material: findMaterial(smallCatalogue, id) as Material,
  process: 'milling' as const,
  catalogue: smallCatalogue,
  quantity: 12,
})

describe('the initial values of a service form', () => {
  it.each<[string, ServiceSelection]>([
    ['al-6061-t6', { id: 'anodizing', option: 'type-ii', colour: 'clear', gloss: 'matte', quantity: 12 }],
    ['mjf-pa12', { id: 'dyeing', option: 'solid', colours: [] }],
    ['mjf-pa12', { id: 'painting', option: 'pantone', colours: [], finish: 'matte' }],
    ['mjf-pa12', { id: 'silkscreen', option: 'screen', colours: [], zones: 1, position: '' }],
    ['steel-1045', { id: 'threading', option: '6g', threads: [] }],
    ['steel-1045', { id: 'tapping', option: '6H', items: [] }],
    ['mjf-pa12', { id: 'brass-insert', option: 'heat-set', items: [] }],
    ['steel-1045', { id: 'helicoil', option: 'locking', items: [] }],
    ['steel-1045', { id: 'reaming', option: 'H7', items: [] }],
    ['steel-1045', { id: 'polishing', option: 'satin' }],
    ['steel-1045', { id: 'sandblasting', option: 'glass-120' }],
    ['steel-1045', { id: 'surface-finish', option: 'ra-3.2', faces: 'all' }],
    ['vc-silicone', { id: 'hardness', option: 'shore-a', value: 70 }],
    ['steel-1045', { id: 'hardness', option: 'hrc', value: 20 }],
    ['steel-1045', { id: 'heat-treatment', option: 'quench-temper' }],
    ['slm-316l', { id: 'passivation', option: 'citric' }],
    ['al-6061-t6', { id: 'electrophoresis', option: 'black' }],
    ['mjf-pa12', { id: 'assembling', option: 'fit-check', suppliedParts: false }],
    ['steel-1045', { id: 'grinding', option: 'flat', faces: 1, areaCm2: 0 }],
    ['mjf-pa12', { id: 'special-treatment', option: 'spray-paint' }],
    ['mjf-pa12', { id: 'risk-acceptance', option: 'accept', ruleIds: [] }],
  ])('sets for %s the initial values %j', (material, selection) => {
    expect(serviceDefaults(selection.id, selection.option, ground(material))).toEqual(selection)
  })

  it('presets the given colour when the service offers it', () => {
    const colours = (colour: string, material = 'mjf-pa12') =>
      serviceDefaults('dyeing', 'solid', ground(material), colour)
    expect(colours('red')).toMatchObject({ colours: ['red'] })
    expect(colours('mauve')).toMatchObject({ colours: [] })
    expect(colours('red', 'mjf-tpu-88a')).toMatchObject({ colours: [] })
    expect(serviceDefaults('anodizing', 'type-ii', ground('al-6061-t6'), 'black')).toMatchObject({ colour: 'black' })
  })

  it('presets the hardness of the material, or 70 if it has none (spec 9)', () => {
    const silicone = ground('vc-silicone')
    const hardness = { scale: 'A', min: 30, max: 70, default: 50, step: 10 } as const
    const soft = { ...silicone, material: { ...silicone.material, hardness } }
    expect(serviceDefaults('hardness', 'shore-a', soft)).toMatchObject({ value: 50 })
    expect(serviceDefaults('hardness', 'shore-a', ground('steel-1045'))).toMatchObject({ value: 70 })
    expect(serviceDefaults('hardness', 'hrc', soft)).toMatchObject({ value: 20 })
  })

  it.each(serviceIds)('has initial values for %s even if the catalogue lacks it', (id) => {
    const catalogue = { ...smallCatalogue, services: [] }
    expect(serviceDefaults(id, 'x', { ...ground('steel-1045'), catalogue })).toMatchObject({ id, option: 'x' })
  })

  it('leaves a field empty when the catalogue has no list or range for it', () => {
    const services = smallCatalogue.services.map(({ choices: _, colours: __, ...service }) => ({
      ...service,
      options: service.options.map(({ colours: ___, value: ____, ...option }) => option),
    }))
    const opened = (id: ServiceId, option: string) =>
      serviceDefaults(id, option, { ...ground('steel-1045'), catalogue: { ...smallCatalogue, services } })

    expect(opened('anodizing', 'type-ii')).toMatchObject({ colour: '', gloss: '' })
    expect(opened('painting', 'pantone')).toMatchObject({ colours: [], finish: '' })
    expect(opened('surface-finish', 'ra-3.2')).toMatchObject({ faces: '' })
    expect(opened('hardness', 'hrc')).toMatchObject({ value: 0 })
    expect(opened('dyeing', 'none')).toMatchObject({ colours: [] })
  })
})

describe('a service that another one requires', () => {
  it.each<[ServiceId, string, string | undefined]>([
    ['heat-treatment', 'steel-1045', 'quench-temper'],
    ['heat-treatment', 'slm-316l', 'stress-relief'],
    ['surface-finish', 'steel-1045', 'ra-3.2'],
    ['sandblasting', 'steel-1045', 'glass-120'],
    ['grinding', 'al-6061-t6', undefined],
  ])('adds %s on %s with the option %s', (id, material, option) => {
    expect(impliedService(id, ground(material))?.option).toBe(option)
  })

  it('adds the default option rather than the first', () => {
    const services = smallCatalogue.services.map((one) =>
      one.id === 'helicoil' ? { ...one, options: one.options.map((o, at) => ({ ...o, isDefault: at === 1 })) } : one,
    )
    const catalogue = { ...smallCatalogue, services }
    expect(impliedService('helicoil', { ...ground('steel-1045'), catalogue })?.option).toBe('locking')
  })
})
