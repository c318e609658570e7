type Vector3 = [number, number, number]

/** Eigenvalues of a symmetric 3 × 3 matrix, smallest first, with their unit eigenvectors (Jacobi rotations). */
export function eigenOf3(symmetric: ArrayLike<number>): { values: Vector3; vectors: [Vector3, Vector3, Vector3] } {
  const m = Float64Array.from(symmetric)
  const v = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1])
  for (let sweep = 0; sweep < 30; sweep++) {
    const off = Math.abs(m[1] as number) + Math.abs(m[2] as number) + Math.abs(m[5] as number)
    if (!(off > 1e-15 * (Math.abs(m[0] as number) + Math.abs(m[4] as number) + Math.abs(m[8] as number)))) break
    rotate(m, v, 0, 1)
    rotate(m, v, 0, 2)
    rotate(m, v, 1, 2)
  }

  const order = [0, 1, 2].sort((i, j) => (m[4 * i] as number) - (m[4 * j] as number))
  const column = (rank: number): Vector3 => {
    const i = order[rank] as number
    return [v[i] as number, v[3 + i] as number, v[6 + i] as number]
  }

  const value = (rank: number): number => m[4 * (order[rank] as number)] as number
  return { values: [value(0), value(1), value(2)], vectors: [column(0), column(1), column(2)] }
}

function rotate(m: Float64Array, v: Float64Array, p: number, q: number): void {
  const apq = m[3 * p + q] as number
  if (Math.abs(apq) < 1e-300) return

  const theta = ((m[4 * q] as number) - (m[4 * p] as number)) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c

  for (let k = 0; k < 3; k++) {
    const kp = m[3 * k + p] as number
    const kq = m[3 * k + q] as number
    m[3 * k + p] = c * kp - s * kq
    m[3 * k + q] = s * kp + c * kq
  }

  for (let k = 0; k < 3; k++) {
    const pk = m[3 * p + k] as number
    const qk = m[3 * q + k] as number
    m[3 * p + k] = c * pk - s * qk
    m[3 * q + k] = s * pk + c * qk

    const vp = v[3 * k + p] as number
    const vq = v[3 * k + q] as number
    v[3 * k + p] = c * vp - s * vq
    v[3 * k + q] = s * vp + c * vq
  }
}
