import { describe, expect, it } from 'vitest'
import { findMaterial } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { block, pin, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { offeredColours, offeredMaterials, offeredTolerances } from './offer.ts'
import { offeredServices } from './offer-services.ts'

const named = (id: string) => findMaterial(smallCatalogue, id) as Material
const plate: PartMeasures = { ...block, sizeMm: [500, 500, 5] }

describe('materials', () => {
  it('lists the materials of one technology, or all materials', () => {
    const ids = (technologyId?: 22 | 23 | 27) =>
      offeredMaterials(block, technologyId, smallCatalogue).map(({ material }) => material.id)
    expect(ids(23)).toEqual(['al-6061-t6', 'steel-1045'])
    expect(ids(27)).toEqual(['vc-pu-abs', 'vc-silicone'])
    expect(ids()).toEqual(smallCatalogue.materials.map(({ id }) => id))
  })

  it('gives the reason when a part is too large for a material', () => {
    const offered = offeredMaterials(plate, undefined, smallCatalogue)
    expect(offered.filter(({ fault }) => !fault).map(({ material }) => material.id)).toEqual([
      'al-6061-t6',
      'steel-1045',
    ])
    expect(offered[0]?.fault).toMatchObject({ code: 'PART_TOO_LARGE', detail: { process: 'sla', lengthMm: 500 } })
  })

  it('marks a material that is out of stock', () => {
    const materials = [{ ...named('mjf-pa12'), available: false }]
    expect(offeredMaterials(block, 22, { ...smallCatalogue, materials })).toMatchObject([
      { fault: { code: 'MATERIAL_UNAVAILABLE' } },
    ])
  })

  it('gives each material its default process and the allowed processes', () => {
    const [turned] = offeredMaterials(pin, 23, smallCatalogue)
    expect(turned).toMatchObject({
      process: 'turning',
      fault: undefined,
      processes: [
        { process: 'milling', fault: undefined },
        { process: 'turning', fault: undefined },
      ],
    })

    const [milled] = offeredMaterials(block, 23, smallCatalogue)
    expect(milled).toMatchObject({
      process: 'milling',
      processes: [{ process: 'milling' }, { process: 'turning', fault: { code: 'PART_NOT_TURNED' } }],
    })
  })
})

describe('colours', () => {
  it('gives each colour the service that produces it', () => {
    expect(offeredColours(named('mjf-pa12'), smallCatalogue)).toMatchObject([
      { colour: { id: 'naturalGrey' }, service: undefined, fault: undefined },
      { colour: { id: 'black' }, service: { id: 'dyeing', option: 'solid' }, fault: undefined },
      { colour: { id: 'red' }, service: { id: 'dyeing', option: 'solid' }, fault: undefined },
    ])
  })

  it('refuses a colour when the material does not allow its service', () => {
    const alone = named('mjf-pa12')
    const material = { ...alone, services: { ...alone.services, allowed: [] } }
    expect(offeredColours(material, smallCatalogue).map(({ fault }) => fault?.code)).toEqual([
      undefined,
      'SERVICE_NOT_FOR_MATERIAL',
      'SERVICE_NOT_FOR_MATERIAL',
    ])
  })
})

describe('tolerances', () => {
  const { milling, turning, sla } = smallCatalogue.processes
  it('lists the tolerances of the material in the process', () => {
    const ids = (process: typeof milling | typeof sla) =>
      offeredTolerances(block, named('steel-1045'), process).map(({ tolerance }) => tolerance.id)
    expect(ids(milling)).toEqual(['iso2768-m', 'pm-0.05'])
    expect(ids(sla)).toEqual([])
  })

  it('refuses a tolerance when the process cannot make the part', () => {
    const [first] = offeredTolerances(block, named('steel-1045'), turning)
    expect(first).toMatchObject({ tolerance: { id: 'iso2768-m' }, fault: { code: 'PART_NOT_TURNED' } })
    expect(offeredTolerances(pin, named('steel-1045'), turning)[0]?.fault).toBeUndefined()
  })
})

describe('services', () => {
  const offered = (id: string, part = block) =>
    offeredServices(part, named(id), named(id).processIds[0] ?? 'sla', smallCatalogue)
  const of = (material: string, service: string, part = block) =>
    offered(material, part).find((one) => one.service.id === service)
  const open = (material: string, service: string) =>
    of(material, service)
      ?.options.filter(({ fault }) => !fault)
      .map(({ option }) => option.id)

  it('lists every service, with the reason when the material does not allow it', () => {
    expect(offered('mjf-pa12').map(({ service }) => service.id)).toEqual(smallCatalogue.services.map(({ id }) => id))
    expect(of('mjf-pa12', 'grinding')).toMatchObject({
      fault: { code: 'SERVICE_NOT_FOR_MATERIAL' },
      options: [{ fault: { code: 'SERVICE_NOT_FOR_MATERIAL' } }],
    })
    expect(of('mjf-pa12', 'dyeing')?.fault).toBeUndefined()
  })

  it('lists the service options of the material and process', () => {
    expect(open('mjf-pa12', 'dyeing')).toEqual(['solid', 'gradient', 'cream'])
    expect(open('mjf-tpu-88a', 'dyeing')).toEqual(['solid'])
    expect(open('steel-1045', 'surface-finish')).toEqual(['ra-3.2', 'ra-0.4'])
    expect(open('al-6061-t6', 'surface-finish')).toEqual(['ra-3.2'])
    expect(open('vc-pu-abs', 'surface-finish')).toEqual(['cast-gloss'])
  })

  it('refuses a service only when none of its options is left', () => {
    expect(open('steel-1045', 'special-treatment')).toEqual(['black-oxide'])
    expect(of('steel-1045', 'special-treatment')?.fault).toBeUndefined()
    expect(of('vc-pu-abs', 'special-treatment')?.fault).toMatchObject({ code: 'OPTION_NOT_FOR_MATERIAL' })
  })

  it('lists the service colours of the material', () => {
    const colours = (material: string) => of(material, 'dyeing')?.options[0]?.colours?.map(({ id }) => id)
    expect(colours('mjf-tpu-88a')).toEqual(['black', 'darkGrey'])
    expect(colours('mjf-pa12')).toEqual(['black', 'darkGrey', 'red', 'blue', 'green'])
    expect(of('mjf-pa12', 'painting')?.options[0]?.colours).toBeUndefined()
  })

  it('marks the services that a line has by default', () => {
    expect(of('slm-316l', 'sandblasting')).toMatchObject({ mandatory: 'depowder', defaultOn: undefined })
    expect(of('slm-316l', 'heat-treatment')).toMatchObject({ mandatory: undefined, defaultOn: 'stress-relief' })
  })

  it('refuses inserts for a part in which none fits (shortest insert 2.5 + 1.5 mm)', () => {
    const tiny = (lengthMm: number): PartMeasures => ({ ...block, sizeMm: [lengthMm, 0, 0] })
    expect(of('mjf-pa12', 'brass-insert', tiny(4))?.fault).toBeUndefined()
    expect(of('mjf-pa12', 'brass-insert', tiny(3.9))?.fault).toEqual({
      code: 'SERVICE_NOT_FOR_PART',
      field: 'services.brass-insert',
      detail: { service: 'brass-insert', requiredMm: 4 },
    })
    expect(of('steel-1045', 'helicoil', tiny(4.5))?.fault).toBeUndefined()
    expect(of('steel-1045', 'helicoil', tiny(4.4))?.fault?.code).toBe('SERVICE_NOT_FOR_PART')

    for (const id of ['tapping', 'polishing', 'painting']) expect(of('mjf-pa12', id, tiny(1))?.fault).toBeUndefined()
  })
})
