import { describe, expect, it } from 'vitest'
import { findMaterial } from '../catalogue/lookups.ts'
import type { PartHole, PartMeasures } from '../configuration/part.ts'
import type { ThreadService } from '../configuration/service-holes.ts'
import { block, configured, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { noThreadFault, offeredThreads, usualClaim, usualTapDepthMm, usualThread } from './offer-threads.ts'

function named(id: string) {
  const material = findMaterial(smallCatalogue, id)
  if (!material) throw new Error(`no material ${id}`)
  return material
}

const holed = (diameterMm: number, depthMm: number, through = false): PartMeasures => ({
  ...block,
  holes: [{ diameterMm, depthMm, through, wallMm: 3 }],
})

const codes = (id: ThreadService, material: string, part: PartMeasures, at = 0) =>
  offeredThreads(part, at, id, named(material), smallCatalogue).map(({ thread, fault }) => [thread.size, fault?.code])

describe('threads of a hole', () => {
  it('accepts only the threads that fit the hole', () => {
    expect(codes('brass-insert', 'mjf-pa12', block)).toEqual([
      ['M1.6', 'HOLE_WRONG_DIAMETER'],
      ['M3', undefined],
      ['1/2-13', 'NO_INSERT_OF_SIZE'],
    ])
    expect(codes('brass-insert', 'mjf-pa12', block, 2)[1]).toEqual(['M3', 'INSERT_HOLE_TOO_SHALLOW'])
  })

  it.each([
    [1.5, undefined],
    [1.4, 'HOLE_TOO_SHALLOW'],
  ])('fits M3 into a hole %d mm deep: %s', (depthMm, code) => {
    expect(codes('tapping', 'steel-1045', holed(2.5, depthMm, true))[1]).toEqual(['M3', code])
  })

  it('numbers the hole from 1 in a fault', () => {
    const [first] = offeredThreads(block, 2, 'tapping', named('steel-1045'), smallCatalogue)
    expect(first?.fault).toMatchObject({
      code: 'HOLE_WRONG_DIAMETER',
      field: 'services.tapping.items',
      detail: { hole: '3' },
    })
  })

  it('names the material only for sizes that fit the hole', () => {
    expect(codes('tapping', 'mjf-pa12', holed(1.25, 6))[0]).toEqual(['M1.6', 'THREAD_TOO_SMALL'])
    expect(codes('tapping', 'mjf-pa12', holed(152, 6))[0]).toEqual(['M1.6', 'HOLE_WRONG_DIAMETER'])
  })

  it('offers no thread for a hole that does not exist', () => {
    expect(codes('tapping', 'steel-1045', block, 3)).toEqual([])
  })
})

describe('a hole without a fitting thread', () => {
  const reason = (id: ThreadService, part: PartMeasures, material = 'steel-1045') =>
    noThreadFault(part, 0, id, named(material), smallCatalogue)

  it('has no fault if one fits', () => {
    expect(reason('tapping', holed(2.5, 10))).toBeUndefined()
  })

  it('names the diameters of all sizes if none suits its own', () => {
    const wide = reason('tapping', holed(152, 10))
    expect(wide).toMatchObject({ code: 'NO_THREAD_FITS', detail: { service: 'tapping', hole: '1', foundMm: 152 } })
    expect(wide?.detail.minMm).toBeCloseTo(0.8 * 1.25)
    expect(wide?.detail.maxMm).toBeCloseTo(12.7 + 0.15)
  })

  it('says how deep it must be if only that is missing', () => {
    expect(reason('tapping', holed(2.5, 1))).toMatchObject({ code: 'HOLE_TOO_SHALLOW', detail: { foundMm: 1 } })
    expect(reason('brass-insert', holed(4, 5), 'mjf-pa12')).toMatchObject({
      code: 'INSERT_HOLE_TOO_SHALLOW',
      detail: { thread: 'M3', requiredMm: 7.2, foundMm: 5 },
    })
  })

  it('says that the material is too weak for the sizes that fit', () => {
    expect(reason('tapping', holed(1.25, 6), 'mjf-pa12')).toMatchObject({ code: 'THREAD_TOO_SMALL' })
  })
})

describe('the default thread', () => {
  const m3 = smallCatalogue.threads.find(({ size }) => size === 'M3')
  if (!m3) throw new Error('no M3')

  // M3: pitch 0.5, tapped up to 9 mm deep; a blind hole needs 2 mm more than its thread.
  it.each<[Pick<PartHole, 'depthMm' | 'through'>, number]>([
    [{ depthMm: 4.763, through: true }, 4.76],
    [{ depthMm: 9, through: true }, 9],
    [{ depthMm: 25, through: true }, 6],
    [{ depthMm: 25, through: false }, 6],
    [{ depthMm: 6, through: false }, 4],
    [{ depthMm: 3, through: false }, 1.5],
    [{ depthMm: 1, through: false }, 1],
  ])('follows its hole: in %j it is %d mm deep', (hole, depthMm) => {
    expect(usualTapDepthMm(m3, hole)).toBe(depthMm)
  })

  it('has the size whose bore is closest to the hole', () => {
    const usual = (id: ThreadService, part: PartMeasures, material: string, size?: string) =>
      usualThread(part, 0, id, named(material), smallCatalogue, size)

    expect(usual('tapping', holed(2.5, 4, true), 'steel-1045')).toEqual({ service: 'tapping', size: 'M3', depthMm: 4 })
    expect(usual('helicoil', holed(3.2, 10), 'steel-1045')).toMatchObject({ size: 'M3', ratio: '1.5D' })
    expect(usual('brass-insert', holed(4, 8), 'mjf-pa12')).toMatchObject({ size: 'M3', depthMm: 8 })
    expect(usual('tapping', holed(152, 8), 'steel-1045')).toBeUndefined()
    expect(usual('tapping', { ...block, holes: [] }, 'steel-1045')).toBeUndefined()
  })
})

describe('a thread in a hole that the model does not show', () => {
  const claim = (part: PartMeasures) => {
    const scope = { part, material: named('mjf-pa12'), process: 'mjf', catalogue: smallCatalogue } as const
    return usualClaim('brass-insert', 'heat-set', configured('mjf-pa12', []), scope)
  }

  it('starts with a size and depth that the rules accept', () => {
    expect(claim({ ...block, holes: [] })).toEqual({ size: 'M3', count: 1, depthMm: 7.2 })
  })

  it('rather starts with a size that the thinnest side holds', () => {
    expect(claim({ ...block, holes: [], sizeMm: [60, 40, 5] })).toEqual({ size: 'M1.6', count: 1, depthMm: 4 })
    expect(claim({ ...block, holes: [], sizeMm: [60, 40, 3] })).toMatchObject({ size: 'M3' })
  })

  it('is not possible if no size fits', () => {
    expect(claim({ ...block, holes: [], sizeMm: [1, 1, 1] })).toBeUndefined()
  })
})
