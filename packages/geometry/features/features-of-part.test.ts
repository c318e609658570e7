import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { facesOfMesh } from '../faces/faces-of-mesh.ts'
import { num } from '../math/typed-access.ts'
import { cross, unit, type Vec3 } from '../math/vector.ts'
import { type Face, type FaceEdge, surfaceKinds } from '../model/face-graph.ts'
import type { FeatureFacts } from '../model/facts.ts'
import { Refused } from '../model/verdict.ts'
import { unwatched } from '../model/watch.ts'
import { lathe, plateWithHoles, polygon } from '../solids.ts'
import { featuresOf } from './features-of-part.ts'
import {
  addEdge,
  addFace,
  block,
  cutOut,
  drill,
  faceOf,
  featuresIn,
  halved,
  knots,
  placed,
  renumbered,
  revolve,
  type Sketch,
  shaft,
  surroundings,
} from './graph-of.fixture.ts'

function busyPart(): Sketch {
  const sketch = block([80, 50, 20])
  drill(sketch, [-25, 10], knots('5.5,0 5.5,6 3.3,6 3.3,20'))
  drill(sketch, [-25, -10], knots('6,0 3,3 3,20'))
  drill(sketch, [-10, -15], knots('2.5,0 2.5,12 0,13.5'))
  cutOut(sketch, { at: [15, 0], size: [20, 16], depth: 8, corner: 2 })
  cutOut(sketch, { at: [34, 0], size: [6, 20], corner: 3 })
  cutOut(sketch, { at: [-5, 10], size: [9, 7], depth: 3, corner: 0 })
  revolve(sketch, { origin: [0, -18, 20], axis: [0, 0, 1] }, knots('0,7 2,7 2,0'), {
    end: { face: faceOf.top, way: [1, 0] },
  })

  return sketch
}

/** What rotation, translation and renumbering keep: lengths and counts, not positions or ids. */
function essence(facts: FeatureFacts) {
  const round = (value: number | undefined) => value && Number(value.toPrecision(6))
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()

  return {
    holes: sorted(
      facts.holes.map((h) => [
        round(h.diameterMm),
        round(h.depthMm),
        h.bottom,
        round(h.counterbore?.depthMm),
        round(h.countersink?.angleDeg),
        round(h.edgeDistanceMm),
        h.threadCandidates,
      ]),
    ),
    pockets: sorted(
      facts.pockets.map((p) => [
        round(p.depthMm),
        round(p.widthMm),
        round(p.lengthMm),
        round(p.cornerRadiusMm),
        p.through,
      ]),
    ),
    pins: sorted(facts.pins.map((p) => [round(p.diameterMm), round(p.heightMm)])),
    fillets: sorted(facts.fillets.map((f) => [round(f.radiusMm), f.concave, round(f.areaMm2)])),
    radius: [round(facts.minInternalRadius?.radiusMm), round(facts.minInternalRadius?.depthMm)],
    sharp: facts.sharpInternalCorners.length,
    outer: round(facts.sharpOuterEdgesMm),
    areas: surfaceKinds.map((kind) => round(facts.areaByKindMm2[kind])),
    faces: [round(facts.smallestFaceMm2), round(facts.largestFaceMm2)],
    turning: [
      facts.turning.turned,
      round(facts.turning.rotationalScore),
      round(facts.turning.barDiameterMm),
      round(facts.turning.barLengthMm),
    ],
    draft: (facts.minDraftDeg ?? -1).toFixed(3),
  }
}

const coordinate = fc.double({ min: -200, max: 200, noNaN: true })
const direction = fc.tuple(coordinate, coordinate, coordinate).filter((v) => Math.hypot(...v) > 1)

const parts: [string, () => Sketch][] = [
  ['a milled part', busyPart],
  ['a shaft', () => shaft(knots('0,60 4,60 5,59 5,40 8,40 8,10 9,10 9,0 0,0'))],
]

describe('features', () => {
  it('finds all features of a milled part', () => {
    expect(essence(featuresIn(busyPart()))).toMatchObject({
      holes: [
        JSON.stringify([5, 12, 'cone', undefined, undefined, 7.5, ['M6', 'M5']]),
        JSON.stringify([6, 20, 'open', undefined, 90, 12, ['M6']]),
        JSON.stringify([6.6, 20, 'open', 6, undefined, 11.7, ['M8']]),
      ],
      pockets: ['[20,6,20,3,true]', '[3,7,9,0,false]', '[8,16,20,2,false]'],
      pins: ['[4,7]'],
      radius: [2, 8],
      sharp: 4,
      draft: '0.000',
    })
  })

  it.each(parts)('finds the same features of %s when it is turned and moved', (_, make) => {
    const upright = make()
    const expected = essence(featuresIn(upright))
    fc.assert(
      fc.property(direction, direction, fc.tuple(coordinate, coordinate, coordinate), (first, second, shift) => {
        const z = unit(cross(first, second))
        fc.pre(Math.hypot(...cross(first, second)) > 1)

        const x = unit(first)
        const rows: [Vec3, Vec3, Vec3] = [x, cross(z, x), z]
        const moved = placed(upright, rows, shift)
        const { orientedBox } = surroundings(moved, upright, rows)
        const { mass } = surroundings(moved, moved)

        expect(essence(featuresOf(moved.graph, mass, orientedBox, unwatched))).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it.each(parts)('finds the same features of %s when its faces are renumbered', (_, make) => {
    const sketch = make()
    const expected = essence(featuresIn(sketch))
    const ids = sketch.graph.faces.map(({ id }) => id)
    fc.assert(
      fc.property(fc.shuffledSubarray(ids, { minLength: ids.length }), (newIds) => {
        expect(essence(featuresIn(renumbered(sketch, newIds)))).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it.each(parts)('finds the same features of %s when its round faces are drawn in halves', (_, make) => {
    const sketch = make()
    expect(essence(featuresIn(halved(sketch)))).toEqual(essence(featuresIn(sketch)))
  })

  it('lists the faces of the given graph with each feature', () => {
    const sketch = halved(busyPart())
    const { holes, pockets } = featuresIn(sketch)
    for (const { faces } of holes) for (const id of faces) expect(sketch.graph.faces[id]?.concave).toBe(true)
    for (const { faces } of pockets) expect(new Set(faces).size).toBe(faces.length)
  })

  it('measures 3° of draft on walls with 3°, 0° on straight ones and none on a pyramid', () => {
    const tilted = (deg: number) => {
      const sketch = block([40, 40, 20])
      const rise = (deg * Math.PI) / 180
      for (const face of sketch.graph.faces.slice(0, 4)) {
        const [x, y] = face.axis
        face.axis = [x * Math.cos(rise), y * Math.cos(rise), Math.sin(rise)]
      }
      return featuresIn(sketch).minDraftDeg
    }

    expect(tilted(3)).toBeCloseTo(3, 6)
    expect(tilted(0)).toBeCloseTo(0, 6)
    expect(tilted(45)).toBeUndefined()
  })

  it('counts freeform surface as not recognised', () => {
    const sketch = block([10, 10, 10])
    addFace(sketch, { kind: 'freeform', areaMm2: 200 })
    const { freeformShare, confidence, areaByKindMm2, faceCount } = featuresIn(sketch)
    expect([freeformShare, confidence]).toEqual([0.25, 0.75])
    expect(areaByKindMm2).toMatchObject({ plane: 600, freeform: 200 })
    expect(faceCount).toBe(7)
  })

  it('adds up outer edges that turn by more than 30°', () => {
    const sketch = block([10, 20, 30])
    expect(featuresIn(sketch).sharpOuterEdgesMm).toBe(240)
    for (const edge of sketch.graph.edges) edge.turnDeg = 25
    expect(featuresIn(sketch).sharpOuterEdgesMm).toBe(0)
  })

  it('lists outer edges of less than 45°, sharpest first, with their faces', () => {
    const sketch = block([10, 20, 30])
    const [blade, chisel, blunt] = sketch.graph.edges as [FaceEdge, FaceEdge, FaceEdge]
    blade.turnDeg = 170
    chisel.turnDeg = 140
    blunt.turnDeg = 130

    expect(featuresIn(sketch).knifeEdges).toEqual(
      [blade, chisel].map(({ a, b, midpoint, lengthMm, turnDeg }) => ({
        angleDeg: 180 - turnDeg,
        lengthMm,
        place: { at: midpoint, faces: [a, b] },
      })),
    )

    blade.turnDeg = 180 + 1e-13
    expect(featuresIn(sketch).knifeEdges[0]?.angleDeg).toBe(0)

    chisel.convexity = 'concave'
    expect(featuresIn(sketch).knifeEdges).toHaveLength(1)
  })

  it('stops when it is cancelled', () => {
    const { mass, orientedBox } = surroundings(busyPart(), busyPart())
    const late = { ...unwatched, mustStop: () => 'deadline' as const }
    expect(() => featuresOf(busyPart().graph, mass, orientedBox, late)).toThrow(Refused)
  })
})

const odd = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 360, Number.NaN, Infinity, -Infinity, 1e300, 1e30, 1e-30, 5e-324),
  fc.double({ min: -10, max: 10, noNaN: true }),
)

const oddPoint = fc.tuple(odd, odd, odd)

const oddFace = fc.record({
  kind: fc.constantFrom(...surfaceKinds),
  areaMm2: odd,
  centroid: oddPoint,
  origin: oddPoint,
  axis: oddPoint,
  box: fc.record({ min: oddPoint, max: oddPoint }),
  radiusMm: odd,
  minorRadiusMm: odd,
  halfAngleDeg: odd,
  axialRange: fc.tuple(odd, odd),
  sweepDeg: odd,
  concave: fc.boolean(),
  confidence: odd,
}) as fc.Arbitrary<Omit<Face, 'id'>>

const oddEdge = fc.record({
  a: fc.integer({ min: -1, max: 9 }),
  b: fc.integer({ min: -1, max: 9 }),
  lengthMm: odd,
  turnDeg: odd,
  radiusMm: odd,
  convexity: fc.constantFrom('convex', 'concave', 'smooth'),
  kind: fc.constantFrom('line', 'circle', 'other'),
  closed: fc.boolean(),
  midpoint: oddPoint,
}) as fc.Arbitrary<FaceEdge>

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

describe('hostile graphs', () => {
  it('gives finite facts for any graph', () => {
    fc.assert(
      fc.property(fc.array(oddFace, { maxLength: 8 }), fc.array(oddEdge, { maxLength: 24 }), (faces, edges) => {
        const sketch = block([1, 1, 1])
        sketch.graph = { source: 'mesh', faces: faces.map((face, id) => ({ ...face, id })), edges }
        expect(numbersIn(featuresIn(sketch)).filter((value) => !Number.isFinite(value))).toEqual([])
      }),
    )
  })

  it('gives finite facts for a sound graph in which some numbers went wrong', () => {
    const wrong = fc.record({ face: fc.nat(200), field: fc.nat(20), value: odd, point: oddPoint })
    fc.assert(
      fc.property(fc.array(wrong, { minLength: 1, maxLength: 6 }), (wrongs) => {
        const sketch = busyPart()
        const all = [...sketch.graph.faces, ...sketch.graph.edges] as unknown as Record<string, unknown>[]
        for (const { face, field, value, point } of wrongs) {
          const target = all[face % all.length] ?? {}
          const key = Object.keys(target)[field % Object.keys(target).length] ?? ''
          if (typeof target[key] === 'number' && key !== 'id') target[key] = value
          else if (Array.isArray(target[key])) target[key] = point
        }

        expect(numbersIn(featuresIn(sketch)).filter((value) => !Number.isFinite(value))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('finds no features in a graph without faces', () => {
    const sketch = block([1, 1, 1])
    sketch.graph = { source: 'brep', faces: [], edges: [] }
    expect(featuresIn(sketch)).toMatchObject({ holes: [], pockets: [], pins: [], confidence: 0, smallestFaceMm2: 0 })
  })

  it('accepts a part of no size and faces without borders', () => {
    const sketch = busyPart()
    sketch.graph.edges = []
    sketch.box = { min: [0, 0, 0], max: [0, 0, 0] }
    expect(numbersIn(featuresIn(sketch)).every(Number.isFinite)).toBe(true)
    addEdge(sketch, 0, 99, {})
    expect(() => featuresIn(sketch)).not.toThrow()
  })
})

describe('features of triangles', () => {
  const meshed = (mesh: Parameters<typeof facesOfMesh>[0]): FeatureFacts => {
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    mesh.positions.forEach((value, i) => {
      low[i % 3] = Math.min(num(low, i % 3), value)
      high[i % 3] = Math.max(num(high, i % 3), value)
    })

    const sketch: Sketch = {
      graph: facesOfMesh(mesh, unwatched).graph,
      box: { min: low as unknown as Vec3, max: high as unknown as Vec3 },
    }

    return featuresIn(sketch)
  }
  const plate = { columns: 3, rows: 2, pitch: 20, thickness: 10 }

  it.each([
    ['through', polygon('3,0 3,10'), { through: true, bottom: 'open', depthMm: 10 }],
    ['blind', polygon('3,0 3,6'), { through: false, bottom: 'flat', depthMm: 6 }],
    ['with a tip', polygon('3,0 3,6 0,7.8'), { through: false, bottom: 'cone', depthMm: 6 }],
    [
      'counterbored',
      polygon('5.5,0 5.5,4 3,4 3,10'),
      { through: true, depthMm: 10, counterbore: { diameterMm: expect.closeTo(11, 1), depthMm: expect.closeTo(4, 1) } },
    ],
    [
      'countersunk',
      polygon('6,0 3,3 3,10'),
      {
        through: true,
        depthMm: 10,
        countersink: { diameterMm: expect.closeTo(12, 1), angleDeg: expect.closeTo(90, 0) },
      },
    ],
  ] as const)('finds six holes in a meshed plate: %s', (_, profile, expected) => {
    const { holes } = meshed(plateWithHoles(plate, profile))
    expect(holes).toHaveLength(6)
    for (const hole of holes) {
      expect(hole).toMatchObject({ ...expected, depthMm: expect.closeTo(expected.depthMm, 2) })
      expect(hole.diameterMm).toBeCloseTo(6, 1)
    }
  })

  it('recognises a meshed shaft as turned', () => {
    const outline = polygon('0,0 9,0 9,10 5,10 5,40 0,40')
    const { turning } = meshed(lathe(outline, 64))

    expect(turning.turned).toBe(true)
    expect(turning.barDiameterMm).toBeCloseTo(18, 1)
    expect(turning.barLengthMm).toBeCloseTo(40, 3)
  })
})
