import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import {
  box,
  cylinder,
  insideOut,
  lathe,
  merge,
  meshOf,
  moved,
  placed,
  plateWithHoles,
  polygon,
  sphere,
  torus,
  triples,
  turned,
} from '../solids.ts'
import { fingerprintOf, groupEqual, sameSolid } from './fingerprint.ts'
import { signatureOf } from './signature.ts'

const signature = (mesh: TriangleMesh) => signatureOf(mesh, unwatched)
const same = (a: TriangleMesh, b: TriangleMesh) => sameSolid(signature(a), signature(b))
const mirrored = (mesh: TriangleMesh) => insideOut(placed(mesh, ([x, y, z]) => [-x, y, z]))
const scaled = (mesh: TriangleMesh, by: number) => placed(mesh, ([x, y, z]) => [x * by, y * by, z * by])

const hexHead = lathe(polygon('0,0 5,0 5,4 0,4'), 6)

const screw = merge(hexHead, moved(cylinder(2.5, 20, 32), [0, 0, 4]))
const bracket = merge(box([40, 10, 5]), box([10, 30, 5], [0, 10, 0]), box([10, 10, 20], [25, 0, 5]))
const blade = turned(box([20, 4, 1], [5, -2, 0]), [1, 0, 0], 0.5)
const propeller = merge(cylinder(6, 6), ...[0, 1, 2].map((i) => turned(blade, [0, 0, 1], (i * 2 * Math.PI) / 3)))
const plateWithHoleAt = (x: number, y: number) => merge(box([100, 60, 5]), insideOut(moved(cylinder(3, 5), [x, y, 0])))

/** The triangles in another sequence, each starting at another corner. */
function permuted({ positions, indices }: TriangleMesh, by: number): TriangleMesh {
  const count = indices.length / 3
  const shuffled = indices.map((_, i) => {
    const triangle = (Math.floor(i / 3) * 7919 + by) % count
    return u32(indices, 3 * triangle + ((i + by) % 3))
  })
  return { positions, indices: shuffled }
}

const direction = fc
  .tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((v) => Math.hypot(...v) > 0.1)
  .map((v) => v.map((x) => x / Math.hypot(...v)) as unknown as Vec3)

const placement = fc.record({
  axis: direction,
  angle: fc.double({ min: 0, max: 6.3, noNaN: true }),
  by: fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -300, max: 300, noNaN: true }))) as fc.Arbitrary<
    [number, number, number]
  >,
})

const solids = [screw, bracket, propeller, box([10, 10, 10]), sphere(8, 24), torus(9, 2, 24), plateWithHoleAt(30, 20)]

describe('sameSolid', () => {
  it('recognises a solid that was moved, turned and written in another sequence', () => {
    fc.assert(
      fc.property(fc.constantFrom(...solids), placement, fc.nat(1000), (solid, { axis, angle, by }, start) => {
        expect(same(solid, permuted(moved(turned(solid, axis, angle), by), start))).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('recognises a solid whose coordinates were written with six digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(screw, bracket, propeller), placement, (solid, { axis, angle, by }) => {
        const written = placed(
          moved(turned(solid, axis, angle), by),
          (p) => p.map((x) => Number(x.toPrecision(6))) as unknown as Vec3,
        )
        expect(same(solid, written)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('distinguishes every solid from a slightly larger one, wherever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...solids), placement, (solid, { axis, angle, by }) => {
        expect(same(solid, moved(turned(scaled(solid, 1.002), axis, angle), by))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('distinguishes left from right: a bracket, and a propeller with arbitrary principal axes', () => {
    for (const handed of [bracket, propeller]) {
      expect(same(handed, mirrored(handed))).toBe(false)
      expect(same(handed, turned(mirrored(handed), [0.6, 0, 0.8], 2))).toBe(false)
      expect(same(mirrored(handed), turned(mirrored(handed), [0.6, 0, 0.8], 2))).toBe(true)
    }
  })

  it('treats the mirror image of a symmetric part as equal', () => {
    for (const symmetric of [screw, plateWithHoleAt(30, 20), torus(9, 2, 24), box([1, 2, 3])]) {
      expect(same(symmetric, mirrored(symmetric))).toBe(true)
    }
  })

  it('notices a hole moved by half a millimetre', () => {
    for (const [x, y] of [
      [50, 30],
      [30, 20],
      [10, 10],
    ] as const) {
      expect(same(plateWithHoleAt(x, y), plateWithHoleAt(x + 0.5, y))).toBe(false)
      expect(same(plateWithHoleAt(x, y), plateWithHoleAt(x, y + 0.5))).toBe(false)
    }
  })

  it('notices a cavity, an open side and a missing surface', () => {
    const solid = box([10, 10, 10])
    expect(same(solid, merge(solid, insideOut(box([1, 1, 1], [4, 4, 4]))))).toBe(false)
    expect(same(solid, { ...solid, indices: solid.indices.slice(6) })).toBe(false)
    expect(same(solid, meshOf([], []))).toBe(false)
    expect(same(meshOf([], []), meshOf([[1, 1, 1]], [[0, 0, 0]]))).toBe(true)
  })

  it('recognises open surfaces', () => {
    const open = { ...bracket, indices: bracket.indices.slice(9) }
    expect(same(open, moved(turned(open, [0.6, 0, 0.8], 2), [50, 20, 10]))).toBe(true)
    expect(same(open, mirrored(open))).toBe(false)
  })
})

describe('groupEqual', () => {
  it('puts ten equal screws into one group, and the mirrored bracket into another', () => {
    const screws = Array.from({ length: 10 }, (_, i) =>
      moved(turned(turned(screw, [2 / 3, 2 / 3, 1 / 3], i * 0.7), [0, 0, 1], i * 1.3), [i * 30 - 100, i * 11, -7 * i]),
    )
    const groups = groupEqual([...screws, bracket, mirrored(bracket), turned(bracket, [0, 1, 0], 1)].map(signature))
    expect(groups.map(({ members }) => members)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 12], [11]])
    expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(3)
    expect(groups[0]?.fingerprint).toBe(fingerprintOf(signature(screw)))
  })

  it('never gives two groups the same fingerprint, however similar they are', () => {
    const plates = [0, 0.5, 1].map((by) => plateWithHoleAt(30 + by, 20))
    const groups = groupEqual(plates.map(signature))
    expect(groups).toHaveLength(3)
    expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(3)
  })

  it('separates no equal solids at a border between buckets', () => {
    for (let i = 0; i < 150; i++) {
      const solid = scaled(
        plateWithHoles({ columns: 1, rows: 1, pitch: 10, thickness: 3, segments: 8 }, polygon('2,0 2,3')),
        1 + i / 100,
      )
      const copies = [solid, moved(turned(solid, [0.6, 0, 0.8], i), [i, -i, 5])]

      expect(groupEqual(copies.map(signature))).toHaveLength(1)
    }
  })

  it('gives finite numbers for the smallest, the largest and broken meshes', () => {
    const torn = {
      positions: Float32Array.from([0, 0, 0, 1, 0, 0, Number.NaN, 1, 0]),
      indices: Uint32Array.from([0, 1, 2, 0, 1, 7]),
    }

    const line = meshOf(triples('0,0,0 1,0,0 2,0,0'), [[0, 1, 2]])
    for (const mesh of [box([1e30, 1e30, 1e30]), box([1e-30, 1e-30, 1e-30]), line, torn, meshOf([], [])]) {
      const { invariants, components, lengthMm, noise, gap } = signature(mesh)
      for (const value of [...invariants, ...components, lengthMm, noise, gap]) expect(value).toSatisfy(Number.isFinite)
      expect(fingerprintOf(signature(mesh))).not.toMatch(/NaN|Infinity/)
    }
  })
})
