import { f64, num } from './typed-access.ts'

type Vector3 = [number, number, number]

/** Eigenvalues of a symmetric 3 × 3 matrix, smallest first, and unit eigenvectors (Jacobi). */
export function eigenOf3(symmetric: ArrayLike<number>): { values: Vector3; vectors: [Vector3, Vector3, Vector3] } {
  const m = Float64Array.from(symmetric)
  const v = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1])
  for (let sweep = 0; sweep < 30; sweep++) {
    const off = Math.abs(f64(m, 1)) + Math.abs(f64(m, 2)) + Math.abs(f64(m, 5))
    if (!(off > 1e-15 * (Math.abs(f64(m, 0)) + Math.abs(f64(m, 4)) + Math.abs(f64(m, 8))))) break
    rotate(m, v, 0, 1)
    rotate(m, v, 0, 2)
    rotate(m, v, 1, 2)
  }

  const ascending = [0, 1, 2].sort((i, j) => f64(m, 4 * i) - f64(m, 4 * j))
  const column = (rank: number): Vector3 => {
    const i = num(ascending, rank)
    return [f64(v, i), f64(v, 3 + i), f64(v, 6 + i)]
  }

  const value = (rank: number): number => f64(m, 4 * num(ascending, rank))
  return { values: [value(0), value(1), value(2)], vectors: [column(0), column(1), column(2)] }
}

function rotate(m: Float64Array, v: Float64Array, p: number, q: number): void {
  const apq = f64(m, 3 * p + q)
  if (Math.abs(apq) < 1e-300) return

  const theta = (f64(m, 4 * q) - f64(m, 4 * p)) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c

  for (let k = 0; k < 3; k++) {
    const kp = f64(m, 3 * k + p)
    const kq = f64(m, 3 * k + q)
    m[3 * k + p] = c * kp - s * kq
    m[3 * k + q] = s * kp + c * kq
  }

  for (let k = 0; k < 3; k++) {
    const pk = f64(m, 3 * p + k)
    const qk = f64(m, 3 * q + k)
    m[3 * p + k] = c * pk - s * qk
    m[3 * q + k] = s * pk + c * qk

    const vp = f64(v, 3 * k + p)
    const vq = f64(v, 3 * k + q)
    v[3 * k + p] = c * vp - s * vq
    v[3 * k + q] = s * vp + c * vq
  }
}
