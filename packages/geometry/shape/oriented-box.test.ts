import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { f32, num } from '../math/typed-access.ts'
import { cross, dot, lengthOf, subtract, type Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, cylinder, merge, meshOf, moved, sphere, torus, triples, turned } from '../solids.ts'
import { convexHullOf } from './convex-hull.ts'
import { orientedBoxOf } from './oriented-box.ts'

const boxOf = (mesh: TriangleMesh) => orientedBoxOf(mesh, convexHullOf(mesh, unwatched), unwatched)
const volumeOf = (mesh: TriangleMesh) => boxOf(mesh).sizeMm.reduce((product, side) => product * side, 1)

const direction = fc
  .tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((v) => Math.hypot(...v) > 0.1)
  .map((v) => v.map((x) => x / Math.hypot(...v)) as unknown as Vec3)

const turn = fc.tuple(direction, fc.double({ min: 0, max: 6.3, noNaN: true }))
const side = fc.double({ min: 0.5, max: 50, noNaN: true })

function expectSizes(found: Vec3, sizes: readonly number[], relative = 1e-4) {
  const expected = [...sizes].sort((a, b) => b - a)
  found.forEach((size, i) => {
    expect(Math.abs(size / num(expected, i) - 1)).toBeLessThan(relative)
  })
}

const tetrahedron = meshOf(triples('1,1,1 1,-1,-1 -1,1,-1 -1,-1,1'), triples('0,1,2 0,2,3 0,3,1 1,3,2'))

describe('orientedBoxOf', () => {
  it('finds the sides of a box in any rotation', () => {
    fc.assert(
      fc.property(side, side, side, turn, (x, y, z, [axis, angle]) => {
        expectSizes(boxOf(turned(box([x, y, z]), axis, angle)).sizeMm, [x, y, z])
      }),
      { numRuns: 100 },
    )
  })

  it('gives a cylinder its diameter twice and its height', () => {
    const flats = 20 * Math.cos(Math.PI / 64)
    for (const angle of [0, 0.4, 1.1]) {
      const { sizeMm } = boxOf(turned(cylinder(10, 30), [2 / 3, 2 / 3, 1 / 3], angle))
      expectSizes(sizeMm, [30, flats, flats], 1e-3)
    }
  })

  it('fits a regular tetrahedron corner to corner into a cube, where no face of it lies flat', () => {
    for (const angle of [0, 0.4, 1.1, 2.5]) {
      expect(volumeOf(turned(tetrahedron, [2 / 3, 2 / 3, 1 / 3], angle))).toBeCloseTo(8, 2)
    }
  })

  it('finds the box flush with an L of two boxes and with a torus', () => {
    const bracket = merge(box([100, 10, 10]), box([10, 60, 10]))
    expectSizes(boxOf(turned(bracket, [0.6, 0, 0.8], 0.7)).sizeMm, [100, 60, 10])
    expectSizes(boxOf(turned(torus(10, 3), [0.6, 0, 0.8], 0.7)).sizeMm, [26, 26, 6], 2e-3)
  })

  it('encloses every vertex, with right-handed unit axes, longest side first', () => {
    const solids = fc.constantFrom(
      box([1, 2, 3]),
      tetrahedron,
      sphere(2, 16),
      torus(3, 1, 12),
      merge(box(), sphere(1, 8)),
    )
    fc.assert(
      fc.property(solids, turn, fc.tuple(side, side, side), (solid, [axis, angle], by) => {
        const mesh = moved(turned(solid, axis, angle), by)
        const { centre, axes, sizeMm } = boxOf(mesh)

        expect(sizeMm[0] >= sizeMm[1] && sizeMm[1] >= sizeMm[2]).toBe(true)
        expect(lengthOf(subtract(cross(axes[0], axes[1]), axes[2]))).toBeLessThan(1e-9)

        for (const unit of axes) expect(lengthOf(unit)).toBeCloseTo(1, 9)

        for (let i = 0; i < mesh.positions.length; i += 3) {
          const point = mesh.positions.subarray(i, i + 3) as unknown as Vec3
          axes.forEach((unit, k) => {
            expect(Math.abs(dot(subtract(point, centre), unit))).toBeLessThan(num(sizeMm, k) / 2 + 1e-9)
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('finds no larger box than the drawn one, and keeps the drawn axes of a cube', () => {
    expect(boxOf(box()).axes).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])

    const ball = sphere(10, 32)
    expect(volumeOf(ball)).toBeLessThanOrEqual(8000)
    expect(volumeOf(ball)).toBeGreaterThan(7700)
    expect(boxOf(ball)).toEqual(boxOf(ball))
  })

  it('finds a box no larger than in any of a thousand other rotations', () => {
    const coordinate = fc.integer({ min: -40, max: 40 })
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(points, (corners) => {
        const mesh = meshOf(
          corners,
          corners.map((_, i): Vec3 => [i, (i + 1) % corners.length, (i + 2) % corners.length]),
        )
        const least = volumeOf(mesh)
        for (let i = 0; i < 1000; i++) {
          // The golden ratio spreads axes and angles evenly without a random number.
          const z = 1 - (2 * i + 1) / 1000
          const angle = i * 2.399963
          const ring = Math.sqrt(1 - z * z)
          const other = turned(mesh, [ring * Math.cos(angle), ring * Math.sin(angle), z], i * 3.883222)
          const span = (axis: number) => {
            const values = corners.map((_, p) => f32(other.positions, 3 * p + axis))
            return Math.max(...values) - Math.min(...values)
          }

          expect(least).toBeLessThanOrEqual(span(0) * span(1) * span(2) * 1.001 + 1e-2)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('searches a fine mesh on few points without cutting any off', () => {
    const mesh = turned(torus(10, 3, 120), [0.6, 0, 0.8], 0.7)
    expectSizes(boxOf(mesh).sizeMm, [26, 26, 6], 1e-3)
  })

  it('gives sensible sides to flat, straight, single-point and empty meshes', () => {
    const sheet = meshOf(triples('0,0,0 5,0,0 5,2,0 0,2,0'), triples('0,1,2 0,2,3'))
    const flat = boxOf(turned(sheet, [0.6, 0, 0.8], 0.7)).sizeMm

    expect(flat[0]).toBeCloseTo(5, 5)
    expect(flat[1]).toBeCloseTo(2, 5)
    expect(flat[2]).toBeCloseTo(0, 5)

    const line = boxOf(meshOf(triples('0,0,0 1,2,2 2,4,4'), [[0, 1, 2]])).sizeMm

    expect(line[0]).toBeCloseTo(6, 6)
    expect(line[1]).toBeCloseTo(0, 6)
    expect(boxOf(meshOf([[7, 8, 9]], [[0, 0, 0]]))).toMatchObject({ centre: [7, 8, 9], sizeMm: [0, 0, 0] })
    expect(boxOf(meshOf([], [])).sizeMm).toEqual([0, 0, 0])

    for (const size of [1e30, 1e-30]) {
      expectSizes(boxOf(box([size, 2 * size, 3 * size])).sizeMm, [size, 2 * size, 3 * size])
    }
  })
})
