import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circleThrough } from './circle.ts'
import { eigenOf3 } from './eigen.ts'
import { leastSquares } from './least-squares.ts'
import { solveInPlace } from './linear-system.ts'

const small = fc.double({ min: -10, max: 10, noNaN: true })

describe('numeric methods', () => {
  it('finds eigenvectors that a symmetric matrix maps to multiples of themselves', () => {
    fc.assert(
      fc.property(fc.tuple(small, small, small, small, small, small), ([a, b, c, d, e, f]) => {
        const { values, vectors } = eigenOf3([a, b, c, b, d, e, c, e, f])
        vectors.forEach(([x, y, z], i) => {
          const value = values[i] ?? 0
          expect(a * x + b * y + c * z).toBeCloseTo(value * x, 6)
          expect(b * x + d * y + e * z).toBeCloseTo(value * y, 6)
          expect(c * x + e * y + f * z).toBeCloseTo(value * z, 6)
        })

        expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true)
      }),
    )
  })

  it('solves a linear system and refuses a singular one', () => {
    const right = Float64Array.from([5, 10])
    expect(solveInPlace(Float64Array.from([0, 2, 4, 1]), right, 2)).toBe(true)
    expect([...right]).toEqual([expect.closeTo(1.875), expect.closeTo(2.5)])
    expect(solveInPlace(new Float64Array(4), new Float64Array(2), 2)).toBe(false)
  })

  it('fits a circle to a tenth of its arc', () => {
    const flat = Array.from({ length: 9 }, (_, i) => [3 + 7 * Math.cos(i * 0.07), -2 + 7 * Math.sin(i * 0.07)]).flat()
    expect(circleThrough(flat)).toEqual({
      x: expect.closeTo(3, 6),
      y: expect.closeTo(-2, 6),
      radius: expect.closeTo(7, 6),
    })
    expect(circleThrough([0, 0, 1, 1, 2, 2, 3, 3])).toBeUndefined()
  })

  it('finds an exponent by least squares', () => {
    const at = [0, 1, 2, 3]
    const found = leastSquares(0.1, {
      freedoms: 1,
      count: at.length,
      residualsInto: (k, out) =>
        at.forEach((x, i) => {
          out[i] = Math.exp(k * x) - Math.exp(0.5 * x)
        }),
      slopesInto: (k, out) =>
        at.forEach((x, i) => {
          out[i] = x * Math.exp(k * x)
        }),
      changed: (k, by) => k + (by[0] ?? 0),
      enough: 1e-20,
      hopeless: 1e9,
    })

    expect(found).toBeCloseTo(0.5, 6)
  })
})
