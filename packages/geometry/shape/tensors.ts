import { f64, item, num } from '../math/typed-access.ts'
import { cross, dot, type Vec3 } from '../math/vector.ts'

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

const rowAt = (values: Float64Array, i: number): Vec3 => [f64(values, i), f64(values, i + 1), f64(values, i + 2)]

type Rows = readonly [Vec3, Vec3, Vec3]

const rowsOf = ({ values }: Tensor): Rows => [rowAt(values, 0), rowAt(values, 3), rowAt(values, 6)]

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
  const first = rowAt(v.values, 0)
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

/**
 * Principal values of a symmetric second-order tensor, largest first, and right-handed principal
 * axes (Jacobi rotations).
 */
export function principalFrame(tensor: Tensor): { values: number[]; axes: Vec3[] } {
  const m = Float64Array.from(tensor.values)
  const axes = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1])
  const mix = (target: Float64Array, i: number, j: number, c: number, s: number) => {
    const x = f64(target, i)
    const y = f64(target, j)
    target[i] = c * x - s * y
    target[j] = s * x + c * y
  }
  for (let sweep = 0; sweep < 20; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = f64(m, 3 * p + q)
      if (off === 0) continue

      const angle = Math.atan2(2 * off, f64(m, 4 * q) - f64(m, 4 * p)) / 2
      const c = Math.cos(angle)
      const s = Math.sin(angle)
      for (let k = 0; k < 3; k++) mix(m, 3 * p + k, 3 * q + k, c, s)
      for (let k = 0; k < 3; k++) mix(m, 3 * k + p, 3 * k + q, c, s)
      for (let k = 0; k < 3; k++) mix(axes, 3 * p + k, 3 * q + k, c, s)
    }
  }

  const ranks = [0, 1, 2].sort((i, j) => f64(m, 4 * j) - f64(m, 4 * i))
  const rows = rowsOf({ order: 2, values: axes })
  const first = rows[num(ranks, 0)] as Vec3
  const second = rows[num(ranks, 1)] as Vec3

  return { values: ranks.map((i) => f64(m, 4 * i)), axes: [first, second, cross(first, second)] }
}
