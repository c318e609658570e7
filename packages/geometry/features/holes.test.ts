import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { Face } from '../model/face-graph.ts'
import type { Hole } from '../model/facts.ts'
import {
  addEdge,
  addFace,
  block,
  cutOut,
  drill,
  faceOf,
  featuresIn,
  halved,
  type Knot,
  knots,
  revolve,
  type Sketch,
  shaft,
  withAxesReversed,
} from './graph-of.fixture.ts'

const holesIn = (sketch: Sketch): Hole[] => featuresIn(sketch).holes

function holeOf(knots: readonly Knot[]): Hole {
  const sketch = block([60, 40, 20])
  drill(sketch, [10, 5], knots)
  const [hole, ...others] = holesIn(sketch)
  expect(others).toEqual([])
  return hole as Hole
}

describe('a hole in a block of 60 × 40 × 20 mm', () => {
  const cases: [string, Knot[], Partial<Hole>][] = [
    ['through', knots('3,0 3,20'), { diameterMm: 6, depthMm: 20, through: true, bottom: 'open' }],
    ['blind, flat', knots('3,0 3,9 0,9'), { diameterMm: 6, depthMm: 9, through: false, bottom: 'flat' }],
    ['drilled with a tip', knots('2.5,0 2.5,12 0,13.5'), { diameterMm: 5, depthMm: 12, bottom: 'cone' }],
    ['made by a ball cutter', knots('2.5,0 2.5,12 0,14.5,axis'), { depthMm: 12, bottom: 'round' }],
    [
      'made by a ball cutter, less deep than its radius',
      knots('2.5,0 2.5,1 0,3.5,axis'),
      { diameterMm: 5, depthMm: 1, bottom: 'round', entry: [10, 5, 20] },
    ],
    [
      'rounded at rim and floor',
      knots('3.5,0 2.5,1,radius 2.5,12 1.5,13,axis 0,13'),
      { diameterMm: 5, depthMm: 13, bottom: 'flat' },
    ],
    [
      'counterbored',
      knots('5.5,0 5.5,6 3.3,6 3.3,20'),
      {
        diameterMm: 6.6,
        depthMm: 20,
        through: true,
        counterbore: { diameterMm: 11, depthMm: 6 },
        countersink: undefined,
      },
    ],
    [
      'counterbored and chamfered',
      knots('6,0 5.5,0.5 5.5,6 3.3,6 3.3,20'),
      { counterbore: { diameterMm: 11, depthMm: 6 }, countersink: undefined },
    ],
    [
      'counterbored from below',
      knots('3,0 3,15 5,15 5,20'),
      { diameterMm: 6, depthMm: 20, axis: [0, 0, 1], counterbore: { diameterMm: 10, depthMm: 5 } },
    ],
    [
      'counterbored on both sides, wider above',
      knots('6,0 6,4 3,4 3,16 5,16 5,20'),
      { diameterMm: 6, depthMm: 20, axis: [0, 0, -1], counterbore: { diameterMm: 12, depthMm: 4 } },
    ],
    [
      'stepped and blind',
      knots('5,0 5,8 3,8 3,15 0,15'),
      { diameterMm: 6, depthMm: 15, bottom: 'flat', counterbore: { diameterMm: 10, depthMm: 8 } },
    ],
    [
      'countersunk',
      knots('6,0 3,3 3,20'),
      { diameterMm: 6, depthMm: 20, countersink: { diameterMm: 12, angleDeg: 90 }, counterbore: undefined },
    ],
    [
      'countersunk and blind',
      knots('6,0 3,3 3,12 0,14'),
      { depthMm: 12, bottom: 'cone', countersink: { diameterMm: 12, angleDeg: 90 } },
    ],
    ['countersunk only', knots('9,0 3,20'), { diameterMm: 6, depthMm: 20, through: true }],
    [
      'chamfered on both sides, wider below',
      knots('3.5,0 3,0.5 3,19 4,20'),
      { diameterMm: 6, depthMm: 20, axis: [0, 0, 1], entry: [10, 5, 0], countersink: { diameterMm: 8, angleDeg: 90 } },
    ],
    [
      'chamfered alike on both sides',
      knots('3.5,0 3,0.5 3,19.5 3.5,20'),
      { axis: [0, 0, -1], entry: [10, 5, 20], countersink: { diameterMm: 7, angleDeg: 90 } },
    ],
    [
      'drilled with a blunt tip',
      knots('3,0 3,9 1,10 0,10'),
      { diameterMm: 6, depthMm: 9, through: false, bottom: 'cone', countersink: undefined },
    ],
    ['drilled with a needle', knots('3,0 3,8 0,18'), { diameterMm: 6, depthMm: 8, through: false, bottom: 'cone' }],
    [
      'widened towards its floor',
      knots('3,0 3,5 5,9 0,9'),
      { diameterMm: 6, depthMm: 9, through: false, bottom: 'flat' },
    ],
    [
      'moulded with draft',
      knots('3,0 2.8,9 0,9'),
      { diameterMm: 5.6, depthMm: 9, through: false, bottom: 'flat', countersink: undefined },
    ],
    ['with a rounded rim', knots('4,0 3,1,radius 3,20'), { diameterMm: 6, depthMm: 20, through: true }],
    [
      'counterbored four times as wide',
      knots('8,0 8,6 2,6 2,20'),
      { diameterMm: 4, depthMm: 20, through: true, counterbore: { diameterMm: 16, depthMm: 6 } },
    ],
    [
      'with a groove inside',
      knots('3,0 3,8 4,8 4,10 3,10 3,20'),
      { diameterMm: 6, depthMm: 20, through: true, counterbore: undefined },
    ],
  ]

  it.each(cases)('measures %s', (_, knots, expected) => {
    const hole = holeOf(knots)
    for (const [key, value] of Object.entries(expected)) {
      const found = hole[key as keyof Hole]
      if (typeof value === 'number') expect(found, key).toBeCloseTo(value, 9)
      else if (Array.isArray(value)) expect(found, key).toEqual(value.map((one) => expect.closeTo(Number(one), 9)))
      else if (value && typeof value === 'object')
        for (const [part, size] of Object.entries(value))
          expect((found as unknown as Record<string, number>)[part], `${key}.${part}`).toBeCloseTo(Number(size), 9)
      else expect(found, key).toEqual(value)
    }
  })

  it('measures the same hole when every round face is drawn as two halves', () => {
    for (const [name, knots] of cases) {
      const sketch = block([60, 40, 20])
      drill(sketch, [10, 5], knots)
      const whole = holesIn(sketch)
      const split = holesIn(halved(sketch))
      const plain = ({ faces, ...hole }: Hole) => hole
      expect(split.map(plain), name).toEqual(whole.map(plain))
    }
  })

  it.each(cases)('measures a hole %s, when its axes are drawn the other way', (_, knots) => {
    const sketch = block([60, 40, 20])
    drill(sketch, [10, 5], knots)

    const plain = ({ axis, entry, ...hole }: Hole) => ({ ...hole, at: [...axis, ...entry].map((value) => value + 0) })
    expect(holesIn(withAxesReversed(sketch)).map(plain)).toEqual(holesIn(sketch).map(plain))
    expect(holesIn(withAxesReversed(sketch, 2)).map(plain)).toEqual(holesIn(sketch).map(plain))
  })

  it('is countersunk too if its rims are drawn as splines', () => {
    for (const outline of ['6,0 3,3 3,20', '3,0 3,17 6,20']) {
      const sketch = block([60, 40, 20])
      drill(sketch, [10, 5], knots(outline))
      const drawn = holesIn(sketch)
      for (const edge of sketch.graph.edges)
        if (edge.kind === 'circle') Object.assign(edge, { kind: 'other', radiusMm: 0 })

      expect(drawn).toMatchObject([{ countersink: { diameterMm: 12 } }])
      expect(holesIn(sketch)).toEqual(drawn)
    }
  })

  it('is countersunk too if a cut beside it has moved the centroid of its cone', () => {
    const sketch = block([60, 40, 20])
    const [cone] = drill(sketch, [10, 5], knots('6,0 3,3 3,20')) as [number]
    const face = sketch.graph.faces[cone]
    // Near the narrow end, at a depth of 3 mm.
    if (face) face.centroid = [10, 5, 17.2]

    expect(holesIn(sketch)).toMatchObject([{ countersink: { diameterMm: 12, angleDeg: 90 } }])
  })

  it.each([
    [0.4, false, 'flat'],
    [0.3, true, 'open'],
  ] as const)('needs a floor along a third of its rim: %d of it', (share, through, bottom) => {
    const sketch = block([60, 40, 20])
    const [wall, floor] = drill(sketch, [10, 5], knots('3,0 3,9 0,9')) as [number, number]
    const foot = sketch.graph.edges.find(({ a, b }) => a === wall && b === floor)
    if (foot) foot.lengthMm = share * 6 * Math.PI

    expect(holesIn(sketch)).toMatchObject([{ depthMm: 9, through, bottom }])
  })

  it('is through if only its tip breaks through the bottom', () => {
    const sketch = block([60, 40, 10])
    drill(sketch, [10, 5], knots('3,0 3,9 1.5,10'))

    expect(holesIn(sketch)).toMatchObject([{ diameterMm: 6, depthMm: 10, through: true, bottom: 'open' }])
  })

  it.each<[string, Hole['bottom'], Partial<Face>]>([
    ['half a cone', 'cone', { kind: 'cone', halfAngleDeg: 59, radiusMm: 3, axialRange: [9, 10.8], sweepDeg: 180 }],
    ['a cone aside', 'other', { kind: 'cone', halfAngleDeg: 59, radiusMm: 3, origin: [12, 5, 20], sweepDeg: 180 }],
    ['half a torus', 'flat', { kind: 'torus', radiusMm: 2, minorRadiusMm: 1, sweepDeg: 180 }],
    ['a wide bowl', 'round', { kind: 'sphere', radiusMm: 8, origin: [10, 5, 18], sweepDeg: 360 }],
    ['a freeform face', 'other', { kind: 'freeform' }],
  ])('ends at %s with the bottom "%s"', (_, bottom, changes) => {
    const sketch = block([60, 40, 20])
    const [, floor] = drill(sketch, [10, 5], knots('3,0 3,9 0,9')) as [number, number]
    const axis = { origin: [10, 5, 20], axis: [0, 0, -1], concave: true } as const
    Object.assign(sketch.graph.faces[floor] as Face, { ...axis, ...changes })

    expect(holesIn(sketch)).toMatchObject([{ diameterMm: 6, through: false, bottom }])
  })

  it('has another bottom if its floor leans', () => {
    const sketch = block([60, 40, 20])
    const [, floor] = drill(sketch, [10, 5], knots('3,0 3,9 0,9')) as [number, number]
    const face = sketch.graph.faces[floor]
    if (face) face.axis = [0.6, 0, 0.8]

    expect(holesIn(sketch)).toMatchObject([{ diameterMm: 6, depthMm: 9, through: false, bottom: 'other' }])
  })

  it('is as certain as its walls, weighted by their area', () => {
    const sketch = block([60, 40, 20])
    const [counterbore] = drill(sketch, [10, 5], knots('5,0 5,6 3,6 3,20')) as [number]
    const face = sketch.graph.faces[counterbore]
    if (face) face.confidence = 0.5

    // The walls have 60 π and 84 π mm².
    expect(holesIn(sketch)[0]?.confidence).toBeCloseTo((0.5 * 60 + 84) / 144, 9)
  })

  it('starts a hole where the drill enters and lists its walls', () => {
    const hole = holeOf(knots('3,0 3,9 0,9'))

    expect(hole.entry).toEqual([10, 5, 20])
    expect(hole.faces).toEqual([6])
    expect(hole.confidence).toBe(1)
  })

  it('measures the distance to the nearest side', () => {
    expect(holeOf(knots('3,0 3,20')).edgeDistanceMm).toBeCloseTo(12, 9)
  })

  it('measures the distance to a round outside', () => {
    const washer = shaft(knots('3,2 6,2 6,0 3,0 3,2'))
    expect(holesIn(washer)).toMatchObject([{ diameterMm: 6, edgeDistanceMm: expect.closeTo(3, 9) }])

    const disc = shaft(knots('0,12 50,12 50,0 0,0'))
    const ends = { start: { face: 0, way: [-1, 0] }, end: { face: 2, way: [1, 0] } } as const
    revolve(disc, { origin: [12, 21, 28], axis: [-1, 0, 0] }, knots('4,0 4,12'), ends)
    expect(holesIn(disc)).toMatchObject([{ diameterMm: 8, edgeDistanceMm: expect.closeTo(50 - 35 - 4, 9) }])
  })

  it('measures past the walls of a pocket and past faces that face the other direction', () => {
    const sketch = block([60, 40, 20])
    drill(sketch, [10, 5], knots('3,0 3,20'))
    cutOut(sketch, { at: [22, 5], size: [10, 10], depth: 15, corner: 1 })

    const box = { min: [-20, -20, 0], max: [-20, 20, 20] } as const
    addFace(sketch, { axis: [1, 0, 0], centroid: [-20, 0, 10], origin: [-20, 0, 10], areaMm2: 800, box })

    expect(holesIn(sketch)[0]?.edgeDistanceMm).toBeCloseTo(12, 9)
  })

  it('measures to no side that ends before it is opposite the hole', () => {
    const sketch = block([60, 40, 20])
    drill(sketch, [10, 5], knots('3,0 3,20'))
    // A side at x = 14 from y = -20 to y = -10; the hole is at y = 5.
    const box = { min: [14, -20, 0], max: [14, -10, 20] } as const
    addFace(sketch, { axis: [1, 0, 0], centroid: [14, -15, 10], origin: [14, -15, 10], areaMm2: 200, box })
    expect(holesIn(sketch)[0]?.edgeDistanceMm).toBeCloseTo(12, 9)

    const near = { min: [14, -20, 0], max: [14, 10, 20] } as const
    addFace(sketch, { axis: [1, 0, 0], centroid: [14, -5, 10], origin: [14, -5, 10], areaMm2: 600, box: near })
    expect(holesIn(sketch)[0]?.edgeDistanceMm).toBeCloseTo(1, 9)
  })

  it.each([
    ['convex', 'plane', 12],
    ['concave', 'plane', 1],
    ['convex', 'cylinder', 1],
  ] as const)('measures to no side beyond the next plane around the corner (%s, %s)', (convexity, kind, expected) => {
    const sketch = block([60, 40, 20])
    drill(sketch, [10, 5], knots('3,0 3,20'))

    // The box of the side at x = 14 contains the foot at y = 5, but the side ends at y = -10.
    const box = { min: [14, -20, 0], max: [14, 10, 20] } as const
    const side = addFace(sketch, { axis: [1, 0, 0], centroid: [14, -15, 10], origin: [14, -15, 10], areaMm2: 200, box })
    const next = addFace(sketch, { kind, axis: [0, 1, 0], centroid: [12, -10, 10], origin: [12, -10, 10], areaMm2: 80 })
    addEdge(sketch, side, next, { convexity, lengthMm: 20, midpoint: [14, -10, 10] })

    expect(holesIn(sketch)[0]?.edgeDistanceMm).toBeCloseTo(expected, 9)
  })

  it('keeps diameter and depth for every size', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 9, noNaN: true }),
        fc.double({ min: 0.5, max: 19, noNaN: true }),
        (radius, depth) => {
          const hole = holeOf(knots(`${radius},0 ${radius},${depth} 0,${depth}`))
          expect(hole.diameterMm).toBeCloseTo(2 * radius, 9)
          expect(hole.depthMm).toBeCloseTo(depth, 9)
        },
      ),
    )
  })
})

describe('holes among other things', () => {
  it('finds two holes in a wide bore with a small drain hole', () => {
    const sketch = block([60, 60, 20])
    drill(sketch, [0, 0], knots('20,0 20,17 2,17 2,20'))

    expect(
      holesIn(sketch).map(({ diameterMm, depthMm, through, bottom }) => [diameterMm, depthMm, through, bottom]),
    ).toEqual([
      [4, 3, true, 'open'],
      [40, 17, false, 'flat'],
    ])
  })

  /** A bore of 10 mm along x, and holes of the given radii from the top and from the bottom into it. */
  function crossed(upper: number, lower: number): Sketch {
    const sketch = block([60, 40, 20])
    const axis: Vec3 = [1, 0, 0]
    const ends = { start: { face: faceOf.left, way: [-1, 0] }, end: { face: faceOf.right, way: [1, 0] } } as const
    const [bore] = revolve(sketch, { origin: [-30, 0, 10], axis }, knots('5,0 5,60'), ends) as [number]

    const frame = { origin: [0, 0, 20] as Vec3, axis: [0, 0, -1] as Vec3 }
    revolve(sketch, frame, knots(`${upper},0 ${upper},5.2`), {
      start: { face: faceOf.top, way: [-1, 0] },
      end: { face: bore, way: [1, 0], kind: 'other' },
    })
    revolve(sketch, frame, knots(`${lower},14.8 ${lower},20`), {
      start: { face: bore, way: [-1, 0], kind: 'other' },
      end: { face: faceOf.bottom, way: [1, 0] },
    })

    return sketch
  }

  it('finds one through hole where a hole is drilled across a bore', () => {
    expect(holesIn(crossed(2, 2)).map(({ diameterMm, depthMm, through }) => [diameterMm, depthMm, through])).toEqual([
      [4, 20, true],
      [10, 60, true],
    ])
  })

  it('finds two holes where those on both sides of a bore differ', () => {
    expect(holesIn(crossed(2, 2.5)).map(({ diameterMm, entry, through }) => [diameterMm, entry[2], through])).toEqual([
      [4, 20, true],
      [5, expect.closeTo(5.2, 9), true],
      [10, 10, true],
    ])
  })

  it.each([
    ['as deep as three of its diameters', '5,0 5,30 3,30 3,40', [[6, 40, true, 'open']]],
    [
      'deeper than three of its diameters',
      '5,0 5,31 3,31 3,40',
      [
        [6, 9, true, 'open'],
        [10, 31, false, 'flat'],
      ],
    ],
    [
      'more than four times as wide',
      '8.1,0 8.1,6 2,6 2,40',
      [
        [4, 34, true, 'open'],
        [16.2, 6, false, 'flat'],
      ],
    ],
  ])('takes a step %s for a counterbore or for a bore of its own', (_, outline, expected) => {
    const sketch = block([60, 60, 40])
    drill(sketch, [0, 0], knots(outline))

    expect(
      holesIn(sketch).map(({ diameterMm, depthMm, through, bottom }) => [diameterMm, depthMm, through, bottom]),
    ).toEqual(expected)
  })

  it('lists holes by diameter, then by depth, then by position', () => {
    const sketch = block([60, 40, 20])
    drill(sketch, [20, 0], knots('2,0 2,20'))
    drill(sketch, [-20, 10], knots('2,0 2,20'))
    drill(sketch, [-20, -10], knots('2,0 2,20'))
    drill(sketch, [0, 10], knots('2,0 2,5 0,5'))
    drill(sketch, [0, -10], knots('1,0 1,20'))

    expect(holesIn(sketch).map(({ diameterMm, depthMm, entry }) => [diameterMm, depthMm, entry[0], entry[1]])).toEqual([
      [2, 20, 0, -10],
      [4, 5, 0, 10],
      [4, 20, -20, -10],
      [4, 20, -20, 10],
      [4, 20, 20, 0],
    ])
  })

  it('finds a bore around a pin of less than a third of its width', () => {
    const sketch = block([60, 60, 20])
    const frame = { origin: [0, 0, 20] as Vec3, axis: [0, 0, -1] as Vec3 }
    const top = { face: faceOf.top, way: [-1, 0] } as const
    revolve(sketch, frame, knots('15,0 15,6 4,6 4,0 0,0'), { start: top })

    expect(holesIn(sketch)).toMatchObject([{ diameterMm: 30, depthMm: 6, bottom: 'flat' }])
  })

  it('finds a bore that a keyway cuts by 35°, but no hole in a corner relief of 270°', () => {
    const bore = (sweepDeg: number) => {
      const sketch = block([60, 40, 20])
      const [wall] = drill(sketch, [0, 0], knots('10,0 10,20')) as [number]
      const face = sketch.graph.faces[wall]
      if (face) face.sweepDeg = sweepDeg

      return holesIn(sketch)
    }

    expect(bore(325)).toMatchObject([{ diameterMm: 20, confidence: 0.8 }])
    expect(bore(270)).toEqual([])
  })

  it('does not take a groove around a post for a hole', () => {
    const sketch = block([60, 60, 20])
    const frame = { origin: [0, 0, 20] as Vec3, axis: [0, 0, -1] as Vec3 }
    const top = { face: faceOf.top, way: [-1, 0] } as const
    revolve(sketch, frame, knots('15,0 15,6 10,6 10,0 0,0'), { start: top })

    expect(holesIn(sketch)).toEqual([])

    const conical = block([60, 60, 20])
    revolve(conical, frame, knots('15,0 15,6 10,6 8,0 0,0'), { start: top })
    expect(holesIn(conical)).toEqual([])
  })

  it('does not take a closed round void for a hole', () => {
    const sketch = block([60, 60, 20])
    revolve(sketch, { origin: [0, 0, 5], axis: [0, 0, 1] }, knots('0,0 5,0 5,8 0,8'))

    const [floor, wall, lid] = sketch.graph.faces.slice(6).map(({ id }) => id) as [number, number, number]
    sketch.graph.edges = sketch.graph.edges.filter(({ b }) => b < 6)

    for (const [end, z] of [
      [floor, 5],
      [lid, 13],
    ] as const)
      addEdge(sketch, wall, end, {
        convexity: 'concave',
        kind: 'circle',
        lengthMm: 10 * Math.PI,
        radiusMm: 5,
        closed: true,
        midpoint: [0, 0, z],
      })

    expect(holesIn(sketch)).toEqual([])
  })
})
