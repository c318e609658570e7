import { eigenOf3 } from '../math/eigen.ts'
import { f64, item, num } from '../math/typed-access.ts'
import { cross, dot, type Vec3, vec3At } from '../math/vector.ts'

/**
 * A tensor of order 1 to 3 over x, y, z with all its 3^order components, the last index running
 * fastest.
 */
export interface Tensor {
  order: number
  values: Float64Array
}

const symmetricPlaces: Record<number, readonly string[]> = {
  6: ['00', '11', '22', '01', '02', '12'],
  10: ['000', '111', '222', '001', '002', '011', '112', '022', '122', '012'],
}

const placeOf = (at: number, order: number): number[] =>
  Array.from({ length: order }, (_, i) => Math.floor(at / 3 ** (order - 1 - i)) % 3)

/**
 * The tensor times `factor`, from all its components or, if symmetric, from each distinct one (see
 * `Moments`).
 */
export function tensorOf(order: number, given: ArrayLike<number>, factor: number): Tensor {
  const places = symmetricPlaces[given.length]
  const values = Float64Array.from({ length: 3 ** order }, (_, at) => {
    const place = places ? places.indexOf(placeOf(at, order).sort().join('')) : at
    return item(given, place) * factor
  })
  return { order, values }
}

/**
 * Frobenius norm of a tensor; of second order without its isotropic part, which is invariant under
 * rotation.
 */
export function normOf({ order, values }: Tensor): number {
  const mean = order === 2 ? (f64(values, 0) + f64(values, 4) + f64(values, 8)) / 3 : 0
  return Math.hypot(...values.map((value, i) => (i % 4 === 0 ? value - mean : value)))
}

/** The vector T_ijj of a third-order tensor. */
export const contracted = ({ values }: Tensor): Tensor => ({
  order: 1,
  values: Float64Array.from([0, 1, 2], (i) => [0, 4, 8].reduce((sum, jj) => sum + f64(values, 9 * i + jj), 0)),
})

export const dotted = (a: Tensor, b: Tensor): number =>
  a.values.reduce((sum, value, i) => sum + value * f64(b.values, i), 0)

/** Trace of the product of two second-order tensors, the first symmetric. */
export const traceOfProduct = dotted

type Rows = readonly [Vec3, Vec3, Vec3]

const rowsOf = ({ values }: Tensor): Rows => [vec3At(values, 0), vec3At(values, 3), vec3At(values, 6)]

/**
 * M v. Written as a literal: arrays made by `map` have another internal layout, and one more layout
 * makes `dot` and `cross` megamorphic and the whole analysis a third slower.
 */
const times = ([a, b, c]: Rows, v: Vec3): Vec3 => [dot(a, v), dot(b, v), dot(c, v)]

/**
 * v · (Mv × MMv): changes its sign in a mirror, and is 0 where v lies in a principal plane of M.
 */
export function triple(m: Tensor, v: Tensor): number {
  const rows = rowsOf(m)
  const first = vec3At(v.values, 0)
  const second = times(rows, first)
  return dot(first, cross(second, times(rows, second)))
}

/** The tensor's components along the given axes. */
export function inFrame({ order, values }: Tensor, axes: readonly Vec3[]): Tensor {
  let turned: ArrayLike<number> = values
  // One index after the other: each round turns the first index and moves it to the end.
  for (let place = 0; place < order; place++) {
    const third = values.length / 3
    const before = turned
    turned = Float64Array.from(values, (_, at) => {
      const axis = axes[at % 3] as Vec3
      const rest = Math.floor(at / 3)
      return [0, 1, 2].reduce((sum, i) => sum + num(axis, i) * item(before, i * third + rest), 0)
    })
  }

  return { order, values: Float64Array.from(turned) }
}

/** Principal values of a symmetric second-order tensor, largest first, and right-handed axes. */
export function principalFrame({ values: components }: Tensor): { values: number[]; axes: Vec3[] } {
  const { values, vectors } = eigenOf3(components)
  const first = vectors[2]
  const second = vectors[1]
  return { values: [values[2], values[1], values[0]], axes: [first, second, cross(first, second)] }
}
