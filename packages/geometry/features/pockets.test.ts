import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { Face } from '../model/face-graph.ts'
import {
  addEdge,
  addFace,
  block,
  cutOut,
  drill,
  faceOf,
  featuresIn,
  knots,
  placed,
  revolve,
  type Sketch,
} from './graph-of.fixture.ts'

const plain = (sketch: Sketch) =>
  featuresIn(sketch).pockets.map(({ depthMm, widthMm, lengthMm, cornerRadiusMm, through }) => [
    ...[depthMm, widthMm, lengthMm, cornerRadiusMm].map((value) => Number(value.toFixed(6))),
    through,
  ])

function cut(...cutouts: Parameters<typeof cutOut>[1][]): Sketch {
  const sketch = block([60, 40, 20])
  for (const one of cutouts) cutOut(sketch, one)
  return sketch
}

/** A channel along y in the top: three planes, ending at the ends of the block. */
function channel(width: number, depth: number, length: number): Sketch {
  const sketch = block([60, length, 20])
  const level = 20 - depth
  const at = (x: number, z: number): { centroid: Vec3; origin: Vec3 } => ({ centroid: [x, 0, z], origin: [x, 0, z] })
  const half = width / 2
  const floor = addFace(sketch, { ...at(0, level), axis: [0, 0, 1], areaMm2: width * length })
  const walls = [-1, 1].map((side) =>
    addFace(sketch, { ...at(side * half, 20 - depth / 2), axis: [-side, 0, 0], areaMm2: depth * length }),
  )

  walls.forEach((wall, i) => {
    const x = i === 0 ? -half : half
    addEdge(sketch, floor, wall, { convexity: 'concave', lengthMm: length, midpoint: [x, 0, level] })
    addEdge(sketch, wall, faceOf.top, { lengthMm: length, midpoint: [x, 0, 20] })

    for (const [end, y] of [
      [faceOf.front, -length / 2],
      [faceOf.back, length / 2],
    ] as const)
      addEdge(sketch, wall, end, { lengthMm: depth, midpoint: [x, y, 20 - depth / 2] })
  })

  for (const [end, y] of [
    [faceOf.front, -length / 2],
    [faceOf.back, length / 2],
  ] as const)
    addEdge(sketch, floor, end, { lengthMm: width, midpoint: [0, y, level] })

  return sketch
}

describe('pockets: depth, width, length, corner radius, through', () => {
  it.each([
    ['a pocket with rounded corners', cut({ size: [30, 20], depth: 8, corner: 3 }), [[8, 20, 30, 3, false]]],
    ['a pocket with sharp corners', cut({ size: [30, 20], depth: 8, corner: 0 }), [[8, 20, 30, 0, false]]],
    ['a window with rounded corners', cut({ size: [30, 20], corner: 3 }), [[20, 20, 30, 3, true]]],
    ['a window with sharp corners', cut({ size: [30, 20], corner: 0 }), [[20, 20, 30, 0, true]]],
    ['an obround slot', cut({ size: [30, 8], depth: 5, corner: 4 }), [[5, 8, 30, 4, false]]],
    ['an obround slot through', cut({ size: [30, 8], corner: 4 }), [[20, 8, 30, 4, true]]],
    [
      'two pockets',
      cut({ at: [-15, 0], size: [20, 20], depth: 8, corner: 2 }, { at: [15, 0], size: [10, 20], depth: 4, corner: 2 }),
      [
        [8, 20, 20, 2, false],
        [4, 10, 20, 2, false],
      ],
    ],
    ['a channel', channel(12, 5, 40), [[5, 12, 40, 6, false]]],
    ['a notch through a thin edge', channel(12, 15, 4), [[4, 12, 15, 0, true]]],
    ['no pocket in a plain block', block([60, 40, 20]), []],
  ])('finds %s', (_, sketch, expected) => {
    expect(plain(sketch)).toEqual(expected)
  })

  it('measures a pocket in the floor of a pocket from that floor', () => {
    const sketch = block([60, 40, 20])
    const { floor } = cutOut(sketch, { size: [40, 30], depth: 6, corner: 4 })
    cutOut(sketch, { size: [10, 8], depth: 5, corner: 1, from: { face: floor, level: 14 } })
    expect(plain(sketch)).toEqual([
      [6, 30, 40, 4, false],
      [5, 8, 10, 1, false],
    ])
  })

  it('finds both a pocket and the window in its floor', () => {
    const sketch = block([60, 40, 20])
    const { floor } = cutOut(sketch, { size: [40, 30], depth: 6, corner: 4 })
    cutOut(sketch, { size: [10, 8], corner: 1, from: { face: floor, level: 14 } })
    expect(plain(sketch)).toEqual([
      [14, 8, 10, 1, true],
      [6, 30, 40, 4, false],
    ])
  })

  it('ignores a post on the floor and a boss on a plate', () => {
    const sketch = cut({ size: [30, 20], depth: 8, corner: 3 })
    const floor = 6
    revolve(sketch, { origin: [0, 0, 12], axis: [0, 0, 1] }, knots('0,5 2,5 2,0'), {
      end: { face: floor, way: [1, 0] },
    })

    expect(plain(sketch)).toEqual([[8, 20, 30, 3, false]])
    expect(featuresIn(sketch).pockets[0]?.faces).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14])

    const plate = block([60, 40, 20])
    revolve(plate, { origin: [0, 0, 20], axis: [0, 0, 1] }, knots('0,5 4,5 4,0'), {
      end: { face: faceOf.top, way: [1, 0] },
    })

    expect(plain(plate)).toEqual([])
  })

  it.each<[string, Partial<Face>, boolean]>([
    ['a round post', {}, false],
    ['a post with draft', { kind: 'cone', halfAngleDeg: 3 }, false],
    ['a half-round rib', { sweepDeg: 180 }, true],
    ['a freeform island', { kind: 'freeform' }, true],
  ])('counts %s among the walls of a pocket or not', (_, changes, isWall) => {
    const sketch = cut({ size: [30, 20], depth: 8, corner: 3 })
    const [, side] = revolve(sketch, { origin: [0, 0, 12], axis: [0, 0, 1] }, knots('0,5 2,5 2,0'), {
      end: { face: 6, way: [1, 0] },
    }) as [number, number]
    Object.assign(sketch.graph.faces[side] as Face, changes)

    expect(featuresIn(sketch).pockets[0]?.faces.includes(side)).toBe(isWall)
  })

  it('finds a deep pocket despite a window in its floor', () => {
    const sketch = block([60, 40, 20])
    const { floor } = cutOut(sketch, { size: [40, 30], depth: 16, corner: 4 })
    cutOut(sketch, { size: [10, 8], corner: 1, from: { face: floor, level: 4 } })
    expect(plain(sketch)).toEqual([
      [16, 30, 40, 4, false],
      [4, 8, 10, 1, true],
    ])
  })

  it('measures the depth of a channel despite a tower on one side', () => {
    const sketch = channel(12, 5, 40)
    const roof = addFace(sketch, { axis: [0, 0, 1], centroid: [20, 0, 80], origin: [20, 0, 80], areaMm2: 100 })
    const rim = sketch.graph.edges.find(({ a, midpoint }) => a === faceOf.top && midpoint[0] > 0)
    if (rim) Object.assign(rim, { a: rim.b, b: roof, midpoint: [6, 0, 80] })
    expect(plain(sketch)).toEqual([[5, 12, 40, 6, false]])
  })

  it('measures a channel with a rounded foot like one with sharp edges', () => {
    const sketch = channel(12, 5, 40)
    const [floor, ...sides] = [6, 7, 8] as const
    const smooth = { convexity: 'smooth', turnDeg: 0, lengthMm: 40 } as const
    const fillets = sides.map((side, i) => {
      const x = i === 0 ? -5 : 5
      const fillet = addFace(sketch, {
        kind: 'cylinder',
        axis: [0, 1, 0],
        origin: [x, 0, 16],
        centroid: [x, 0, 15.3],
        axialRange: [-20, 20],
        radiusMm: 1,
        sweepDeg: 90,
        concave: true,
        areaMm2: 20 * Math.PI,
      })
      sketch.graph.edges = sketch.graph.edges.filter(({ a, b }) => a !== floor || b !== side)
      addEdge(sketch, floor, fillet, { ...smooth, midpoint: [x, 0, 15] })
      addEdge(sketch, fillet, faceOf.front, { lengthMm: 1.6, midpoint: [x, -20, 15.3] })
      addEdge(sketch, side, fillet, { ...smooth, midpoint: [i === 0 ? -6 : 6, 0, 16] })
      return fillet
    })

    expect(plain(sketch)).toEqual([[5, 12, 40, 6, false]])
    expect(featuresIn(sketch).pockets[0]?.faces).toEqual([floor, ...sides, ...fillets])
  })

  it('finds no pocket below a ceiling, with or without a fillet under it', () => {
    // The left wall of a channel ends under a plane that faces its floor.
    const below = (convexity: 'smooth' | 'convex', concave: boolean, facesDown = true) => {
      const sketch = channel(12, 5, 40)
      const bend = addFace(sketch, {
        kind: 'cylinder',
        axis: [0, 1, 0],
        origin: [-7, 0, 19],
        centroid: [-7, 0, 19.5],
        axialRange: [-20, 20],
        radiusMm: 1,
        sweepDeg: 90,
        concave,
        areaMm2: 60,
      })
      const ceiling = addFace(sketch, { axis: [0, 0, facesDown ? -1 : 1], centroid: [-9, 0, 20], areaMm2: 80 })
      addEdge(sketch, 7, bend, { convexity, lengthMm: 40, midpoint: [-6, 0, 19] })
      addEdge(sketch, bend, ceiling, { convexity: 'smooth', lengthMm: 40, midpoint: [-7, 0, 20] })

      return plain(sketch).length
    }

    expect(below('smooth', true)).toBe(0)
    expect(below('smooth', true, false)).toBe(1)
    expect(below('smooth', false)).toBe(1)
    expect(below('convex', true)).toBe(1)
  })

  it('takes a window with a rounded rim for a window, and one with a rounded foot for a pocket', () => {
    const throughWith = (concave: boolean) => {
      const sketch = cut({ size: [30, 20], corner: 3 })
      const rim = addFace(sketch, {
        kind: 'cylinder',
        axis: [0, 1, 0],
        origin: [16, 0, 19],
        centroid: [15.3, 0, 19.7],
        axialRange: [-7, 7],
        radiusMm: 1,
        sweepDeg: 90,
        concave,
        areaMm2: 20,
      })
      const edge = sketch.graph.edges.find(({ a, b }) => a === faceOf.top && b === 6)
      if (edge) Object.assign(edge, { a: 6, b: rim, convexity: 'smooth', turnDeg: 0, midpoint: [15, 0, 19] })
      addEdge(sketch, rim, faceOf.top, { convexity: 'smooth', turnDeg: 0, lengthMm: 14, midpoint: [16, 0, 20] })

      return featuresIn(sketch).pockets.map(({ through, depthMm }) => [through, depthMm])
    }

    expect(throughWith(false)).toEqual([[true, 20]])
    expect(throughWith(true)).toEqual([[false, 20]])
  })

  it.each<[string, Partial<Face>, number]>([
    ['a freeform wall', { kind: 'freeform' }, 1],
    [
      'a sliver of a round wall',
      { kind: 'cylinder', radiusMm: 6, sweepDeg: 200, concave: true, axialRange: [14, 20] },
      0,
    ],
    ['a round wall of facets', { kind: 'cylinder', radiusMm: 6, sweepDeg: 200, axialRange: [14, 20] }, 0],
  ])('tells whether %s alone goes around a floor', (_, wall, expected) => {
    const sketch = block([60, 40, 20])
    const floor = addFace(sketch, { centroid: [0, 0, 14], origin: [0, 0, 14], areaMm2: 36 * Math.PI })
    const around = addFace(sketch, { ...wall, centroid: [0, 0, 17], areaMm2: 72 * Math.PI })
    const rim = { kind: 'other', lengthMm: 12 * Math.PI } as const
    addEdge(sketch, floor, around, { ...rim, convexity: 'concave', midpoint: [6, 0, 14] })
    addEdge(sketch, around, faceOf.top, { ...rim, midpoint: [6, 0, 20] })

    expect(featuresIn(sketch).pockets.map(({ depthMm }) => depthMm)).toEqual(Array(expected).fill(6))
  })

  it('lists a groove around a post as a pocket', () => {
    const sketch = block([60, 60, 20])
    const frame = { origin: [0, 0, 20] as Vec3, axis: [0, 0, -1] as Vec3 }
    const top = { face: faceOf.top, way: [-1, 0] } as const
    revolve(sketch, frame, knots('15,0 15,6 10,6 10,0 0,0'), { start: top })

    expect(featuresIn(sketch).pockets).toMatchObject([{ depthMm: 6, through: false }])
  })

  it('measures the depth to the rim of its long walls, not to that of a short one', () => {
    const sketch = channel(12, 5, 40)
    const ledge = addFace(sketch, { centroid: [0, 25, 18], origin: [0, 25, 18], areaMm2: 120 })
    const back = addFace(sketch, { axis: [0, -1, 0], centroid: [0, 20, 16.5], origin: [0, 20, 16.5], areaMm2: 36 })
    addEdge(sketch, 6, back, { convexity: 'concave', lengthMm: 12, midpoint: [0, 20, 15] })
    addEdge(sketch, back, ledge, { lengthMm: 12, midpoint: [0, 20, 18] })

    expect(featuresIn(sketch).pockets).toMatchObject([{ depthMm: 5 }])
  })

  it('finds a pocket without a flat floor by its ring of walls', () => {
    const sketch = cut({ size: [30, 20], corner: 3 })
    const bowl = addFace(sketch, { kind: 'freeform', centroid: [0, 0, 4], areaMm2: 600, concave: true })
    for (const edge of sketch.graph.edges) {
      if (edge.a !== faceOf.bottom || edge.b < 6) continue
      const [x, y] = edge.midpoint
      Object.assign(edge, { a: edge.b, b: bowl, convexity: 'concave', midpoint: [x, y, 5] })
    }
    for (const face of sketch.graph.faces) if (face.kind === 'cylinder') Object.assign(face, { axialRange: [-5, 10] })

    expect(plain(sketch)).toEqual([[15, 20, 30, 3, false]])
  })

  it('lists a pocket open at one side once, by its larger floor', () => {
    const sketch = channel(12, 5, 40)
    const [floor, ...sides] = [6, 7, 8] as const
    const back = addFace(sketch, { axis: [0, -1, 0], centroid: [0, 20, 17.5], origin: [0, 20, 17.5], areaMm2: 60 })
    const inner = { convexity: 'concave' } as const

    sketch.graph.edges = sketch.graph.edges.filter(({ a, b }) => !(a === faceOf.back && b >= floor))
    addEdge(sketch, floor, back, { ...inner, lengthMm: 12, midpoint: [0, 20, 15] })
    sides.forEach((side, i) => {
      addEdge(sketch, side, back, { ...inner, lengthMm: 5, midpoint: [i === 0 ? -6 : 6, 20, 17.5] })
    })
    addEdge(sketch, back, faceOf.top, { lengthMm: 12, midpoint: [0, 20, 20] })

    expect(plain(sketch)).toEqual([[5, 12, 40, 0, false]])
    expect(featuresIn(sketch).sharpInternalCorners).toHaveLength(2)

    // The first of two equal floors counts, with a length of 60 mm² / 12 mm.
    for (const id of [floor, back]) Object.assign(sketch.graph.faces[id] as Face, { areaMm2: 60 })
    expect(plain(sketch)).toEqual([[5, 5, 12, 0, false]])
  })

  it('finds a window with two conical corners, as long as they lean by 6° at most', () => {
    const withCones = (halfAngleDeg: number) => {
      const sketch = cut({ size: [30, 20], corner: 3 })
      const rounds = sketch.graph.faces.filter(({ kind }) => kind === 'cylinder')
      for (const face of rounds.slice(0, 2)) Object.assign(face, { kind: 'cone', halfAngleDeg, minorRadiusMm: 2.9 })
      return plain(sketch)
    }

    expect(withCones(5)).toEqual([[20, 20, 30, 3, true]])
    expect(withCones(7)).toEqual([])
  })

  it('finds a window whose walls lean by 6° at most', () => {
    const leaning = (deg: number) => {
      const sketch = cut({ size: [30, 20], corner: 3 })
      const lean = (deg * Math.PI) / 180
      for (const face of sketch.graph.faces.slice(6)) {
        const [x, y] = face.axis
        if (face.kind === 'plane') face.axis = [x * Math.cos(lean), y * Math.cos(lean), Math.sin(lean)]
      }

      return plain(sketch).length
    }

    expect(leaning(5)).toBe(1)
    expect(leaning(7)).toBe(0)
  })

  it('finds a window although a hole has cut one of its corners in two', () => {
    const sketch = cut({ size: [30, 20], corner: 0 })
    const corner = sketch.graph.edges.find(({ a, convexity }) => a >= 6 && convexity === 'concave')
    if (corner) {
      const [x, y] = corner.midpoint
      Object.assign(corner, { lengthMm: 8, midpoint: [x, y, 4] })
      addEdge(sketch, corner.a, corner.b, { ...corner, midpoint: [x, y, 16] })
    }

    expect(plain(sketch)).toEqual([[20, 20, 30, 0, true]])
  })

  it('finds a window two of whose walls bulge in three flats', () => {
    const sketch = cut({ size: [30, 20], corner: 3 })
    const lean = (5.9 * Math.PI) / 180
    for (const wall of sketch.graph.faces.filter(
      ({ id, kind, axis }) => id >= 6 && kind === 'plane' && axis[0] !== 0,
    )) {
      const [x, y] = wall.centroid
      for (const side of [-1, 1]) {
        const z = 10 + 9 * side
        const flat = addFace(sketch, {
          axis: [wall.axis[0] * Math.cos(lean), 0, -side * Math.sin(lean)],
          centroid: [x, y, z],
          origin: [x, y, z],
          areaMm2: 28,
        })
        // These borders run across the axis: they do not count as turns of the ring.
        addEdge(sketch, wall.id, flat, { convexity: 'concave', turnDeg: 5.9, midpoint: [x, y, 10 + 8 * side] })
      }
    }

    expect(featuresIn(sketch).pockets).toMatchObject([{ depthMm: 20, widthMm: 20, lengthMm: 30, cornerRadiusMm: 3 }])
  })

  it('finds windows along different axes', () => {
    const upright = cut({ size: [30, 20], corner: 3 })
    const rows = [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ] as const
    const aside = placed(cut({ size: [12, 8], corner: 2 }), rows, [100, 0, 0])
    for (const face of aside.graph.faces) addFace(upright, face)
    for (const edge of aside.graph.edges) addEdge(upright, edge.a + 10 + 4, edge.b + 10 + 4, edge)

    expect(plain(upright)).toEqual([
      [20, 20, 30, 3, true],
      [20, 8, 12, 2, true],
    ])
    expect(featuresIn(upright).pockets.map(({ axis }) => axis.map(Math.abs))).toEqual([
      [0, 0, 1],
      [1, 0, 0],
    ])
  })

  it('takes the axis of a window from its largest corner', () => {
    const sketch = block([60, 40, 20])
    // A chip beside the window, of a radius that leans by 4°.
    addFace(sketch, {
      kind: 'cylinder',
      axis: [Math.sin(0.07), 0, Math.cos(0.07)],
      radiusMm: 3,
      concave: true,
      sweepDeg: 90,
      areaMm2: 1,
    })
    cutOut(sketch, { size: [30, 20], corner: 3 })

    expect(featuresIn(sketch).pockets).toMatchObject([{ through: true, axis: [0, 0, 1] }])
  })

  it('finds a window in the shape of a D, whose two walls meet in two corners', () => {
    const sketch = block([60, 40, 20])
    const flat = addFace(sketch, { axis: [1, 0, 0], centroid: [0, 0, 10], origin: [0, 0, 10], areaMm2: 400 })
    const round = addFace(sketch, {
      kind: 'cylinder',
      radiusMm: 10,
      axialRange: [0, 20],
      centroid: [6.4, 0, 10],
      sweepDeg: 180,
      concave: true,
      areaMm2: 200 * Math.PI,
    })

    for (const y of [-10, 10])
      addEdge(sketch, flat, round, { convexity: 'concave', lengthMm: 20, midpoint: [0, y, 10] })
    for (const [face, z] of [
      [faceOf.bottom, 0],
      [faceOf.top, 20],
    ] as const) {
      addEdge(sketch, flat, face, { lengthMm: 20, midpoint: [0, 0, z] })
      addEdge(sketch, round, face, { kind: 'circle', lengthMm: 10 * Math.PI, midpoint: [10, 0, z] })
    }

    expect(featuresIn(sketch).pockets).toMatchObject([{ depthMm: 20, through: true, cornerRadiusMm: 0 }])
    expect(featuresIn(sketch).sharpInternalCorners).toHaveLength(2)
  })

  it('is as certain as its faces, weighted by their area', () => {
    const sketch = block([60, 40, 20])
    const { floor } = cutOut(sketch, { size: [20, 10], depth: 5, corner: 0 })
    const face = sketch.graph.faces[floor]
    if (face) face.confidence = 0.5

    // The floor has 200 mm², the four walls 300 mm².
    expect(featuresIn(sketch).pockets[0]?.confidence).toBeCloseTo((0.5 * 200 + 300) / 500, 9)
  })

  it('is at the middle of its floor, or of its walls if it has none', () => {
    const pocket = cut({ at: [12, 4], size: [20, 10], depth: 5, corner: 0 })
    const window = cut({ at: [12, 4], size: [20, 10], corner: 0 })

    expect(featuresIn(pocket).pockets[0]?.at).toEqual([12, 4, 15])
    expect(featuresIn(window).pockets[0]?.at).toEqual([12, 4, 10])
  })

  it('does not list holes as pockets', () => {
    const sketch = block([60, 40, 20])
    drill(sketch, [0, 0], knots('8,0 8,5 4,5 4,12 0,12'))

    expect(plain(sketch)).toEqual([])
  })
})

describe('inner corners', () => {
  it('counts no bend of less than 30° as a corner that limits the cutter', () => {
    const sketch = cut({ size: [30, 20], depth: 8, corner: 3 })
    for (const face of sketch.graph.faces) if (face.kind === 'cylinder') face.sweepDeg = 20
    expect(featuresIn(sketch).minInternalRadius).toBeUndefined()
  })

  it('gives a rounded pocket its radius and depth, and no sharp corner', () => {
    const { minInternalRadius, sharpInternalCorners, fillets } = featuresIn(
      cut({ size: [30, 20], depth: 8, corner: 3 }),
    )
    expect(minInternalRadius).toMatchObject({ radiusMm: 3, depthMm: 8 })
    expect(sharpInternalCorners).toEqual([])
    expect(fillets.map(({ radiusMm, concave }) => [radiusMm, concave])).toEqual(Array(4).fill([3, true]))
  })

  it('counts the corners of a window with its full depth', () => {
    const window = cut({ size: [30, 20], corner: 3 })
    expect(featuresIn(window).minInternalRadius).toMatchObject({ radiusMm: 3, depthMm: 20 })
  })

  it.each([
    ['pocket', cut({ size: [30, 20], depth: 8, corner: 0 }), 16],
    ['window', cut({ size: [30, 20], corner: 0 }), 10],
  ])('a sharp %s has four sharp corners, none of them at the floor', (_, sketch, level) => {
    const { minInternalRadius, sharpInternalCorners } = featuresIn(sketch)
    expect(minInternalRadius).toBeUndefined()
    expect(sharpInternalCorners.map(({ at }) => at[2])).toEqual([level, level, level, level])
  })

  it('takes the deeper of two corners of one radius', () => {
    const shallow = { at: [15, 0], size: [10, 20], depth: 4, corner: 2 } as const
    const deep = { at: [-15, 0], size: [20, 20], depth: 8, corner: 2 } as const

    for (const sketch of [cut(shallow, deep), cut(deep, shallow)]) {
      const { minInternalRadius } = featuresIn(sketch)
      expect(minInternalRadius).toMatchObject({ radiusMm: 2, depthMm: 8 })
      expect(minInternalRadius?.place.at[0]).toBeLessThan(0)
    }
  })

  it('takes the smaller of two radii, however shallow its pocket is', () => {
    const wide = { at: [-15, 0], size: [20, 20], depth: 8, corner: 3 } as const
    const tight = { at: [15, 0], size: [10, 20], depth: 4, corner: 2 } as const

    for (const sketch of [cut(wide, tight), cut(tight, wide)])
      expect(featuresIn(sketch).minInternalRadius).toMatchObject({ radiusMm: 2, depthMm: 4 })
  })

  it('counts a corner between two walls only if it runs from a floor into the open', () => {
    // A step in the corner of a block, 10 mm below its top; the walls meet in a radius of 4 mm.
    const sketch = block([60, 40, 20])
    const smooth = { convexity: 'smooth', turnDeg: 0, lengthMm: 10 } as const
    const floor = addFace(sketch, { centroid: [20, 10, 10], origin: [20, 10, 10], areaMm2: 400 })
    const long = addFace(sketch, { axis: [0, 1, 0], centroid: [22, 0, 15], origin: [22, 0, 15], areaMm2: 160 })
    const short = addFace(sketch, { axis: [1, 0, 0], centroid: [10, 12, 15], origin: [10, 12, 15], areaMm2: 160 })
    const corner = addFace(sketch, {
      kind: 'cylinder',
      radiusMm: 4,
      origin: [14, 4, 10],
      centroid: [11, 1, 15],
      axialRange: [0, 10],
      sweepDeg: 90,
      concave: true,
      areaMm2: 63,
    })
    const arc = { kind: 'circle', radiusMm: 4, lengthMm: 2 * Math.PI } as const

    addEdge(sketch, long, corner, { ...smooth, midpoint: [14, 0, 15] })
    addEdge(sketch, short, corner, { ...smooth, midpoint: [10, 4, 15] })
    addEdge(sketch, corner, faceOf.top, { ...arc, midpoint: [11, 1, 20] })
    addEdge(sketch, corner, floor, { ...arc, convexity: 'concave', midpoint: [11, 1, 10] })

    expect(featuresIn(sketch).minInternalRadius).toEqual({
      radiusMm: 4,
      depthMm: 10,
      place: { at: [14, 4, 15], areaMm2: 63, faces: [corner] },
    })

    // Without a floor it is the inside of an angle bracket.
    const foot = sketch.graph.edges.at(-1)
    if (foot) foot.convexity = 'convex'
    expect(featuresIn(sketch).minInternalRadius).toBeUndefined()
  })

  it('lists fillets and rounded edges, smallest first, but no dome', () => {
    const withPin = (outline: string) => {
      const sketch = block([60, 40, 20])
      const end = { face: faceOf.top, way: [1, 0] } as const
      revolve(sketch, { origin: [0, 0, 20], axis: [0, 0, 1] }, knots(outline), { end })
      return featuresIn(sketch).fillets
    }

    // Quarter tori of π² r R mm².
    expect(withPin('0,12 1.5,12 2,11.5,radius 2,1 3,0,axis')).toEqual([
      { radiusMm: 0.5, concave: false, areaMm2: expect.closeTo(0.75 * Math.PI ** 2, 9), faces: [7] },
      { radiusMm: 1, concave: true, areaMm2: expect.closeTo(3 * Math.PI ** 2, 9), faces: [9] },
    ])
    expect(withPin('0,12 2,10,radius 2,0')).toEqual([])
  })

  it('takes an eighth of a ball between three rounded edges for a fillet', () => {
    const sketch = block([60, 40, 20])
    const ball = addFace(sketch, { kind: 'sphere', radiusMm: 2, areaMm2: 2 * Math.PI })
    const smooth = { convexity: 'smooth', turnDeg: 0 } as const

    addEdge(sketch, ball, faceOf.top, smooth)
    expect(featuresIn(sketch).fillets).toEqual([])

    addEdge(sketch, ball, faceOf.right, smooth)
    expect(featuresIn(sketch).fillets).toMatchObject([{ radiusMm: 2, faces: [ball] }])

    // Half a ball is a dome.
    Object.assign(sketch.graph.faces[ball] as Face, { areaMm2: 8 * Math.PI })
    expect(featuresIn(sketch).fillets).toEqual([])
  })

  it('lets a tool as wide as a slot follow it, and takes its ends for no fillets', () => {
    const { minInternalRadius, fillets } = featuresIn(cut({ size: [30, 8], depth: 5, corner: 4 }))
    expect(minInternalRadius).toMatchObject({ radiusMm: 4, depthMm: 5 })
    expect(fillets).toEqual([])
  })

  it('does not count the foot of a wall as a sharp corner', () => {
    expect(featuresIn(channel(12, 5, 40)).sharpInternalCorners).toEqual([])
  })

  it('reports the shortest corner of a notch of three planes', () => {
    const sketch = block([60, 40, 20])
    const planes = (
      [
        [
          [0, 1, 0],
          [20, 0, 15],
        ],
        [
          [1, 0, 0],
          [10, 10, 15],
        ],
        [
          [0, 0, 1],
          [20, 10, 10],
        ],
      ] as [Vec3, Vec3][]
    ).map(([axis, centroid]) => addFace(sketch, { axis, centroid, origin: centroid, areaMm2: 100 })) as [
      number,
      number,
      number,
    ]

    const inner = { convexity: 'concave' } as const
    addEdge(sketch, planes[0], planes[1], { ...inner, lengthMm: 10, midpoint: [10, 0, 15] })
    addEdge(sketch, planes[1], planes[2], { ...inner, lengthMm: 20, midpoint: [10, 10, 10] })
    addEdge(sketch, planes[0], planes[2], { ...inner, lengthMm: 20, midpoint: [20, 0, 10] })
    addEdge(sketch, planes[0], faceOf.top, { lengthMm: 20, midpoint: [20, 0, 20] })
    addEdge(sketch, planes[1], faceOf.top, { lengthMm: 20, midpoint: [10, 10, 20] })
    addEdge(sketch, planes[0], faceOf.right, { lengthMm: 10, midpoint: [30, 0, 15] })
    addEdge(sketch, planes[2], faceOf.right, { lengthMm: 20, midpoint: [30, 10, 10] })
    addEdge(sketch, planes[1], faceOf.back, { lengthMm: 10, midpoint: [10, 20, 15] })
    addEdge(sketch, planes[2], faceOf.back, { lengthMm: 20, midpoint: [20, 20, 10] })

    expect(featuresIn(sketch).sharpInternalCorners).toEqual([{ at: [10, 0, 15], faces: [6, 7] }])

    const [first, ...others] = sketch.graph.edges.filter(({ a, convexity }) => a >= 6 && convexity === 'concave')
    if (first) first.lengthMm = 1
    expect(featuresIn(sketch).sharpInternalCorners, 'one corner is elsewhere').toEqual([])

    for (const edge of others) edge.lengthMm = 1
    expect(featuresIn(sketch).sharpInternalCorners).toEqual([])
  })

  it('finds the shortest corner of a notch whose wall leans', () => {
    // Planes y = 0, 0.8 x + 0.6 z = 14 and z = 10, which meet in 10, 0, 10.
    const sketch = block([60, 40, 20])
    const long = addFace(sketch, { axis: [0, 1, 0], centroid: [20, 0, 15], origin: [20, 0, 15], areaMm2: 150 })
    const leaning = addFace(sketch, {
      axis: [0.8, 0, 0.6],
      centroid: [6.25, 5, 15],
      origin: [6.25, 5, 15],
      areaMm2: 125,
    })
    const floor = addFace(sketch, { axis: [0, 0, 1], centroid: [20, 5, 10], origin: [20, 5, 10], areaMm2: 200 })
    const inner = { convexity: 'concave' } as const

    addEdge(sketch, long, leaning, { ...inner, lengthMm: 12.5, midpoint: [6.25, 0, 15] })
    addEdge(sketch, leaning, floor, { ...inner, turnDeg: 53, lengthMm: 10, midpoint: [10, 5, 10] })
    addEdge(sketch, long, floor, { ...inner, lengthMm: 20, midpoint: [20, 0, 10] })

    expect(featuresIn(sketch).sharpInternalCorners).toEqual([{ at: [10, 5, 10], faces: [leaning, floor] }])
  })

  it.each([
    [12, 12],
    [24, 0],
  ])('finds in a window of %d flats %d sharp corners', (flats, expected) => {
    const sketch = block([60, 40, 20])
    const turn = (2 * Math.PI) / flats
    const walls = Array.from({ length: flats }, (_, i) => {
      const axis: Vec3 = [-Math.cos(i * turn), -Math.sin(i * turn), 0]
      const centroid: Vec3 = [-10 * axis[0], -10 * axis[1], 10]
      const wall = addFace(sketch, { axis, centroid, origin: centroid, areaMm2: 400 * Math.tan(turn / 2) })
      for (const [face, z] of [
        [faceOf.bottom, 0],
        [faceOf.top, 20],
      ] as const)
        addEdge(sketch, wall, face, { lengthMm: 5, midpoint: [centroid[0], centroid[1], z] })
      return wall
    })
    walls.forEach((wall, i) => {
      const angle = (i + 0.5) * turn
      const next = walls[(i + 1) % flats] ?? wall
      const midpoint: Vec3 = [10 * Math.cos(angle), 10 * Math.sin(angle), 10]
      addEdge(sketch, wall, next, { convexity: 'concave', turnDeg: 360 / flats, lengthMm: 20, midpoint })
    })

    expect(featuresIn(sketch).sharpInternalCorners).toHaveLength(expected)
  })

  it('reports the upright corners of a deep pocket, although the edges of its floor are shorter', () => {
    const { sharpInternalCorners } = featuresIn(cut({ size: [6, 5], depth: 15, corner: 0 }))
    expect(sharpInternalCorners.map(({ at }) => at[2])).toEqual([12.5, 12.5, 12.5, 12.5])
  })
})
