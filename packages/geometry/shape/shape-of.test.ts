import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwatched } from '../model/watch.ts'
import {
  box,
  cylinder,
  insideOut,
  merge,
  meshOf,
  moved,
  plateWithHoles,
  polygon,
  sphere,
  torus,
  triples,
  tube,
  turned,
} from '../solids.ts'
import { shapeOf } from './shape-of.ts'
import { shadowAreaMm2 } from './silhouette.ts'

/** Area of a regular polygon of `sides` corners on a circle. */
const polygonArea = (radius: number, sides = 64) => (sides / 2) * radius * radius * Math.sin((2 * Math.PI) / sides)
const shadowsOf = (mesh: Parameters<typeof shapeOf>[0]) => shapeOf(mesh, unwatched).projectedAreasMm2
const within = (found: number, expected: number, relative: number) =>
  expect(Math.abs(found - expected) / expected).toBeLessThan(relative)

describe('projected areas', () => {
  it('measures exact shadows of convex parts', () => {
    expect(shadowsOf(box([1, 2, 3]))).toEqual([6, 3, 2])
    const [, , along] = shadowsOf(cylinder(10, 30))
    within(along, polygonArea(10), 1e-6)
  })

  it('excludes the hole of a tube from its shadow, however thin its wall is', () => {
    for (const inner of [9, 9.9]) {
      const [x, y, z] = shadowsOf(tube(10, inner, 30))
      within(x, 600, 1e-6)
      within(y, 600, 1e-6)
      within(z, polygonArea(10) - polygonArea(inner), 2e-4)
    }
  })

  it('excludes through holes of a plate from its shadow, but not blind ones', () => {
    const plate = { columns: 5, rows: 4, pitch: 10, thickness: 3, segments: 32 }
    within(shadowsOf(plateWithHoles(plate, polygon('2,0 2,3')))[2], 2000 - 20 * polygonArea(2, 32), 1e-4)
    within(shadowsOf(plateWithHoles(plate, polygon('2,0 2,2')))[2], 2000, 1e-6)
  })

  it('counts overlapping shadows once', () => {
    const [x, y, z] = shadowsOf(merge(box([4, 4, 4]), box([4, 4, 4], [2, 2, 10])))
    within(x, 32, 1e-9)
    within(y, 32, 1e-9)
    within(z, 28, 1e-9)
    expect(shadowsOf(merge(box([1, 2, 3]), box([1, 2, 3])))).toEqual([6, 3, 2])
  })

  it('measures the shadow of a torus and of a frame thinner than a line', () => {
    within(shadowsOf(torus(10, 3))[2], polygonArea(13) - polygonArea(7), 1e-4)

    const rail = (size: [number, number, number], at: [number, number, number]) => box(size, at)
    const frame = merge(
      rail([100, 0.05, 1], [0, 0, 0]),
      rail([100, 0.05, 1], [0, 99.95, 0]),
      rail([0.05, 100, 1], [0, 0, 0]),
      rail([0.05, 100, 1], [99.95, 0, 0]),
    )
    within(shadowsOf(frame)[2], 100 * 100 - 99.9 * 99.9, 2e-4)
    within(shadowsOf(turned(frame, [0, 0, 1], 0.3))[2], 100 * 100 - 99.9 * 99.9, 2e-3)
  })

  it('measures the same shadow along z when a part is moved, turned about z or turned inside out', () => {
    const part = merge(tube(10, 7, 5), box([20, 4, 3], [5, 0, 0]))
    const expected = shadowAreaMm2(part, 2, unwatched)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 6.3, noNaN: true }), fc.integer({ min: -200, max: 200 }), (angle, by) => {
        const mesh = insideOut(moved(turned(part, [0, 0, 1], angle), [by, -by, by]))
        within(shadowAreaMm2(mesh, 2, unwatched), expected, 2e-4)
      }),
      { numRuns: 20 },
    )
  })

  it('measures a shadow of half the visible area on any convex part', () => {
    const mesh = turned(sphere(10, 24), [0.6, 0, 0.8], 1)
    for (const [axis, exact] of shadowsOf(mesh).entries()) within(shadowAreaMm2(mesh, axis, unwatched), exact, 1e-4)
  })

  it('gives a mesh without extent no shadow, and a sheet its area', () => {
    const sheet = meshOf(triples('0,0,0 5,0,0 5,2,0 0,2,0'), triples('0,1,2 0,2,3'))

    expect(shadowsOf(sheet)).toEqual([0, 0, 10])
    expect(shadowsOf(meshOf([], []))).toEqual([0, 0, 0])
    expect(shadowsOf(meshOf([[1, 1, 1]], [[0, 0, 0]]))).toEqual([0, 0, 0])

    const torn = {
      positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, Number.NaN]),
      indices: Uint32Array.from([0, 1, 2, 0, 1, 9]),
    }
    for (const value of Object.values(shapeOf(torn, unwatched))
      .flat()
      .filter((v) => typeof v === 'number')) {
      expect(value).not.toBeNaN()
    }
  })
})

describe('downward area', () => {
  it('counts surface that faces below the horizon as downward', () => {
    expect(shapeOf(box([2, 3, 4]), unwatched).downwardAreaMm2).toBe(6)
    within(shapeOf(sphere(10, 64), unwatched).downwardAreaMm2, 2 * Math.PI * 100, 3e-3)
    within(shapeOf(tube(10, 9, 30), unwatched).downwardAreaMm2, polygonArea(10) - polygonArea(9), 1e-6)
  })
})

it('stops measuring the shape when it is cancelled', () => {
  const watch = { mustStop: () => 'cancelled' as const, progress: () => undefined }
  expect(() => shapeOf(sphere(10, 32), watch)).toThrow('cancelled')
})
