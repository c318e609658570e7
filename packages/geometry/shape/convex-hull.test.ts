import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { u32 } from '../math/typed-access.ts'
import { cross, dot, lengthOf, subtract, type Vec3, vec3At, vec3AtF32 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, cylinder, merge, meshOf, moved, sphere, torus, triples, tube, turned } from '../solids.ts'
import { type ConvexHull, convexHullOf } from './convex-hull.ts'

const hullOf = (mesh: TriangleMesh) => convexHullOf(mesh, unwatched)

/** Points as a mesh: one triangle on each three in a row. */
const cloud = (points: readonly Vec3[]): TriangleMesh =>
  meshOf(
    points,
    points.map((_, i): Vec3 => [i, (i + 1) % points.length, (i + 2) % points.length]),
  )

/** The largest height of a vertex of the mesh above a face of the hull. */
function greatestHeight(mesh: TriangleMesh, { points, triangles }: ConvexHull): number {
  let greatest = -Infinity
  const at = (i: number): Vec3 => vec3At(points, 3 * i)
  for (let t = 0; t < triangles.length; t += 3) {
    const a = at(u32(triangles, t))
    const b = at(u32(triangles, t + 1))
    const c = at(u32(triangles, t + 2))
    const normal = cross(subtract(b, a), subtract(c, a))
    const length = lengthOf(normal)

    // A needle's plane is known no better than its width over the grid cell; it encloses nothing.
    if (length < 1e-4) continue

    for (let p = 0; p < mesh.positions.length; p += 3) {
      greatest = Math.max(greatest, dot(normal, subtract(vec3AtF32(mesh.positions, p), a)) / length)
    }
  }

  return greatest
}

/** Whether each side of a triangle is also a side of another one, in the opposite direction. */
function isClosed({ triangles }: ConvexHull): boolean {
  const sides = new Set<string>()
  for (let i = 0; i < triangles.length; i++) sides.add(`${triangles[i]} ${triangles[i % 3 === 2 ? i - 2 : i + 1]}`)
  const areMatched = [...sides].every((side) => sides.has(side.split(' ').reverse().join(' ')))
  return areMatched && sides.size === triangles.length
}

const turn = fc.record({
  axis: fc.constantFrom<Vec3>([1, 0, 0], [0, 0.6, 0.8], [2 / 3, 2 / 3, 1 / 3]),
  angle: fc.double({ min: 0, max: 6.3, noNaN: true }),
})

describe('convexHullOf', () => {
  it('gives convex solids their volume', () => {
    expect(hullOf(box([2, 3, 4])).volumeMm3).toBe(24)
    expect(hullOf(box([2, 3, 4])).points).toHaveLength(24)
    const ngon = 32 * Math.sin(Math.PI / 32)
    expect(hullOf(cylinder(10, 20)).volumeMm3).toBeCloseTo(ngon * 2000, 2)
  })

  it('keeps every vertex of a sphere', () => {
    const mesh = sphere(10, 64)
    const hull = hullOf(mesh)
    expect(hull.points).toHaveLength(mesh.positions.length)
    expect(hull.triangles).toHaveLength(mesh.indices.length)
  })

  it('fills hollow parts', () => {
    expect(hullOf(tube(10, 9, 30)).volumeMm3).toBeCloseTo(hullOf(cylinder(10, 30)).volumeMm3, 6)
    expect(hullOf(merge(box(), box([1, 1, 1], [9, 0, 0]))).volumeMm3).toBeCloseTo(10, 6)
  })

  it('makes a closed hull with no vertex outside, however the part is turned', () => {
    const solids = fc.constantFrom(box([1, 2, 3]), cylinder(5, 2, 24), torus(5, 2, 16), merge(box(), sphere(1, 12)))
    fc.assert(
      fc.property(solids, turn, ({ positions, indices }, { axis, angle }) => {
        const mesh = turned({ positions, indices }, axis, angle)
        const hull = hullOf(mesh)
        expect(isClosed(hull)).toBe(true)
        expect(greatestHeight(mesh, hull)).toBeLessThan(1e-5)
        expect(hull.volumeMm3).toBeCloseTo(hullOf({ positions, indices }).volumeMm3, 3)
      }),
      { numRuns: 60 },
    )
  })

  it('encloses any cloud of points, many of them equal, in line or in one plane', () => {
    const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -3, max: 3, noNaN: true }))
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 60 }), (points) => {
        const mesh = cloud(points)
        const hull = hullOf(mesh)
        expect(Number.isFinite(hull.volumeMm3)).toBe(true)
        expect(hull.dimension < 3 || isClosed(hull)).toBe(true)
        expect(greatestHeight(mesh, hull)).toBeLessThan(1e-4)
      }),
    )
  })

  it('gives flat, straight and single-point meshes no volume', () => {
    const square = meshOf(triples('0,0,0 4,0,0 4,2,0 0,2,0 2,1,0'), triples('0,1,4 1,2,4 2,3,4'))
    for (const mesh of [square, moved(turned(square, [0, 0.6, 0.8], 1), [70, -30, 20])]) {
      const hull = hullOf(mesh)
      expect(hull).toMatchObject({ dimension: 2, volumeMm3: 0 })
      expect(hull.points).toHaveLength(12)
      expect(hull.areaMm2).toBeCloseTo(16, 3)
    }

    expect(hullOf(cloud(triples('0,0,0 1,2,3 3,6,9 2,4,6')))).toMatchObject({ dimension: 1, volumeMm3: 0 })
    expect(hullOf(cloud(triples('1,2,3 1,2,3 1,2,3')))).toMatchObject({ dimension: 0, volumeMm3: 0, errorMm: 0 })
    expect(hullOf(meshOf([], [])).points).toHaveLength(0)
  })

  it('ignores vertices that no triangle uses or that are not finite', () => {
    const { positions, indices } = box([2, 2, 2])
    const stray = Float32Array.from([...positions, 1e9, 0, 0, Number.NaN, 0, 0])
    expect(hullOf({ positions: stray, indices }).volumeMm3).toBeCloseTo(8, 9)
    expect(hullOf({ positions: stray, indices: Uint32Array.from([...indices, 0, 1, 9]) }).volumeMm3).toBeCloseTo(8, 9)
  })

  it('finds the hull of sizes from 1e-30 to 1e30 and far from the origin', () => {
    expect(hullOf(box([1e30, 1e30, 1e30])).volumeMm3 / 1e90).toBeCloseTo(1, 5)
    expect(hullOf(box([1e-30, 1e-30, 1e-30])).volumeMm3 * 1e90).toBeCloseTo(1, 5)
    expect(hullOf(moved(box([2, 3, 4]), [4096, 8192, -4096])).volumeMm3).toBeCloseTo(24, 6)
  })

  it('reports how far points are outside when it stopped at its budget', () => {
    const mesh = sphere(10, 400)
    const hull = hullOf(mesh)
    expect(hull.points.length / 3).toBe(50_000)
    expect(hull.errorMm).toBeGreaterThan(1e-5)
    expect(hull.errorMm).toBeLessThan(2e-3)
    expect(hull.volumeMm3 / ((4 / 3) * Math.PI * 1000)).toBeGreaterThan(1 - 3e-4)
  })
})
