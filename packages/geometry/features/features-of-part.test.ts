import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cross, unit, type Vec3 } from '../math/vector.ts'
import { type Face, type FaceEdge, surfaceKinds } from '../model/face-graph.ts'
import type { FeatureFacts } from '../model/facts.ts'
import { Refused } from '../model/verdict.ts'
import { unwatched } from '../model/watch.ts'
import { featuresOf } from './features-of-part.ts'
import {
  addEdge,
  addFace,
  block,
  busyPart,
  drill,
  featuresIn,
  halved,
  knots,
  placed,
  renumbered,
  type Sketch,
  shaft,
  surroundings,
  withAxesReversed,
} from './graph-of.fixture.ts'

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

/** Without the noise of rounding and negative zeros. A window has the axis of one of its corners. */
function rounded({ pockets, ...facts }: FeatureFacts): unknown {
  const directed = pockets.map(({ axis, ...pocket }) => (pocket.through ? pocket : { ...pocket, axis }))
  const roundedValue = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)
  return JSON.parse(JSON.stringify({ ...facts, pockets: directed }, roundedValue))
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

  it.each(parts)('finds the same features of %s when its axes are drawn the other way', (_, make) => {
    const sketch = make()
    expect(rounded(featuresIn(withAxesReversed(sketch)))).toEqual(rounded(featuresIn(sketch)))
  })

  it('lists the faces of the given graph with each feature', () => {
    const sketch = halved(busyPart())
    const { holes, pockets } = featuresIn(sketch)
    for (const { faces } of holes) for (const id of faces) expect(sketch.graph.faces[id]?.concave).toBe(true)
    for (const { faces } of pockets) expect(new Set(faces).size).toBe(faces.length)
  })

  /** A block whose side walls lean by `deg`. */
  const tilted = (deg: number): Sketch => {
    const sketch = block([40, 40, 20])
    const rise = (deg * Math.PI) / 180
    for (const face of sketch.graph.faces.slice(0, 4)) {
      const [x, y] = face.axis
      face.axis = [x * Math.cos(rise), y * Math.cos(rise), Math.sin(rise)]
    }

    return sketch
  }

  const leaning = (deg: number): Vec3 => [Math.sin((deg * Math.PI) / 180), 0, Math.cos((deg * Math.PI) / 180)]

  it('measures 3° of draft on walls with 3°, 0° on straight ones and none on a pyramid', () => {
    expect(featuresIn(tilted(3)).minDraftDeg).toBeCloseTo(3, 6)
    expect(featuresIn(tilted(0)).minDraftDeg).toBeCloseTo(0, 6)
    expect(featuresIn(tilted(45)).minDraftDeg).toBeUndefined()
  })

  it.each<[string, Partial<Face>, number]>([
    ['a straight wall', { axis: [1, 0, 0] }, 0],
    ['a chip of a straight wall', { axis: [1, 0, 0], areaMm2: 5 }, 3],
    ['a straight bore', { kind: 'cylinder', sweepDeg: 360 }, 0],
    ['a conical bore', { kind: 'cone', halfAngleDeg: 2, sweepDeg: 360 }, 2],
    ['a bore that leans by 2°', { kind: 'cylinder', axis: leaning(2), sweepDeg: 360 }, 2],
    ['a conical bore that leans', { kind: 'cone', axis: leaning(4), halfAngleDeg: 5, sweepDeg: 360 }, 1],
    ['a countersink', { kind: 'cone', halfAngleDeg: 45, sweepDeg: 360 }, 3],
    ['a bore across', { kind: 'cylinder', axis: [1, 0, 0], sweepDeg: 360 }, 0],
    ['a rounded edge across', { kind: 'cylinder', axis: [1, 0, 0], sweepDeg: 90 }, 3],
    ['a conical bore across', { kind: 'cone', axis: [1, 0, 0], halfAngleDeg: 2, sweepDeg: 360 }, 3],
    ['a freeform face', { kind: 'freeform' }, 3],
  ])('measures the draft of a block with 3° and %s', (_, face, expected) => {
    const sketch = tilted(3)
    addFace(sketch, { areaMm2: 100, ...face })
    expect(featuresIn(sketch).minDraftDeg).toBeCloseTo(expected, 6)
  })

  it('is as certain as its faces, weighted by their area', () => {
    const sketch = block([10, 10, 10])
    const [side] = sketch.graph.faces
    if (side) side.confidence = 0.4
    expect(featuresIn(sketch).confidence).toBeCloseTo((0.4 + 5) / 6, 9)
  })

  it('gives the areas of the smallest and the largest face, without those that have none', () => {
    const sketch = block([10, 20, 30])
    addFace(sketch, { areaMm2: 0 })
    expect(featuresIn(sketch)).toMatchObject({ smallestFaceMm2: 200, largestFaceMm2: 600 })
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
    for (const edge of sketch.graph.edges.slice(0, 4)) edge.convexity = 'concave'
    expect(featuresIn(sketch).sharpOuterEdgesMm).toBeLessThan(240)
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

  it('lists 100 knife edges at most, the longest of equally sharp ones first', () => {
    const sketch = block([10, 20, 30])
    for (const edge of sketch.graph.edges) edge.turnDeg = 170
    expect(featuresIn(sketch).knifeEdges.map(({ lengthMm }) => lengthMm)).toEqual(
      [30, 20, 10].flatMap((mm) => Array(4).fill(mm)),
    )

    for (let i = 0; i < 100; i++) addEdge(sketch, 0, 5, { turnDeg: 160 })
    expect(featuresIn(sketch).knifeEdges).toHaveLength(100)
  })

  it('reports rising progress, also within a part of thousands of faces', () => {
    const sketch = block([700, 40, 20])
    for (let i = 0; i < 65; i++) drill(sketch, [10 * i - 320, 0], knots('2,0 2,20'))
    for (let i = 0; i < 4096; i++) addFace(sketch, { kind: 'freeform', areaMm2: 1 })

    const reported: number[] = []
    const { mass, orientedBox } = surroundings(sketch, sketch)
    featuresOf(sketch.graph, mass, orientedBox, { ...unwatched, progress: (_, done) => void reported.push(done) })
    const isWithin = (from: number, to: number) => reported.some((done) => done > from && done < to)

    expect(reported).toEqual(reported.toSorted((a, b) => a - b))
    expect([reported[0], reported.at(-1)]).toEqual([0, 0.95])
    expect([isWithin(0.2, 0.3), isWithin(0.3, 0.6), isWithin(0.7, 0.9)]).toEqual([true, true, true])
  })

  it('stops when it is cancelled', () => {
    const { mass, orientedBox } = surroundings(busyPart(), busyPart())
    const late = { ...unwatched, mustStop: () => 'deadline' as const }
    expect(() => featuresOf(busyPart().graph, mass, orientedBox, late)).toThrow(Refused)
  })
})
