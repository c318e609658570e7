import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cross, dot, lengthOf, perpendicular, unit, type Vec3 } from './vector.ts'

const finite = fc.double({ min: -1e150, max: 1e150, noNaN: true })
const anyVector = fc.tuple(finite, finite, finite)

describe('vectors', () => {
  it('have length 1 after normalising', () => {
    fc.assert(fc.property(anyVector, (vector) => Math.abs(lengthOf(unit(vector)) - 1) < 1e-9))
  })

  it.each<Vec3[]>([[[0, 0, 0]], [[5e-324, 0, 0]], [[1e-308, -1e-308, 0]]])(
    'become the x axis if %j is normalised, which has no direction',
    (vector) => {
      expect(unit(vector)).toEqual([1, 0, 0])
    },
  )

  it('form a right-angled system with their perpendicular and the cross product', () => {
    fc.assert(
      fc.property(anyVector, (vector) => {
        const along = unit(vector)
        const across = perpendicular(along)
        const third = cross(along, across)
        return [dot(along, across), dot(along, third), lengthOf(third) - 1].every((value) => Math.abs(value) < 1e-9)
      }),
    )
  })
})
