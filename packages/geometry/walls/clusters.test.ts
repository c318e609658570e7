import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { unwatched } from '../model/watch.ts'
import { box } from '../solids.ts'
import { clustersOf, type Measured, regionsOf, thinRegionsOf } from './clusters.ts'
import { createRayScene } from './ray-scene.ts'

/** Samples about 1 mm apart, so that points up to 2.5 mm apart are neighbours. */
const scene = { ...createRayScene(box([100, 100, 100]), unwatched), spacingMm: 1 }

const point = (at: Vec3, mm: number, triangle = 0): Measured => ({ at, triangle, areaMm2: 2, mm })

describe('regions of measured points', () => {
  it('join points up to two and a half spacings apart, in any direction', () => {
    for (const direction of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.6, -0.8, 0],
    ] as const) {
      const away = (mm: number): Vec3 => [50 + mm * direction[0], 50 + mm * direction[1], 50 + mm * direction[2]]
      const countOf = (mm: number) => regionsOf(scene, [point(away(0), 1), point(away(mm), 1)], undefined).length

      expect(countOf(2.4)).toBe(1)
      expect(countOf(2.6)).toBe(2)
      expect(countOf(-2.4)).toBe(1)
      expect(countOf(-2.6)).toBe(2)
    }
  })

  it('join farther points if only one sample in four was measured, and count each four times', () => {
    const points = [point([50, 50, 50], 1), point([54.9, 50, 50], 1), point([60, 50, 50], 1)]
    expect(regionsOf(scene, points, undefined, 4).map(({ areaMm2 }) => areaMm2)).toEqual([16, 8])
  })

  it('join both sides of a wall', () => {
    const far = point([50, 50, 70], 3)
    expect(regionsOf(scene, [point([50, 50, 50], 3), far], undefined)).toHaveLength(2)
    expect(regionsOf(scene, [{ ...point([50, 50, 50], 3), across: [50, 51, 70] }, far], undefined)).toHaveLength(1)
  })

  it('have the lowest value, its position, the sum of the areas and the faces, lowest first', () => {
    const faces = Uint32Array.of(7, 5, 5, 9)
    const thick = [point([10, 10, 10], 4, 3)]
    const thin = [point([50, 50, 50], 3, 0), point([51, 50, 50], 2, 1), point([52, 50, 50], 2.5, 2)]

    expect(regionsOf(scene, [...thick, ...thin], faces)).toEqual([
      { valueMm: 2, areaMm2: 6, at: [51, 50, 50], faces: [5, 7] },
      { valueMm: 4, areaMm2: 2, at: [10, 10, 10], faces: [9] },
    ])
    expect(clustersOf(scene, [...thick, ...thin], faces, 1).map(({ members }) => members)).toEqual([thin, thick])
  })

  it('have their area by thickness if they are thin walls', () => {
    const [region] = thinRegionsOf(scene, [point([50, 50, 50], 0.12), point([51, 50, 50], 0.31)], undefined, 0.4)
    // Steps of 0.05 mm.
    expect(region?.areaBelowMm2).toEqual([0, 0, 2, 2, 2, 2, 4, 4])
  })

  it('are 50 at most, the lowest ones', () => {
    const apart = Array.from({ length: 60 }, (_, i) => point([10 * (i % 10), 10 * Math.floor(i / 10), 0], 60 - i))
    const regions = regionsOf(scene, apart, undefined)

    expect(regions).toHaveLength(50)
    expect(regions.at(-1)?.valueMm).toBe(50)
  })

  it('hold together many points in one place', () => {
    const crowd = Array.from({ length: 200 }, (_, i) => point([50 + i / 1000, 50, 50], 1))
    expect(regionsOf(scene, crowd, undefined)).toMatchObject([{ areaMm2: expect.closeTo(400, 6) }])
  })

  it('do not exist without points or spacing', () => {
    expect(regionsOf(scene, [], undefined)).toEqual([])
    expect(regionsOf({ ...scene, spacingMm: 0, epsilonMm: 0 }, [point([0, 0, 0], 1)], undefined)).toEqual([])
  })
})
