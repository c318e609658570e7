import { describe, expect, it } from 'vitest'
import type { Face, FaceEdge, FaceGraph } from '../model/face-graph.ts'
import { addEdge, addFace, block, drill, halved, knots } from './graph-of.fixture.ts'
import { partGraphOf } from './part-graph.ts'

const smooth = { convexity: 'smooth', turnDeg: 0 } as const

describe('the healed graph', () => {
  it('joins faces that a file has split: halves, lengths and coplanar pieces', () => {
    const sketch = block([60, 40, 20])
    const [wall] = drill(sketch, [0, 0], knots('5,0 5,12 0,12')) as [number]
    const below = { ...sketch.graph.faces[wall], axialRange: [12, 15] as const, areaMm2: 30 * Math.PI }
    const lower = addFace(sketch, below)
    addEdge(sketch, wall, lower, { ...smooth, kind: 'circle', lengthMm: 10 * Math.PI, midpoint: [0, 0, 8] })

    const piece = addFace(sketch, { axis: [0, 0, 1], centroid: [40, 0, 20], origin: [40, 0, 20], areaMm2: 100 })
    addEdge(sketch, 5, piece, { ...smooth, lengthMm: 10, midpoint: [30, 0, 20] })

    const { graph, box } = halved(sketch)
    const { faces, borders } = partGraphOf(graph, box)

    expect(faces.filter(({ kind }) => kind === 'cylinder')).toMatchObject([
      { axialRange: [0, 15], sweepDeg: 360, areaMm2: expect.closeTo(150 * Math.PI, 6) },
    ])
    expect(faces.find(({ sources }) => sources.includes(piece))?.sources).toEqual([5, piece])

    for (const face of faces) expect(borders[face.id]?.every(({ other }) => other.id !== face.id)).toBe(true)
  })

  it('keeps the two sides of a thin sheet, and cylinders of other radius or axis, apart', () => {
    const sketch = block([60, 40, 20])
    const sheet = addFace(sketch, { axis: [0, 0, -1], centroid: [0, 0, 20], origin: [0, 0, 20], areaMm2: 50 })
    addEdge(sketch, 5, sheet, { lengthMm: 10, turnDeg: 180 })

    const round = { kind: 'cylinder', radiusMm: 5, axialRange: [0, 10], sweepDeg: 180, areaMm2: 10 } as const
    const first = addFace(sketch, round)
    const others = [
      { radiusMm: 5.1 },
      { origin: [0.5, 0, 0] as const },
      { concave: true },
      { axis: [0, 0.1, 0.995] as const },
    ]
    for (const other of others) addEdge(sketch, first, addFace(sketch, { ...round, ...other }), smooth)

    expect(partGraphOf(sketch.graph, sketch.box).faces).toHaveLength(sketch.graph.faces.length)
  })

  it('measures the sweep of joined pieces where they cover most', () => {
    const sketch = block([60, 40, 20])
    const round = { kind: 'cylinder', radiusMm: 5, concave: true, areaMm2: 10 } as const
    const whole = addFace(sketch, { ...round, axialRange: [0, 10], sweepDeg: 200 })
    addEdge(sketch, whole, addFace(sketch, { ...round, axialRange: [0, 6], sweepDeg: 100 }), smooth)
    addEdge(sketch, whole, addFace(sketch, { ...round, axialRange: [6, 10], sweepDeg: 90 }), smooth)
    expect(partGraphOf(sketch.graph, sketch.box).faces.at(-1)?.sweepDeg).toBe(300)
  })

  it.each([
    ['cylinders', { kind: 'cylinder', radiusMm: 5 }, [{ radiusMm: 5.1 }]],
    ['cones', { kind: 'cone', radiusMm: 5, minorRadiusMm: 3, halfAngleDeg: 30 }, [{ halfAngleDeg: 31 }]],
    ['spheres', { kind: 'sphere', radiusMm: 5 }, [{ radiusMm: 5.1 }, { origin: [0, 0, 1] }]],
    [
      'tori',
      { kind: 'torus', radiusMm: 5, minorRadiusMm: 1 },
      [{ radiusMm: 5.1 }, { minorRadiusMm: 1.1 }, { origin: [0, 0, 1] }],
    ],
  ] as [string, Partial<Face>, Partial<Face>[]][])('joins %s of one surface only', (_, base, others) => {
    const facesWith = (other: Partial<Face>) => {
      const sketch = block([60, 40, 20])
      const round = { ...base, axialRange: [0, 10], sweepDeg: 180, areaMm2: 10 } as const
      addEdge(sketch, addFace(sketch, round), addFace(sketch, { ...round, ...other }), smooth)
      return partGraphOf(sketch.graph, sketch.box).faces.length - 6
    }

    expect(facesWith({})).toBe(1)
    for (const other of others) expect(facesWith(other), JSON.stringify(other)).toBe(2)
  })

  it('measures a joined cone over both of its pieces, weighted by their areas', () => {
    const sketch = block([60, 40, 20])
    const upper = addFace(sketch, {
      kind: 'cone',
      halfAngleDeg: 30,
      radiusMm: 5,
      minorRadiusMm: 4,
      axialRange: [0, 2],
      sweepDeg: 360,
      areaMm2: 30,
      confidence: 1,
      centroid: [4, 0, 1],
      box: { min: [-5, -5, 0], max: [5, 5, 2] },
    })

    // Drawn from its other end, 4 mm above the first.
    const lower = addFace(sketch, {
      kind: 'cone',
      halfAngleDeg: 30,
      radiusMm: 4,
      minorRadiusMm: 3,
      origin: [0, 0, 4],
      axis: [0, 0, -1],
      axialRange: [0, 2],
      sweepDeg: 360,
      areaMm2: 10,
      confidence: 0.6,
      centroid: [0, 4, 3],
      box: { min: [-4, -4, 2], max: [4, 4, 4] },
    })
    addEdge(sketch, upper, lower, smooth)

    expect(partGraphOf(sketch.graph, sketch.box).faces.at(-1)).toMatchObject({
      kind: 'cone',
      radiusMm: 5,
      minorRadiusMm: 3,
      axialRange: [0, 4],
      sweepDeg: 360,
      areaMm2: 40,
      confidence: expect.closeTo(0.9, 9),
      centroid: [3, 1, 1.5],
      box: { min: [-5, -5, 0], max: [5, 5, 4] },
      sources: [upper, lower],
    })
  })
})

describe('numbers of a file', () => {
  const firstFace = (changes: Partial<Face>) => {
    const sketch = block([60, 40, 20])
    Object.assign(sketch.graph.faces[0] as Face, changes)
    return partGraphOf(sketch.graph, sketch.box).faces[0]
  }

  it('brings angles, radii and shares into their ranges', () => {
    const cone = { kind: 'cone', axis: [0, 0, 2], axialRange: [5, 1], areaMm2: 8 } as const
    const wide = { ...cone, radiusMm: -1, minorRadiusMm: -2, halfAngleDeg: 100, sweepDeg: 400, confidence: 2 }

    expect(firstFace(wide)).toMatchObject({
      axis: [0, 0, 1],
      axialRange: [1, 5],
      radiusMm: 0,
      minorRadiusMm: 0,
      halfAngleDeg: 90,
      sweepDeg: 360,
      confidence: 1,
      areaMm2: 8,
    })
    expect(firstFace({ halfAngleDeg: -5, sweepDeg: -5, confidence: -1, areaMm2: -4 })).toMatchObject({
      halfAngleDeg: 0,
      sweepDeg: 0,
      confidence: 0,
      areaMm2: 0,
    })
  })

  it.each<Partial<Face>>([
    { radiusMm: Number.NaN },
    { minorRadiusMm: Infinity },
    { halfAngleDeg: Number.NaN },
    { sweepDeg: -1e61 },
    { axialRange: [0, Number.NaN] },
    { centroid: [0, Number.NaN, 0] },
    { origin: [Infinity, 0, 0] },
    { axis: [0, 0, 0] },
    { axis: [0, 0, Number.NaN] },
    { box: { min: [0, 0, -Infinity], max: [0, 0, 0] } },
    { box: { min: [0, 0, 0], max: [0, 1e61, 0] } },
  ])('takes a face with %j for freeform surface of which nothing is known', (changes) => {
    expect(firstFace(changes)).toMatchObject({ id: 0, kind: 'freeform', areaMm2: 800, confidence: 0, sources: [0] })
  })

  it('leaves out edges of unknown faces and of unusable length', () => {
    const edgesWith = (edge: Partial<FaceEdge>) => {
      const sketch = block([60, 40, 20])
      addEdge(sketch, 0, 5, {})
      Object.assign(sketch.graph.edges.at(-1) as FaceEdge, edge)
      return partGraphOf(sketch.graph, sketch.box).edges.length
    }

    expect(edgesWith({})).toBe(13)
    expect(edgesWith({ lengthMm: 0 })).toBe(13)
    for (const edge of [{ a: 5 }, { a: 99 }, { b: -1 }, { lengthMm: -1 }, { lengthMm: Number.NaN }])
      expect(edgesWith(edge), JSON.stringify(edge)).toBe(12)
    for (const edge of [{ turnDeg: Number.NaN }, { radiusMm: Infinity }, { midpoint: [0, 0, Number.NaN] as const }])
      expect(edgesWith(edge), JSON.stringify(edge)).toBe(12)
  })

  it('counts lengths as equal within a share of the part, none in a part of unknown size', () => {
    const sketch = block([60, 80, 0])
    const toleranceOf = (source: FaceGraph['source'], box = sketch.box) =>
      partGraphOf({ ...sketch.graph, source }, box).toleranceMm

    // The diagonal is 100 mm.
    expect(toleranceOf('brep')).toBeCloseTo(0.002, 9)
    expect(toleranceOf('mesh')).toBeCloseTo(0.05, 9)
    expect(toleranceOf('mesh', { min: [0, 0, 0], max: [Infinity, 0, 0] })).toBe(0)
  })
})
