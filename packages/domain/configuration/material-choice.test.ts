import { describe, expect, it } from 'vitest'
import { findMaterial } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { Configuration } from './configuration.ts'
import { configurationFaults } from './configuration-faults.ts'
import { chosenProcess, statedProcess } from './material-choice.ts'
import type { PartMeasures } from './part.ts'
import { block, configured, pin, smallCatalogue } from './small-catalogue.fixture.ts'

const faultsOf = (configuration: Configuration, part: PartMeasures = block) =>
  configurationFaults(part, configuration, smallCatalogue)
const named = (id: string) => findMaterial(smallCatalogue, id) as Material
const sized = (...sizeMm: [number, number, number]): PartMeasures => ({ ...block, sizeMm })

const turned = (diameterMm: number, lengthMm: number): PartMeasures => ({
  ...pin,
  turning: { ...pin.turning, diameterMm, lengthMm },
})

describe('the material', () => {
  it.each(smallCatalogue.materials.map(({ id }) => id))('accepts %s with its catalogue defaults', (id) => {
    expect(faultsOf(configured(id))).toEqual([])
  })

  it.each(['', 'unobtainium', '__proto__', 'constructor'])('reports the unknown material %j', (materialId) => {
    expect(faultsOf(configured('mjf-pa12', [], { materialId }))).toEqual([
      { code: 'UNKNOWN_MATERIAL', field: 'materialId', detail: { material: materialId } },
    ])
  })

  it('refuses a material that is out of stock', () => {
    const materials = smallCatalogue.materials.map((one) => ({ ...one, available: one.id !== 'mjf-pa12' }))
    const catalogue = { ...smallCatalogue, materials }
    expect(configurationFaults(block, configured('mjf-pa12'), catalogue)).toEqual([
      { code: 'MATERIAL_UNAVAILABLE', field: 'materialId', detail: { material: 'mjf-pa12' } },
    ])
    expect(configurationFaults(block, configured('slm-316l'), catalogue)).toEqual([])
  })

  it('accepts a part in any orientation up to the envelope of 400 × 300 × 200', () => {
    expect(faultsOf(configured('mjf-pa12'), sized(400, 300, 200))).toEqual([])

    const detail = { process: 'mjf', maxLengthMm: 400, maxWidthMm: 300, maxThicknessMm: 200 }
    for (const [lengthMm, widthMm, thicknessMm] of [
      [400.01, 300, 200],
      [400, 300.01, 200],
      [400, 300, 200.01],
    ] as const) {
      expect(faultsOf(configured('mjf-pa12'), sized(lengthMm, widthMm, thicknessMm))).toEqual([
        { code: 'PART_TOO_LARGE', field: 'materialId', detail: { ...detail, lengthMm, widthMm, thicknessMm } },
      ])
    }
  })

  it('tolerates rounding errors in the dimensions', () => {
    expect(faultsOf(configured('mjf-pa12'), sized(400.000_001, 300.000_001, 200.000_001))).toEqual([])
  })
})

describe('the process', () => {
  it.each([
    ['turns a turned part', pin, 'steel-1045', undefined, 'turning'],
    ['mills a turned part on request', pin, 'steel-1045', 'milling', 'milling'],
    ['mills a block', block, 'steel-1045', undefined, 'milling'],
    ['turns a block on request', block, 'steel-1045', 'turning', 'turning'],
    ['turns a part of exactly the bar size', turned(200, 400), 'steel-1045', undefined, 'turning'],
    ['mills a part wider than the bar', turned(200.1, 400), 'steel-1045', undefined, 'milling'],
    ['mills a part longer than the bar', turned(200, 400.1), 'steel-1045', undefined, 'milling'],
    ['does not turn a material that cannot be turned', pin, 'mjf-pa12', undefined, 'mjf'],
    ['ignores a requested process that the material does not allow', pin, 'mjf-pa12', 'turning', 'mjf'],
  ] as const)('%s', (_, part, material, wished, process) => {
    expect(chosenProcess(part, named(material), wished)).toBe(process)
  })

  it('is the chosen one or the first of the material if the part is unknown', () => {
    const steel = { ...named('steel-1045'), processIds: ['milling', 'turning'] } as const
    expect(statedProcess({ process: 'turning' }, steel)).toBe('turning')
    expect(statedProcess({}, steel)).toBe('milling')
  })

  it('mills a block regardless of catalogue sequence, and turns it when that is the only process', () => {
    const steel = named('steel-1045')
    expect(chosenProcess(block, { ...steel, processIds: ['turning', 'milling'] })).toBe('milling')
    expect(chosenProcess(block, { ...steel, processIds: ['turning'] })).toBe('turning')
  })

  it('refuses a process that the material does not allow', () => {
    expect(faultsOf(configured('mjf-pa12', [], { process: 'milling' }))).toEqual([
      { code: 'PROCESS_NOT_FOR_MATERIAL', field: 'process', detail: { process: 'milling', material: 'mjf-pa12' } },
    ])
    expect(faultsOf(configured('steel-1045', [], { process: 'milling' }))).toEqual([])
  })

  it('refuses turning for a part that a lathe cannot make', () => {
    expect(faultsOf(configured('steel-1045', [], { process: 'turning' }))).toEqual([
      { code: 'PART_NOT_TURNED', field: 'process', detail: {} },
    ])
    expect(faultsOf(configured('steel-1045', [], { process: 'turning' }), pin)).toEqual([])
  })

  it('refuses a turned part that is larger than the bar', () => {
    const detail = { lengthMm: 80, maxDiameterMm: 200, maxLengthMm: 400, diameterMm: 201 }
    expect(faultsOf(configured('steel-1045', [], { process: 'turning' }), turned(201, 80))).toEqual([
      { code: 'BAR_TOO_SMALL', field: 'materialId', detail },
    ])
    expect(faultsOf(configured('steel-1045'), turned(201, 80))).toEqual([])
  })
})

describe('a machine without a size in the catalogue', () => {
  it('refuses every part on a machine of unknown size', () => {
    const materials = smallCatalogue.materials.map((one) => ({ ...one, envelopes: {} }))
    const refused = (part: PartMeasures, process?: 'turning') =>
      configurationFaults(part, configured('steel-1045', [], process ? { process } : {}), {
        ...smallCatalogue,
        materials,
      })

    expect(refused(pin, 'turning')).toMatchObject([
      { code: 'BAR_TOO_SMALL', detail: { maxDiameterMm: 0, maxLengthMm: 0 } },
    ])
    expect(refused(pin)).toMatchObject([
      { code: 'PART_TOO_LARGE', detail: { process: 'milling', maxLengthMm: 0, maxWidthMm: 0, maxThicknessMm: 0 } },
    ])
  })
})

describe('colour and tolerance', () => {
  it.each(['', 'red', '__proto__'])('refuses the colour %j, which the material does not have', (colourId) => {
    expect(faultsOf(configured('steel-1045', [], { colourId }))).toEqual([
      { code: 'UNKNOWN_COLOUR', field: 'colourId', detail: { colour: colourId, material: 'steel-1045' } },
    ])
  })

  it('accepts a pigment without a service', () => {
    expect(faultsOf(configured('vc-pu-abs', [], { colourId: 'red' }))).toEqual([])
  })

  it.each(['', 'pbf-std', 'iso2768-f'])('refuses the tolerance %j, which is not offered', (toleranceId) => {
    expect(faultsOf(configured('steel-1045', [], { toleranceId }))).toEqual([
      { code: 'UNKNOWN_TOLERANCE', field: 'toleranceId', detail: { tolerance: toleranceId, material: 'steel-1045' } },
    ])
  })

  it('refuses a tolerance that the process no longer has, even if the material lists it', () => {
    const milling = { ...smallCatalogue.processes.milling, tolerances: [] }
    const catalogue = { ...smallCatalogue, processes: { ...smallCatalogue.processes, milling } }
    expect(configurationFaults(block, configured('steel-1045'), catalogue)).toMatchObject([
      { code: 'UNKNOWN_TOLERANCE', field: 'toleranceId' },
    ])
  })
})
