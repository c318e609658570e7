import { describe, expect, it } from 'vitest'
import { f64, num } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import { unwatched } from '../model/watch.ts'
import { box, merge, meshOf, moved, triples } from '../solids.ts'
import { momentsOf } from './moments.ts'

const small = { size: [1, 2, 3] as const, min: [0, 0, 0] as const }
const large = { size: [2, 1, 4] as const, min: [5, 3, -2] as const }
const pair = merge(box(small.size, small.min), box(large.size, large.min))

/** ∫ x^i y^j z^k dV over a box, about a point. */
const boxIntegral = ({ size, min }: { size: Vec3; min: Vec3 }, about: Vec3, powers: Vec3): number =>
  [0, 1, 2].reduce((product, axis) => {
    const low = num(min, axis) - num(about, axis)
    const order = num(powers, axis) + 1
    return product * (((low + num(size, axis)) ** order - low ** order) / order)
  }, 1)

const firstPowers = triples('1,0,0 0,1,0 0,0,1')
const secondPowers = triples('2,0,0 0,2,0 0,0,2 1,1,0 1,0,1 0,1,1')
const thirdPowers = triples('3,0,0 0,3,0 0,0,3 2,1,0 2,0,1 1,2,0 0,2,1 1,0,2 0,1,2 1,1,1')

const numbersOf = (value: number | Float64Array | undefined): number[] =>
  typeof value === 'number' ? [value] : [...(value ?? [])]

describe('momentsOf', () => {
  it('integrates volumes exactly, about the centroid of the surface', () => {
    const moments = momentsOf(pair, unwatched)
    const { centroid } = moments
    const expected = (powers: Vec3) => boxIntegral(small, centroid, powers) + boxIntegral(large, centroid, powers)

    expect(moments.areaMm2).toBeCloseTo(22 + 28, 9)
    expect(centroid[0]).toBeCloseTo((22 * 0.5 + 28 * 6) / 50, 9)
    expect(moments.volumeMm3).toBeCloseTo(14, 9)
    firstPowers.forEach((powers, i) => {
      expect(moments.volumeFirst[i]).toBeCloseTo(expected(powers), 9)
    })
    secondPowers.forEach((powers, i) => {
      expect(moments.volumeSecond[i]).toBeCloseTo(expected(powers), 9)
    })
    thirdPowers.forEach((powers, i) => {
      expect(moments.volumeThird[i]).toBeCloseTo(expected(powers), 8)
    })
  })

  it('integrates surfaces exactly', () => {
    // Triangle (0,0), (3,0), (0,3) about (1,1): ∫x² = 9/4, ∫xy = -9/8, ∫x³ = 9/10, ∫x²y = -9/20.
    const { centroid, areaSecond, areaThird, volumeMm3 } = momentsOf(
      meshOf(triples('0,0,7 3,0,7 0,3,7'), [[0, 1, 2]]),
      unwatched,
    )

    expect(centroid).toEqual([1, 1, 7])
    expect([...areaSecond].map((x) => Number(x.toFixed(9)))).toEqual([2.25, 2.25, 0, -1.125, 0, 0])
    expect([0, 1, 3, 5].map((i) => Number(f64(areaThird, i).toFixed(9)))).toEqual([0.9, 0.9, -0.45, -0.45])
    expect(volumeMm3).toBeCloseTo(0, 12)
  })

  it('gives the same integrals wherever the part is and however flat sides are triangulated', () => {
    const { positions, indices } = pair
    const split = {
      positions: Float32Array.from([...positions, 0.5, 1, 0]),
      indices: Uint32Array.from([...indices.slice(3), 0, 2, 16, 2, 1, 16, 1, 0, 16]),
    }

    const keys = ['areaMm2', 'volumeMm3', 'areaSecond', 'areaThird', 'volumeSecond', 'volumeThird', 'winding'] as const
    const [before, ...others] = [pair, split, moved(pair, [64, -32, 128])].map((mesh) => momentsOf(mesh, unwatched))
    for (const after of others) {
      for (const key of keys) {
        const expected = numbersOf(before?.[key])
        const found = numbersOf(after[key])
        expected.forEach((value, i) => {
          expect(found[i]).toBeCloseTo(value, 8)
        })
      }
    }
  })
})
