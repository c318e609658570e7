import { describe, expect, it } from 'vitest'
import type { HelicoilRatio } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection, ThreadedHoles } from './configuration.ts'
import { configurationFaults } from './configuration-faults.ts'
import type { PartHole, PartMeasures } from './part.ts'
import { block, configured, smallCatalogue } from './small-catalogue.fixture.ts'

const faultsOf = (configuration: Configuration, part: PartMeasures = block) =>
  configurationFaults(part, configuration, smallCatalogue)

const holed = (...holes: [diameterMm: number, depthMm: number, through?: boolean][]): PartMeasures => ({
  ...block,
  holes: holes.map(([diameterMm, depthMm, through = false]): PartHole => ({ diameterMm, depthMm, through, wallMm: 5 })),
})

const picked = (holes: number[], more: Partial<ThreadedHoles> = {}): ThreadedHoles => ({
  size: 'M3',
  count: holes.length,
  depthMm: 5,
  holes,
  ...more,
})

const claimed = (more: Partial<ThreadedHoles> = {}): ThreadedHoles => ({ size: 'M3', count: 1, depthMm: 8, ...more })
const tapped = (item: ThreadedHoles, part = block, material = 'steel-1045') =>
  faultsOf(configured(material, [{ id: 'tapping', option: '6H', items: [item] }]), part)
const inserted = (item: ThreadedHoles, part = block) =>
  faultsOf(configured('mjf-pa12', [{ id: 'brass-insert', option: 'heat-set', items: [item] }]), part)
const coiled = (item: ThreadedHoles, ratio: HelicoilRatio, part = block) =>
  faultsOf(configured('steel-1045', [{ id: 'helicoil', option: 'locking', items: [{ ...item, ratio }] }]), part)
const reamed = (item: { diameterMm: number; depthMm: number; count: number; holes?: number[] }, part = block) =>
  faultsOf(configured('steel-1045', [{ id: 'reaming', option: 'H7', items: [item] }]), part)
const wild = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308]

describe('the thread', () => {
  it.each(['', 'M99', '__proto__', 'm3'])('refuses the thread %j, which is not in the table', (size) => {
    expect(tapped(claimed({ size }))).toEqual([
      { code: 'UNKNOWN_THREAD', field: 'services.tapping.items.0.size', detail: { thread: size } },
    ])
  })

  it('requires at least M3 in nylon and resin, and allows finer threads in steel', () => {
    const fine = claimed({ size: 'M1.6', depthMm: 4 })
    expect(tapped(fine, holed(), 'steel-1045')).toEqual([])
    expect(tapped(claimed(), holed(), 'mjf-pa12')).toEqual([])
    expect(tapped(fine, holed(), 'mjf-pa12')).toEqual([
      {
        code: 'THREAD_TOO_SMALL',
        field: 'services.tapping.items.0.size',
        detail: { thread: 'M1.6', smallest: 'M3', material: 'mjf-pa12' },
      },
    ])
  })

  it('refuses a thread without an insert or helicoil of its size', () => {
    expect(inserted(claimed({ size: '1/2-13', depthMm: 20 }), holed())).toEqual([
      {
        code: 'NO_INSERT_OF_SIZE',
        field: 'services.brass-insert.items.0.size',
        detail: { service: 'brass-insert', thread: '1/2-13' },
      },
    ])
    expect(coiled(claimed({ size: 'M1.6' }), '1D', holed())).toMatchObject([
      { code: 'NO_INSERT_OF_SIZE', detail: { service: 'helicoil', thread: 'M1.6' } },
    ])
  })

  it('accepts 1 to 1000 holes per thread', () => {
    for (const count of [1, 1000]) expect(tapped(claimed({ count }), holed())).toEqual([])

    for (const count of [0, 1001, 1.5, ...wild]) {
      expect(tapped(claimed({ count }), holed())).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.tapping.items.0.count',
          detail: { service: 'tapping', min: 1, max: 1000 },
        },
      ])
    }

    for (const id of ['tapping', 'reaming'] as const) {
      const option = id === 'tapping' ? '6H' : 'H7'
      expect(faultsOf(configured('steel-1045', [{ id, option, items: [] }]))).toEqual([
        { code: 'NOTHING_TO_DO', field: `services.${id}.items`, detail: { service: id } },
      ])
    }
  })

  it('requires three pitches of a tapped thread', () => {
    const found = [2.5, 20, true] as const
    expect(tapped(picked([0], { depthMm: 1.5 }), holed([...found]))).toEqual([])
    expect(tapped(picked([0], { depthMm: 1.4 }), holed([...found]))).toEqual([
      {
        code: 'THREAD_TOO_SHORT',
        field: 'services.tapping.items.0.depthMm',
        detail: { thread: 'M3', depthMm: 1.4, minMm: 1.5 },
      },
    ])
    expect(tapped(claimed({ depthMm: 1.4 }), holed())).toMatchObject([{ code: 'THREAD_TOO_SHORT' }])
  })

  it('refuses a thread deeper than the diagonal of the part', () => {
    expect(tapped(claimed({ depthMm: 119 }), holed())).toEqual([])
    for (const depthMm of [0, 119.1, ...wild]) {
      expect(tapped(claimed({ depthMm }), holed())).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.tapping.items.0.depthMm',
          detail: { service: 'tapping', min: 0, max: 119 },
        },
      ])
    }
  })
})

describe('picked holes', () => {
  const part = holed([2.5, 10], [2.5, 10])

  it('refuses a picked hole that the part does not have', () => {
    expect(tapped(picked([0, 1]), part)).toEqual([])
    for (const at of [2, -1, 0.5, Number.NaN, 1e308]) {
      expect(tapped(picked([0, at]), part)).toEqual([
        {
          code: 'UNKNOWN_HOLE',
          field: 'services.tapping.items.0.holes.1',
          detail: { hole: String(at + 1), holes: 2 },
        },
      ])
    }
  })

  it('requires as many picked holes as the count says', () => {
    for (const count of [1, 3]) {
      expect(tapped(picked([0, 1], { count }), part)).toEqual([
        { code: 'HOLE_COUNT', field: 'services.tapping.items.0.count', detail: { count, picked: 2 } },
      ])
    }
  })

  it('allows one of tapping, insert and helicoil per hole, and each service once', () => {
    const tapping = (...items: ThreadedHoles[]): ServiceSelection => ({ id: 'tapping', option: '6H', items })
    const inserts = (...items: ThreadedHoles[]): ServiceSelection => ({ id: 'brass-insert', option: 'heat-set', items })
    const two = holed([3, 10], [3, 10])

    expect(faultsOf(configured('mjf-pa12', [tapping(picked([0])), inserts(picked([1]))]), two)).toEqual([])
    expect(faultsOf(configured('mjf-pa12', [tapping(picked([0])), inserts(picked([1, 0]))]), two)).toEqual([
      {
        code: 'HOLE_USED_TWICE',
        field: 'services.brass-insert.items.0.holes.1',
        detail: { hole: '1', service: 'brass-insert', other: 'tapping' },
      },
    ])
    expect(faultsOf(configured('mjf-pa12', [tapping(picked([1]), picked([1]))]), two)).toEqual([
      {
        code: 'HOLE_USED_TWICE',
        field: 'services.tapping.items.1.holes.0',
        detail: { hole: '2', service: 'tapping', other: 'tapping' },
      },
    ])
  })

  it('refuses to ream the same hole twice', () => {
    const bore = { diameterMm: 2.5, depthMm: 5, count: 1, holes: [0] }
    const twice: ServiceSelection = { id: 'reaming', option: 'H7', items: [bore, { ...bore }] }

    expect(faultsOf(configured('steel-1045', [twice]), part)).toEqual([
      {
        code: 'HOLE_USED_TWICE',
        field: 'services.reaming.items.1.holes.0',
        detail: { hole: '1', service: 'reaming', other: 'reaming' },
      },
    ])
  })

  it('does not report a nonexistent hole as used twice', () => {
    const both: ServiceSelection[] = [
      { id: 'tapping', option: '6H', items: [picked([7])] },
      { id: 'helicoil', option: 'locking', items: [{ ...picked([7]), ratio: '1D' }] },
    ]
    expect(faultsOf(configured('steel-1045', both), part).map(({ code }) => code)).toEqual([
      'UNKNOWN_HOLE',
      'UNKNOWN_HOLE',
    ])
  })

  it('reports an unknown service even if it has picked holes', () => {
    const unknown = { id: 'unheard-of', option: 'x', items: [picked([0])] } as unknown as ServiceSelection
    const tapping: ServiceSelection = { id: 'tapping', option: '6H', items: [picked([0])] }
    expect(faultsOf(configured('steel-1045', [tapping, unknown]), part)).toMatchObject([
      { code: 'SERVICE_NOT_FOR_MATERIAL' },
    ])
  })

  it('allows reaming and tapping of the same hole', () => {
    const both: ServiceSelection[] = [
      { id: 'reaming', option: 'H7', items: [{ diameterMm: 2.5, depthMm: 5, count: 1, holes: [0] }] },
      { id: 'tapping', option: '6H', items: [picked([0])] },
    ]
    expect(faultsOf(configured('steel-1045', both), part)).toEqual([])
  })

  it('refuses services on one hole that the catalogue declares exclusive per hole', () => {
    const services = smallCatalogue.services.map((one) =>
      one.id === 'tapping' ? { ...one, exclusivePerHole: ['reaming' as const] } : one,
    )
    const both: ServiceSelection[] = [
      { id: 'reaming', option: 'H7', items: [{ diameterMm: 2.5, depthMm: 5, count: 1, holes: [0] }] },
      { id: 'tapping', option: '6H', items: [picked([0])] },
    ]

    expect(configurationFaults(part, configured('steel-1045', both), { ...smallCatalogue, services })).toMatchObject([
      { code: 'HOLE_USED_TWICE', detail: { service: 'tapping', other: 'reaming' } },
    ])
  })
})

describe('the diameter of a picked hole', () => {
  // From 0.8 × tap drill 2.5 up to nominal 3 + 0.15, insert 4.6 or helicoil drill 3.18 + pitch 0.5
  // + 0.15. The limits here include 0.01 for rounding.
  it.each([
    ['tapping', 1.99, 3.16, (part: PartMeasures) => tapped(picked([0]), part)],
    ['brass-insert', 1.99, 4.61, (part: PartMeasures) => inserted(picked([0]), part)],
    ['helicoil', 1.99, 3.84, (part: PartMeasures) => coiled(picked([0]), '1D', part)],
    [
      'reaming',
      5.99,
      10.16,
      (part: PartMeasures) => reamed({ diameterMm: 10, depthMm: 5, count: 1, holes: [0] }, part),
    ],
  ] as const)('accepts for %s hole diameters between %d and %d mm', (id, minMm, maxMm, faults) => {
    expect(faults(holed([minMm + 0.001, 10]))).toEqual([])
    expect(faults(holed([maxMm - 0.001, 10]))).toEqual([])

    for (const foundMm of [minMm - 0.001, maxMm + 0.001]) {
      const [refused, ...more] = faults(holed([foundMm, 10]))
      expect(refused).toMatchObject({
        code: 'HOLE_WRONG_DIAMETER',
        field: `services.${id}.items.0.holes.0`,
        detail: { hole: '1', foundMm },
      })
      expect(refused?.detail.minMm).toBeCloseTo(minMm + 0.01, 6)
      expect(refused?.detail.maxMm).toBeCloseTo(maxMm - 0.01, 6)
      expect(more).toEqual([])
    }
  })

  it('refuses to thread a clearance hole (ISO 273 fine, 3.2 mm for M3)', () => {
    expect(tapped(picked([0]), holed([3.2, 10]))).toMatchObject([{ code: 'HOLE_WRONG_DIAMETER' }])
  })
})

describe('insert hole depth is insert length + 1.5 mm (spec 9)', () => {
  const short = (foundMm: number) => ({
    code: 'INSERT_HOLE_TOO_SHALLOW',
    detail: { thread: 'M3', insertMm: 5.7, requiredMm: 7.2, foundMm },
  })

  it('checks the measured depth of a picked blind hole, never the entered one', () => {
    expect(inserted(picked([0], { depthMm: 1 }), holed([4, 7.2]))).toEqual([])
    expect(inserted(picked([0], { depthMm: 50 }), holed([4, 7.1]))).toEqual([
      { ...short(7.1), field: 'services.brass-insert.items.0.holes.0' },
    ])
  })

  it('checks the depth of a through hole', () => {
    expect(inserted(picked([0]), holed([4, 7.2, true]))).toEqual([])
    expect(inserted(picked([0]), holed([4, 3, true]))).toMatchObject([short(3)])
  })

  it('checks the entered depth and the holes of the part when none was picked', () => {
    const field = 'services.brass-insert.items.0.depthMm'
    expect(inserted(claimed({ depthMm: 7.2 }), holed())).toEqual([])
    expect(inserted(claimed({ depthMm: 7.1 }), holed())).toEqual([{ ...short(7.1), field }])
    expect(inserted(claimed({ count: 2 }))).toEqual([])
    expect(inserted(claimed({ count: 3 }))).toEqual([{ ...short(5), field }])
    expect(inserted(claimed({ count: 4 }))).toEqual([])
    expect(inserted(claimed(), holed([4, 3], [4, 5], [4, 4]))).toEqual([{ ...short(5), field }])
    expect(inserted(claimed(), holed([20, 3]))).toEqual([])
  })

  it.each([
    ['1D', 4.5],
    ['1.5D', 6],
    ['2D', 7.5],
  ] as const)('requires for a helicoil of %s a depth of %d mm', (ratio, requiredMm) => {
    expect(coiled(picked([0]), ratio, holed([3.2, requiredMm]))).toEqual([])
    expect(coiled(picked([0]), ratio, holed([3.2, requiredMm - 0.1]))).toMatchObject([
      { code: 'INSERT_HOLE_TOO_SHALLOW', detail: { requiredMm, insertMm: requiredMm - 1.5 } },
    ])
  })

  it.each(['3D', '', '__proto__'])('refuses the helicoil length %j', (ratio) => {
    expect(coiled(claimed(), ratio as HelicoilRatio)).toEqual([
      {
        code: 'CHOICE_NOT_OFFERED',
        field: 'services.helicoil.items.0.ratio',
        detail: { service: 'helicoil', choice: ratio },
      },
    ])
  })
})

describe('tapping is no deeper than the hole', () => {
  it('refuses tapping deeper than the picked hole', () => {
    expect(tapped(picked([0], { depthMm: 8 }), holed([2.5, 8]))).toEqual([])
    expect(tapped(picked([0], { depthMm: 8.1 }), holed([2.5, 8]))).toEqual([
      {
        code: 'HOLE_TOO_SHALLOW',
        field: 'services.tapping.items.0.holes.0',
        detail: { hole: '1', depthMm: 8.1, foundMm: 8 },
      },
    ])
  })

  it('refuses tapping deeper than every hole of that diameter', () => {
    expect(tapped(claimed({ depthMm: 8 }), holed([2.5, 8], [2.5, 6]))).toEqual([])
    expect(tapped(claimed({ depthMm: 8.1 }), holed([2.5, 8], [2.5, 6]))).toEqual([
      {
        code: 'NO_HOLE_DEEP_ENOUGH',
        field: 'services.tapping.items.0.depthMm',
        detail: { service: 'tapping', depthMm: 8.1, foundMm: 8 },
      },
    ])
  })
})

describe('reaming', () => {
  it('accepts reaming of bores from 1 to 50 mm', () => {
    for (const diameterMm of [1, 50]) expect(reamed({ diameterMm, depthMm: 5, count: 1 })).toEqual([])
    for (const diameterMm of [0.99, 50.1, ...wild]) {
      expect(reamed({ diameterMm, depthMm: 5, count: 1 })).toEqual([
        {
          code: 'NUMBER_OUT_OF_RANGE',
          field: 'services.reaming.items.0.diameterMm',
          detail: { service: 'reaming', min: 1, max: 50 },
        },
      ])
    }
  })

  it('accepts reaming of any bore when the catalogue has no range', () => {
    const services = smallCatalogue.services.map(({ rangeMm: _, ...service }) => service)
    for (const diameterMm of [0.5, 90]) {
      const reaming: ServiceSelection = { id: 'reaming', option: 'H7', items: [{ diameterMm, depthMm: 5, count: 1 }] }
      const configuration = configured('steel-1045', [reaming])
      expect(configurationFaults(block, configuration, { ...smallCatalogue, services })).toEqual([])
    }
  })

  it('refuses reaming deeper than the bore', () => {
    expect(reamed({ diameterMm: 4, depthMm: 8, count: 1, holes: [0] })).toEqual([])
    expect(reamed({ diameterMm: 4, depthMm: 9, count: 1, holes: [0] })).toMatchObject([{ code: 'HOLE_TOO_SHALLOW' }])
  })
})
