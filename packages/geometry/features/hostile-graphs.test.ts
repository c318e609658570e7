import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Face, type FaceEdge, surfaceKinds } from '../model/face-graph.ts'
import { addEdge, block, busyPart, featuresIn } from './graph-of.fixture.ts'

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
