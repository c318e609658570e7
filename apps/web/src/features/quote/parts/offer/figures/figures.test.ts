import { type Catalogue, firstOffered, type PartMeasures } from '@cotation/domain'
import { referenceParts } from '@cotation/pricing'
import { describe, expect, it } from 'vitest'
import { copiesOf } from './copies-of.ts'
import { deliveryDate } from './delivery-date.ts'
import { materialGroups } from './material-groups.ts'
import { smallCatalogue } from './small-catalogue.fixture.ts'

const measuresOf = (id: string): PartMeasures => {
  const part = referenceParts.find((one) => one.id === id)
  if (!part) throw new Error(`no reference part ${id}`)
  return part.measures
}
const housing = measuresOf('housing-100x60x30')
const shaft = measuresOf('shaft-30x80')
const giant: PartMeasures = { ...housing, sizeMm: [2000, 1500, 900] }
const long: PartMeasures = { ...housing, sizeMm: [900, 500, 300] }
const without = (id: string): Catalogue => ({
  ...smallCatalogue,
  materials: smallCatalogue.materials.map((one) => (one.id === id ? { ...one, available: false } : one)),
})

describe('the number of copies', () => {
  it.each([
    ['1', 1, 1],
    [' 12 ', 1, 12],
    ['007', 3, 7],
    ['1000000', 1, 1_000_000],
    ['333333', 3, 333_333],
  ])('%j of a body that is there %d times is %d', (text, each, copies) =>
    expect(copiesOf(text, each)).toEqual({ copies }),
  )

  it.each([
    ['', 1, 'QUANTITY_NOT_WHOLE', 1_000_000],
    ['0', 1, 'QUANTITY_NOT_WHOLE', 1_000_000],
    ['-1', 1, 'QUANTITY_NOT_WHOLE', 1_000_000],
    // Twice one and a half is whole, and would be priced as three.
    ['1.5', 2, 'QUANTITY_NOT_WHOLE', 500_000],
    ['1e3', 1, 'QUANTITY_NOT_WHOLE', 1_000_000],
    ['0x10', 1, 'QUANTITY_NOT_WHOLE', 1_000_000],
    ['1000001', 1, 'QUANTITY_TOO_LARGE', 1_000_000],
    ['333334', 3, 'QUANTITY_TOO_LARGE', 333_333],
    ['9'.repeat(400), 1, 'QUANTITY_TOO_LARGE', 1_000_000],
  ])('%j of a body that is there %d times is none: %s', (text, each, code, max) =>
    expect(copiesOf(text, each)).toEqual({ fault: { code, field: 'quantity', detail: { max } } }),
  )
})

describe('the first material offered', () => {
  it.each([
    ['3d-printing', 'sla-9600-white', 'sla'],
    ['cnc', 'al-6061-t6', 'milling'],
    ['vacuum-casting', 'vc-pu-abs', 'casting'],
  ] as const)('for %s is %s by %s', (technology, materialId, process) => {
    expect(firstOffered(housing, technology, smallCatalogue)).toEqual({ materialId, process })
  })

  it('is turned where a lathe makes the part', () => {
    expect(firstOffered(shaft, 'cnc', smallCatalogue)).toEqual({ materialId: 'al-6061-t6', process: 'turning' })
  })

  it('is the next one where one is out of stock', () => {
    expect(firstOffered(housing, '3d-printing', without('sla-9600-white'))?.materialId).toBe('mjf-pa12')
  })

  it('is one of another technology where the part is too large for the one asked', () => {
    expect(firstOffered(long, '3d-printing', smallCatalogue)?.materialId).toBe('al-6061-t6')
  })

  it('is none for a part that no machine holds', () => {
    expect(firstOffered(giant, 'cnc', smallCatalogue)).toBeUndefined()
  })
})

describe('the groups of materials', () => {
  const entries = (part: PartMeasures, catalogue = smallCatalogue) =>
    materialGroups(part, catalogue).map(({ process, fault, options }) => [
      process,
      fault?.code,
      options.map((option) => [option.materialId, option.fault?.code]),
    ])

  it('say once that a lathe cannot make the shape', () => {
    expect(entries(housing)).toEqual([
      ['sla', undefined, [['sla-9600-white', undefined]]],
      ['mjf', undefined, [['mjf-pa12', undefined]]],
      [
        'milling',
        undefined,
        [
          ['al-6061-t6', undefined],
          ['al-mic6', undefined],
        ],
      ],
      ['turning', 'PART_NOT_TURNED', [['al-6061-t6', 'PART_NOT_TURNED']]],
      ['casting', undefined, [['vc-pu-abs', undefined]]],
    ])
  })

  it('say of each material how large a part may be', () => {
    const [sla] = materialGroups(giant, smallCatalogue)
    expect(sla?.fault).toBeUndefined()
    expect(sla?.options[0]?.fault).toMatchObject({ code: 'PART_TOO_LARGE', detail: { maxLengthMm: 780 } })
  })

  it('say of a material out of stock that it is, in each of its processes', () => {
    const codes = materialGroups(shaft, without('al-6061-t6')).flatMap(({ options }) =>
      options.filter(({ materialId }) => materialId === 'al-6061-t6').map(({ fault }) => fault?.code),
    )
    expect(codes).toEqual(['MATERIAL_UNAVAILABLE', 'MATERIAL_UNAVAILABLE'])
  })
})

describe('the day of delivery', () => {
  // A Monday at noon in the workshop.
  const monday = Date.UTC(2026, 5, 1, 4)

  it('is the latest that DHL to France takes: two working days to make and four to bring', () => {
    expect(deliveryDate(2, monday, smallCatalogue)).toBe('2026-06-09')
  })

  it('is later for more days of work', () => {
    expect(deliveryDate(3, monday, smallCatalogue)).toBe('2026-06-10')
  })

  it('is unknown where the carrier does not go', () => {
    const shipping = { ...smallCatalogue.shipping, carriers: [] }
    expect(deliveryDate(2, monday, { ...smallCatalogue, shipping })).toBeUndefined()
  })
})
