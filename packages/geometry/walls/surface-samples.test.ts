import { describe, expect, it } from 'vitest'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { box, merge, meshOf, moved, triples } from '../solids.ts'
import { surfaceSamplesOf, triangleAreas } from './surface-samples.ts'

/** A square of `sideMm` in the plane z = 0, in `across` × `across` cells of two triangles. */
function square(sideMm: number, across: number): TriangleMesh {
  const row = across + 1
  const pitch = sideMm / across
  const points = Array.from(
    { length: row * row },
    (_, i) => [pitch * (i % row), pitch * Math.floor(i / row), 0] as const,
  )
  const triangles = Array.from({ length: across * across }, (_, i) => {
    const a = (i % across) + row * Math.floor(i / across)
    return [
      [a, a + 1, a + row],
      [a + 1, a + row + 1, a + row],
    ] as const
  })

  return meshOf(points, triangles.flat())
}

const samplesOf = (mesh: TriangleMesh, faces?: Uint32Array) => surfaceSamplesOf(mesh, triangleAreas(mesh), faces)

describe('areas of triangles', () => {
  it('are half of their sides across', () => {
    expect([...triangleAreas(meshOf(triples('0,0,0 3,0,0 0,4,0 0,0,5'), triples('0,1,2 0,2,3 0,1,3')))]).toEqual([
      6, 10, 7.5,
    ])
    expect(triangleAreas(meshOf(triples('1,2,3 4,2,7 1,12,3'), triples('0,1,2')))[0]).toBeCloseTo(25, 9)
  })

  it('are 0 where there is no usable normal', () => {
    const tiny = meshOf(triples('0,0,0 1e-60,0,0 0,1e-60,0'), triples('0,1,2'))
    const huge = { ...tiny, positions: Float32Array.of(0, 0, 0, Infinity, 0, 0, 0, 1, 0) }
    expect([...triangleAreas(tiny), ...triangleAreas(huge)]).toEqual([0, 0])
  })
})

describe('the number of samples', () => {
  it.each([
    [1, 1500],
    [40, 1600],
    [100, 6000],
    [120, 7200],
  ])('follows the cells: a square in %d² cells has %d', (across, expected) => {
    expect(Math.abs(samplesOf(square(10, across)).count - expected)).toBeLessThanOrEqual(1)
  })

  it('follows the area of a face and its triangles, half each', () => {
    // Face 0 has 2 triangles and 900 mm², face 1 has 200 triangles and 100 mm².
    const mesh = merge(square(30, 1), moved(square(10, 10), [100, 0, 0]))
    const faces = Uint32Array.from({ length: 202 }, (_, t) => (t < 2 ? 0 : 1))
    const { triangles, areasMm2, count } = samplesOf(mesh, faces)
    const first = triangles.filter((t) => t < 2).length

    expect(count).toBe(1500)
    expect(first / (750 * 0.9 + 750 * (2 / 202))).toBeCloseTo(1, 2)
    expect(areasMm2.reduce((sum, area) => sum + area, 0)).toBeCloseTo(1000, 6)
    const ofFirst = areasMm2.filter((_, i) => (triangles[i] ?? 0) < 2)
    expect(ofFirst.reduce((sum, area) => sum + area, 0)).toBeCloseTo(900, 6)
  })

  it('follows the area alone if the faces are not known', () => {
    const mesh = merge(square(30, 1), moved(square(10, 10), [100, 0, 0]))
    const first = samplesOf(mesh).triangles.filter((t) => t < 2).length
    expect(first / (1500 * 0.9)).toBeCloseTo(1, 2)

    // A list that does not cover all triangles is of another mesh.
    expect(samplesOf(mesh, new Uint32Array(5))).toEqual(samplesOf(mesh))
  })

  it('is three at least on each of a thousand small faces', () => {
    const mesh = merge(square(1000, 1), moved(square(1, 23), [2000, 0, 0]))
    const faces = Uint32Array.from({ length: triangleCount(mesh) }, (_, t) => Math.max(0, t - 1))
    const counts = new Map<number, number>()
    for (const t of samplesOf(mesh, faces).triangles) counts.set(t, (counts.get(t) ?? 0) + 1)

    expect(Math.min(...Array.from({ length: 1058 }, (_, i) => counts.get(i + 2) ?? 0))).toBeGreaterThanOrEqual(2)
  })

  it('does not depend on a face that is beyond the triangles', () => {
    const faces = Uint32Array.of(0, 4_000_000_000)
    expect(samplesOf(square(10, 1), faces).count).toBeGreaterThanOrEqual(1500)
  })
})

describe('the position of samples', () => {
  it('is spread evenly over a square', () => {
    const { points, count } = samplesOf(square(10, 1))
    const quarters = [0, 0, 0, 0]
    for (let i = 0; i < count; i++) {
      const x = points[3 * i] ?? -1
      const y = points[3 * i + 1] ?? -1
      expect(x >= 0 && x <= 10 && y >= 0 && y <= 10 && points[3 * i + 2] === 0).toBe(true)
      const quarter = (x > 5 ? 1 : 0) + (y > 5 ? 2 : 0)
      quarters[quarter] = (quarters[quarter] ?? 0) + 1
    }

    for (const share of quarters) expect(share / count).toBeCloseTo(0.25, 2)
  })

  it('is within the triangle of each sample, with its normal', () => {
    const mesh = box([10, 20, 30])
    const { points, normals, triangles, count } = samplesOf(mesh)
    for (let i = 0; i < count; i++) {
      const triangle = triangles[i] ?? 0
      for (let k = 0; k < 3; k++) {
        const corners = [0, 1, 2].map((c) => mesh.positions[3 * (mesh.indices[3 * triangle + c] ?? 0) + k] ?? 0)
        const value = points[3 * i + k] ?? Number.NaN
        expect(value).toBeGreaterThanOrEqual(Math.min(...corners))
        expect(value).toBeLessThanOrEqual(Math.max(...corners))
        const isFlat = corners.every((corner) => corner === corners[0])
        expect(Math.abs(normals[3 * i + k] ?? 0)).toBe(isFlat ? 1 : 0)
      }
    }
  })
})
