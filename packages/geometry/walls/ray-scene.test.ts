import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { triangleCount } from '../model/triangle-mesh.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import { box, merge, meshOf, sphere, torus, triples } from '../solids.ts'
import { createRayScene } from './ray-scene.ts'

describe('rays', () => {
  const mesh = torus(10, 3, 48)
  const scene = createRayScene(mesh, unwatched)

  /**
   * The nearest hit among all triangles, by the volumes of the three tetrahedra about the ray.
   * Undefined if the ray meets an edge, where rounding decides which triangle is hit, if any.
   */
  const slowHit = (o: number[], d: number[]): number | undefined => {
    let best = Infinity
    const at = (t: number, corner: number): number[] => {
      const v = 3 * (mesh.indices[3 * t + corner] ?? 0)
      return [0, 1, 2].map((k) => (mesh.positions[v + k] ?? 0) - (o[k] ?? 0))
    }

    const det = ([a, b, c]: number[], [p, q, r]: number[], [x, y, z]: number[]): number =>
      (a ?? 0) * ((q ?? 0) * (z ?? 0) - (r ?? 0) * (y ?? 0)) -
      (b ?? 0) * ((p ?? 0) * (z ?? 0) - (r ?? 0) * (x ?? 0)) +
      (c ?? 0) * ((p ?? 0) * (y ?? 0) - (q ?? 0) * (x ?? 0))
    for (let t = 0; t < triangleCount(mesh); t++) {
      const a = at(t, 0)
      const b = at(t, 1)
      const c = at(t, 2)
      const weights = [det(d, b, c), det(d, c, a), det(d, a, b)]
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const tolerance = 1e-9 * Math.abs(sum)
      const isTouched = weights.every((weight) => weight * Math.sign(sum) > -tolerance)
      if (isTouched && weights.some((weight) => Math.abs(weight) <= tolerance)) return undefined

      if (!(weights.every((weight) => weight > 0) || weights.every((weight) => weight < 0))) continue

      const distance = det(a, b, c) / sum
      if (distance > 0 && distance < best) best = distance
    }

    return best
  }

  it('hits the triangle that a search through all triangles finds', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (from, towards) => {
        const o = from.map((value) => 14 * value)
        const length = Math.hypot(...towards)
        fc.pre(length > 0.1)

        const [dx = 0, dy = 0, dz = 0] = towards.map((value) => value / length)
        const found = scene.rays.cast(o[0] ?? 0, o[1] ?? 0, o[2] ?? 0, dx, dy, dz, 0, Infinity)
        const expected = slowHit(o, [dx, dy, dz])
        fc.pre(expected !== undefined)

        expect(found ? scene.rays.hit.distance : Infinity).toSatisfy(
          (distance: number) => distance === expected || Math.abs(distance - (expected ?? 0)) < 1e-6,
        )
      }),
      { numRuns: 150 },
    )
  })

  it('distinguishes entering from leaving, and respects near and far', () => {
    const { rays } = createRayScene(box([2, 2, 2]), unwatched)
    expect(rays.cast(0.7, 0.6, -1, 0, 0, 1, 0, Infinity)).toBe(true)
    expect(rays.hit).toMatchObject({ distance: 1, back: false })
    expect(rays.cast(0.7, 0.6, -1, 0, 0, 1, 1.5, Infinity)).toBe(true)
    expect(rays.hit).toMatchObject({ distance: 3, back: true })
    expect(rays.cast(0.7, 0.6, -1, 0, 0, 1, 0, Infinity, 'back') && rays.hit.distance).toBe(3)
    expect(rays.cast(0.7, 0.6, 1, 0, 0, 1, 0, Infinity, 'front')).toBe(false)
    expect(rays.cast(0.7, 0.6, -1, 0, 0, 1, 1.5, 2.5)).toBe(false)
  })

  it('finds the nearest point of a lone triangle, on its sides and corners too', () => {
    const [a, b, c] = [
      [0, 0, 0],
      [9, 1, 2],
      [-3, 5, 4],
    ] as const
    const { nearest } = createRayScene(meshOf([a, b, c], [[0, 1, 2]]), unwatched)
    const cuts = 60
    const part = fc.integer({ min: -1200, max: 1200 }).map((value) => value / 100)
    fc.assert(
      fc.property(fc.tuple(part, part, part), ([x, y, z]) => {
        let best = Infinity
        for (let i = 0; i <= cuts; i++) {
          for (let j = 0; i + j <= cuts; j++) {
            const at = (k: 0 | 1 | 2): number => a[k] + ((b[k] - a[k]) * i + (c[k] - a[k]) * j) / cuts
            best = Math.min(best, Math.hypot(at(0) - x, at(1) - y, at(2) - z))
          }
        }

        const found = nearest([x, y, z], 100)
        const distanceMm = found?.distanceMm ?? 0
        const at = found?.at ?? a

        expect(distanceMm).toBeLessThanOrEqual(best + 1e-9)
        expect(distanceMm).toBeGreaterThan(best - 0.2)
        expect(Math.hypot(at[0] - x, at[1] - y, at[2] - z)).toBeCloseTo(distanceMm, 9)
        expect(nearest([x, y, z], 0.99 * distanceMm)).toBeUndefined()
      }),
    )
  })

  it('finds the nearest point of a ring at the distance that its formula gives', () => {
    const part = fc.double({ min: -14, max: 14, noNaN: true })
    fc.assert(
      fc.property(fc.tuple(part, part, part), ([x, y, z]) => {
        const found = scene.nearest([x, y, z], 100)
        // The ring's own distance, less what its chords cut off.
        const exact = Math.abs(Math.hypot(Math.hypot(x, y) - 10, z) - 3)
        expect(Math.abs((found?.distanceMm ?? 0) - exact)).toBeLessThan(0.05)
      }),
      { numRuns: 100 },
    )
  })

  it('hits one of more equal triangles than a 16-bit count holds', () => {
    const count = 70_000
    const heap = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9),
      indices: Uint32Array.from({ length: 3 * count }, (_, i) => i % 3),
    }
    const { rays } = createRayScene(heap, unwatched)
    expect(rays.cast(0.2, 0.2, 1, 0, 0, -1, 0, Infinity) && rays.hit.distance).toBe(1)
  })
})

describe('samples', () => {
  it('samples the whole surface, with points on it and its normals', () => {
    const { samples, areaMm2 } = createRayScene(box([10, 20, 30]), unwatched)
    expect(areaMm2).toBeCloseTo(2200, 6)
    expect(samples.areasMm2.reduce((sum, area) => sum + area, 0)).toBeCloseTo(2200, 6)

    for (let i = 0; i < samples.count; i += 7) {
      const on = [0, 1, 2].filter((k) => {
        const normal = samples.normals[3 * i + k] ?? 0
        const point = samples.points[3 * i + k] ?? 0
        return (normal === 1 && point === [10, 20, 30][k]) || (normal === -1 && point === 0)
      })
      expect(on).toHaveLength(1)
    }
  })

  it('samples every small face of the face list', () => {
    const mesh = merge(box([1000, 1000, 1000]), box([0.01, 0.01, 0.01], [5, 5, 1010]))
    const faces = Uint32Array.from({ length: 24 }, (_, t) => t >> 1)
    const seen = new Set([...createRayScene(mesh, unwatched, faces).samples.triangles].map((t) => faces[t]))
    expect(seen.size).toBe(12)
    expect(new Set(createRayScene(mesh, unwatched).samples.triangles).size).toBe(12)
  })

  it('gives each small face a few samples beside a face of thousands of triangles', () => {
    const mesh = merge(sphere(100, 96), box([0.1, 0.1, 0.1], [200, 0, 0]))
    const round = triangleCount(mesh) - 12
    const faces = Uint32Array.from({ length: round + 12 }, (_, t) => Math.max(0, t - round + 2) >> 1)
    const { samples, areaMm2 } = createRayScene(mesh, unwatched, faces)
    const counts = new Array<number>(7).fill(0)

    for (const t of samples.triangles) counts[faces[t] ?? 0] = (counts[faces[t] ?? 0] ?? 0) + 1
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
    expect(samples.areasMm2.reduce((sum, area) => sum + area, 0) / areaMm2).toBeCloseTo(1, 9)

    // The samples of the small faces represent them alone, 6 · 0.01 mm².
    const small = samples.areasMm2.filter((_, i) => (samples.triangles[i] ?? 0) >= round)
    expect(small.reduce((sum, area) => sum + area, 0)).toBeCloseTo(0.06, 4)
  })

  it('gives the same samples for the same mesh', () => {
    expect(createRayScene(sphere(5), unwatched).samples).toEqual(createRayScene(sphere(5), unwatched).samples)
  })

  it('skips triangles without area, and gives a mesh of those no samples', () => {
    const flat = meshOf(triples('0,0,0 1,0,0 2,0,0'), triples('0,1,2 0,0,1'))
    const scene = createRayScene(flat, unwatched)

    expect(scene.samples.count).toBe(0)
    expect(scene.rays.cast(1, 1, 0, 0, -1, 0, 0, Infinity)).toBe(false)
    expect(createRayScene(meshOf([], []), unwatched).nearest([0, 0, 0], 10)).toBeUndefined()
  })
})

describe('a scene', () => {
  it('stops when it is cancelled', () => {
    const watch = { mustStop: () => 'deadline' as const, progress: () => undefined }
    expect(() => createRayScene(box(), watch)).toThrow('deadline')
  })

  it('finds the nearest surface within a distance', () => {
    const scene = createRayScene(box([2, 2, 2]), unwatched)
    const found = scene.nearest([1, 1, 3], 5)
    expect(found).toMatchObject({ distanceMm: 1, at: [1, 1, 2] })
    expect(scene.normalOf(found?.triangle ?? 0)[2]).toBe(1)
    expect(scene.nearest([1, 1, 3], 0.5)).toBeUndefined()
  })
})

describe('a scene', () => {
  it('reports rising progress at least every 64 samples', () => {
    const seen: number[] = []
    const watch: Watch = {
      mustStop: () => undefined,
      progress(stage, done) {
        expect(stage).toBe('walls')
        seen.push(done)
      },
    }
    const { samples, outlook } = createRayScene(sphere(10, 32), watch)

    expect(outlook.overlaps).toBe(false)
    expect(seen.length).toBeGreaterThanOrEqual(samples.count / 64)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.every((done) => done >= 0 && done <= 1)).toBe(true)
  })

  it('knows whether bodies overlap', () => {
    const apart = merge(box([10, 10, 10]), box([10, 10, 10], [20, 0, 0]))
    const overlapping = merge(box([10, 10, 10]), box([10, 10, 10], [5, 2, 3]))

    expect(createRayScene(apart, unwatched).outlook.overlaps).toBe(false)
    expect(createRayScene(overlapping, unwatched).outlook.overlaps).toBe(true)
  })
})
