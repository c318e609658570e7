import { describe, expect, it } from 'vitest'
import { findMaterial } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { Configuration } from './configuration.ts'
import { configurationFaults } from './configuration-faults.ts'
import { chosenProcess } from './material-choice.ts'
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
  it.each(smallCatalogue.materials.map(({ id }) => id))('%s can be had as the catalogue has it', (id) => {
    expect(faultsOf(configured(id))).toEqual([])
  })

  it.each(['', 'unobtainium', '__proto__', 'constructor'])('%j is unknown', (materialId) => {
    expect(faultsOf(configured('mjf-pa12', [], { materialId }))).toEqual([
      { code: 'UNKNOWN_MATERIAL', field: 'materialId', detail: { material: materialId } },
    ])
  })

  it('that is out of stock is not sold', () => {
    const materials = smallCatalogue.materials.map((one) => ({ ...one, available: one.id !== 'mjf-pa12' }))
    const catalogue = { ...smallCatalogue, materials }
    expect(configurationFaults(block, configured('mjf-pa12'), catalogue)).toEqual([
      { code: 'MATERIAL_UNAVAILABLE', field: 'materialId', detail: { material: 'mjf-pa12' } },
    ])
    expect(configurationFaults(block, configured('slm-316l'), catalogue)).toEqual([])
  })

  it('fits in any position up to its envelope of 400 × 300 × 200', () => {
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

  it('is not refused for a rounding of the measures', () => {
    expect(faultsOf(configured('mjf-pa12'), sized(400.000_001, 300.000_001, 200.000_001))).toEqual([])
  })
})

describe('the process', () => {
  it.each([
    ['a turned part is turned', pin, 'steel-1045', undefined, 'turning'],
    ['unless the customer wants it milled', pin, 'steel-1045', 'milling', 'milling'],
    ['a block is milled', block, 'steel-1045', undefined, 'milling'],
    ['unless the customer wants it turned', block, 'steel-1045', 'turning', 'turning'],
    ['a bar of just the size is turned', turned(200, 400), 'steel-1045', undefined, 'turning'],
    ['a part wider than the bar is milled', turned(200.1, 400), 'steel-1045', undefined, 'milling'],
    ['a part longer than the bar is milled', turned(200, 400.1), 'steel-1045', undefined, 'milling'],
    ['a material that is not turned is not', pin, 'mjf-pa12', undefined, 'mjf'],
    ['a wish that the material cannot fulfil does not count', pin, 'mjf-pa12', 'turning', 'mjf'],
  ] as const)('%s', (_, part, material, wished, process) => {
    expect(chosenProcess(part, named(material), wished)).toBe(process)
  })

  it('is milling for a block whatever comes first in the catalogue, and turning where there is no other', () => {
    const steel = named('steel-1045')
    expect(chosenProcess(block, { ...steel, processIds: ['turning', 'milling'] })).toBe('milling')
    expect(chosenProcess(block, { ...steel, processIds: ['turning'] })).toBe('turning')
  })

  it('is one of the material’s', () => {
    expect(faultsOf(configured('mjf-pa12', [], { process: 'milling' }))).toEqual([
      { code: 'PROCESS_NOT_FOR_MATERIAL', field: 'process', detail: { process: 'milling', material: 'mjf-pa12' } },
    ])
    expect(faultsOf(configured('steel-1045', [], { process: 'milling' }))).toEqual([])
  })

  it('is turning only for what a lathe makes', () => {
    expect(faultsOf(configured('steel-1045', [], { process: 'turning' }))).toEqual([
      { code: 'PART_NOT_TURNED', field: 'process', detail: {} },
    ])
    expect(faultsOf(configured('steel-1045', [], { process: 'turning' }), pin)).toEqual([])
  })

  it('asks of a turned part that the bar holds it', () => {
    const detail = { lengthMm: 80, maxDiameterMm: 200, maxLengthMm: 400, diameterMm: 201 }
    expect(faultsOf(configured('steel-1045', [], { process: 'turning' }), turned(201, 80))).toEqual([
      { code: 'BAR_TOO_SMALL', field: 'materialId', detail },
    ])
    expect(faultsOf(configured('steel-1045'), turned(201, 80))).toEqual([])
  })
})

describe('a machine of which the catalogue knows no size', () => {
  it('holds nothing', () => {
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
  it.each(['', 'red', '__proto__'])('the colour %j is not one of the material’s', (colourId) => {
    expect(faultsOf(configured('steel-1045', [], { colourId }))).toEqual([
      { code: 'UNKNOWN_COLOUR', field: 'colourId', detail: { colour: colourId, material: 'steel-1045' } },
    ])
  })

  it('a pigment needs no service', () => {
    expect(faultsOf(configured('vc-pu-abs', [], { colourId: 'red' }))).toEqual([])
  })

  it.each(['', 'pbf-std', 'iso2768-f'])('the tolerance %j is not offered', (toleranceId) => {
    expect(faultsOf(configured('steel-1045', [], { toleranceId }))).toEqual([
      { code: 'UNKNOWN_TOLERANCE', field: 'toleranceId', detail: { tolerance: toleranceId, material: 'steel-1045' } },
    ])
  })

  it('a tolerance that the process lost is not offered, whatever the material says', () => {
    const milling = { ...smallCatalogue.processes.milling, tolerances: [] }
    const catalogue = { ...smallCatalogue, processes: { ...smallCatalogue.processes, milling } }
    expect(configurationFaults(block, configured('steel-1045'), catalogue)).toMatchObject([
      { code: 'UNKNOWN_TOLERANCE', field: 'toleranceId' },
    ])
  })
})
