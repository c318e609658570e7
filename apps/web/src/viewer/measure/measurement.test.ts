import type { FaceForm, Vec3 } from '@cotation/geometry'
import { describe, expect, it } from 'vitest'
import { type MeasuredPoint, measuresOf, withPoint } from './measurement.ts'

const plane = (at: Vec3, normal: Vec3): FaceForm => ({ kind: 'plane', at, normal })

const round = (at: Vec3, axis: Vec3, diameterMm: number): FaceForm => ({
  kind: 'cylinder',
  at,
  axis,
  diameterMm,
  concave: true,
})

const point = (at: Vec3, form?: FaceForm): MeasuredPoint => ({ at, form })
const kinds = (...points: MeasuredPoint[]) => measuresOf(points).map(({ kind, mm }) => [kind, mm])

describe('what was measured', () => {
  it('is the distance of two points, also along x, y and z', () => {
    expect(measuresOf([point([1, 2, 3]), point([4, -2, 15])])).toEqual([{ kind: 'points', mm: 13, along: [3, 4, 12] }])
  })

  it('is the diameter of a round face, from one point', () => {
    expect(kinds(point([0, 0, 0], round([0, 0, 0], [0, 0, 1], 6)))).toEqual([['diameter', 6]])
    expect(kinds(point([0, 0, 0], plane([0, 0, 0], [0, 0, 1])))).toEqual([])
  })

  it('is the distance of parallel faces, wherever the points are on them', () => {
    const low = plane([0, 0, 0], [0, 0, -1])
    const high = plane([9, 9, 4], [0, 0, 1])

    expect(kinds(point([1, 0, 0], low), point([1, 3, 4], high))).toEqual([
      ['planes', 4],
      ['points', 5],
    ])

    const aslant = plane([9, 9, 4], [0, 0.6, 0.8])
    expect(kinds(point([1, 0, 0], low), point([1, 3, 4], aslant))).toEqual([['points', 5]])
  })

  it('is the pitch of two holes, and a hole’s distance from a face', () => {
    const one = round([0, 0, 5], [0, 0, 1], 4)
    const other = round([3, 4, -5], [0, 0, -1], 6)

    expect(kinds(point([0, 2, 0], one), point([3, 4, 0], other)).slice(0, 3)).toEqual([
      ['diameter', 4],
      ['diameter', 6],
      ['axes', 5],
    ])

    const side = plane([10, 0, 0], [1, 0, 0])
    expect(kinds(point([0, 2, 0], one), point([10, 2, 0], side))).toContainEqual(['axisToPlane', 10])
    expect(kinds(point([10, 2, 0], side), point([0, 2, 0], one))).toContainEqual(['axisToPlane', 10])
  })

  it('omits the distance of a face from itself', () => {
    const face = plane([0, 0, 0], [0, 0, 1])
    expect(kinds(point([0, 0, 0], face), point([3, 4, 0], face))).toEqual([['points', 5]])
  })
})

it('starts again with a third point', () => {
  const a = point([0, 0, 0])
  const b = point([1, 0, 0])
  const c = point([2, 0, 0])
  expect(withPoint(withPoint([], a), b)).toEqual([a, b])
  expect(withPoint([a, b], c)).toEqual([c])
})
