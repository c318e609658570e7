import { f32, f64, num, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'

/**
 * Integrals over a mesh about the centroid of its surface, which every set of triangles has, closed
 * or not, and which moves with it. Symmetric tensors store each component once: second order xx yy
 * zz xy xz yz, third order xxx yyy zzz xxy xxz xyy yyz xzz yzz xyz.
 */
export interface Moments {
  centroid: Vec3
  areaMm2: number
  /** ∫ r r dA and ∫ r r r dA over the surface. */
  areaSecond: Float64Array
  areaThird: Float64Array
  /**
   * ∫ dV, ∫ r dV, ∫ r r dV and ∫ r r r dV over the cones between the centroid and the triangles.
   */
  volumeMm3: number
  volumeFirst: Float64Array
  volumeSecond: Float64Array
  volumeThird: Float64Array
  /**
   * ∫ n (r × n) dA, row by row: how the surface winds about the centroid. Changes sign in a mirror.
   */
  winding: Float64Array
  /**
   * Largest coordinate of the file in mm; its rounding is the difference to expect between two
   * copies.
   */
  reachMm: number
}

const stepEvery = 1 << 16

/**
 * Writes the corners of triangle `t` minus `from` into `corners` (nine numbers); false when one is
 * not finite.
 */
function readTriangle({ positions, indices }: TriangleMesh, t: number, from: Vec3, corners: Float64Array): boolean {
  let sum = 0
  for (let k = 0; k < 3; k++) {
    const vertex = 3 * u32(indices, 3 * t + k)
    for (let axis = 0; axis < 3; axis++) {
      const value = f32(positions, vertex + axis) - num(from, axis)
      corners[3 * k + axis] = value
      sum += value
    }
  }

  return Number.isFinite(sum)
}

/** Writes twice the area vector of the triangle into `normal`; returns its length. */
function areaVector(c: Float64Array, normal: Float64Array): number {
  const ux = f64(c, 3) - f64(c, 0)
  const uy = f64(c, 4) - f64(c, 1)
  const uz = f64(c, 5) - f64(c, 2)
  const vx = f64(c, 6) - f64(c, 0)
  const vy = f64(c, 7) - f64(c, 1)
  const vz = f64(c, 8) - f64(c, 2)
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx

  normal[0] = nx
  normal[1] = ny
  normal[2] = nz

  return Math.sqrt(nx * nx + ny * ny + nz * nz)
}

function reachOf({ positions, indices }: TriangleMesh): number {
  let reach = 0
  for (let i = 0; i < indices.length; i++) {
    const vertex = 3 * u32(indices, i)
    for (let axis = 0; axis < 3; axis++) {
      const value = Math.abs(f32(positions, vertex + axis))
      if (value > reach && value < Infinity) reach = value
    }
  }

  return reach
}

function surfaceCentroid(mesh: TriangleMesh, watch: Watch) {
  const count = mesh.indices.length / 3
  const first = 3 * (mesh.indices[0] ?? 0)
  const origin: Vec3 = [mesh.positions[first] ?? 0, mesh.positions[first + 1] ?? 0, mesh.positions[first + 2] ?? 0]
  const corners = new Float64Array(9)
  const normal = new Float64Array(3)
  let area = 0
  let x = 0
  let y = 0
  let z = 0

  for (let t = 0; t < count; t++) {
    if (t % stepEvery === 0) step(watch, 'measuring', 0)
    if (!readTriangle(mesh, t, origin, corners)) continue
    const weight = areaVector(corners, normal)
    area += weight
    x += weight * (f64(corners, 0) + f64(corners, 3) + f64(corners, 6))
    y += weight * (f64(corners, 1) + f64(corners, 4) + f64(corners, 7))
    z += weight * (f64(corners, 2) + f64(corners, 5) + f64(corners, 8))
  }

  const by = area > 0 ? 1 / (3 * area) : 0
  const centroid: Vec3 = [origin[0] + x * by, origin[1] + y * by, origin[2] + z * by]
  return { centroid, areaMm2: area / 2, reachMm: reachOf(mesh) }
}

/**
 * Symmetric forms of a triangle's corners v, from which simplex integrals are computed. With s = Σv
 * and P = Σvv: `second` = ss + P and `third` = sss + sP + sP + sP + 2Σvvv. Their integrals over a
 * d-simplex (a tetrahedron has one more corner, at the origin) are volume · d!/(d+2)! and volume ·
 * d!/(d+3)! times these.
 */
class CornerSums {
  readonly sum = new Float64Array(3)
  readonly second = new Float64Array(6)
  readonly third = new Float64Array(10)
  readonly #squares = new Float64Array(6)

  take(c: Float64Array): void {
    const sum = this.sum
    const second = this.second
    const p = this.#squares

    for (let i = 0; i < 3; i++) sum[i] = f64(c, i) + f64(c, 3 + i) + f64(c, 6 + i)
    p.fill(0)

    for (let corner = 0; corner < 9; corner += 3) {
      const x = f64(c, corner)
      const y = f64(c, corner + 1)
      const z = f64(c, corner + 2)

      p[0] = f64(p, 0) + x * x
      p[1] = f64(p, 1) + y * y
      p[2] = f64(p, 2) + z * z
      p[3] = f64(p, 3) + x * y
      p[4] = f64(p, 4) + x * z
      p[5] = f64(p, 5) + y * z
    }

    const sx = f64(sum, 0)
    const sy = f64(sum, 1)
    const sz = f64(sum, 2)

    second[0] = f64(p, 0) + sx * sx
    second[1] = f64(p, 1) + sy * sy
    second[2] = f64(p, 2) + sz * sz
    second[3] = f64(p, 3) + sx * sy
    second[4] = f64(p, 4) + sx * sz
    second[5] = f64(p, 5) + sy * sz
    this.#cubic(0, c, 0, 0, 0, f64(p, 0), f64(p, 0), f64(p, 0))
    this.#cubic(1, c, 1, 1, 1, f64(p, 1), f64(p, 1), f64(p, 1))
    this.#cubic(2, c, 2, 2, 2, f64(p, 2), f64(p, 2), f64(p, 2))
    this.#cubic(3, c, 0, 0, 1, f64(p, 3), f64(p, 3), f64(p, 0))
    this.#cubic(4, c, 0, 0, 2, f64(p, 4), f64(p, 4), f64(p, 0))
    this.#cubic(5, c, 0, 1, 1, f64(p, 1), f64(p, 3), f64(p, 3))
    this.#cubic(6, c, 1, 1, 2, f64(p, 5), f64(p, 5), f64(p, 1))
    this.#cubic(7, c, 0, 2, 2, f64(p, 2), f64(p, 4), f64(p, 4))
    this.#cubic(8, c, 1, 2, 2, f64(p, 2), f64(p, 5), f64(p, 5))
    this.#cubic(9, c, 0, 1, 2, f64(p, 5), f64(p, 4), f64(p, 3))
  }

  /** Component i j k of `third`, with P of the other two as jk, ik and ij. */
  #cubic(at: number, c: Float64Array, i: number, j: number, k: number, jk: number, ik: number, ij: number): void {
    const si = f64(this.sum, i)
    const sj = f64(this.sum, j)
    const sk = f64(this.sum, k)
    const cubes =
      f64(c, i) * f64(c, j) * f64(c, k) +
      f64(c, 3 + i) * f64(c, 3 + j) * f64(c, 3 + k) +
      f64(c, 6 + i) * f64(c, 6 + j) * f64(c, 6 + k)
    this.third[at] = si * sj * sk + si * jk + sj * ik + sk * ij + 2 * cubes
  }
}

function addScaled(to: Float64Array, from: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i] = f64(to, i) + f64(from, i) * factor
}

/** All integrals of a mesh in mm, mm², …, exact for its triangles. */
export function momentsOf(mesh: TriangleMesh, watch: Watch): Moments {
  const { centroid, areaMm2, reachMm } = surfaceCentroid(mesh, watch)
  const areaSecond = new Float64Array(6)
  const areaThird = new Float64Array(10)
  const volumeFirst = new Float64Array(3)
  const volumeSecond = new Float64Array(6)
  const volumeThird = new Float64Array(10)
  const winding = new Float64Array(9)
  const corners = new Float64Array(9)
  const normal = new Float64Array(3)
  const sums = new CornerSums()
  let volume = 0

  for (let t = 0; t < mesh.indices.length / 3; t++) {
    if (t % stepEvery === 0) step(watch, 'measuring', 0)
    if (!readTriangle(mesh, t, centroid, corners)) continue

    const twice = areaVector(corners, normal)
    if (!(twice > 0)) continue

    sums.take(corners)

    const nx = f64(normal, 0)
    const ny = f64(normal, 1)
    const nz = f64(normal, 2)
    const sx = f64(sums.sum, 0)
    const sy = f64(sums.sum, 1)
    const sz = f64(sums.sum, 2)
    const tetrahedron = (nx * f64(corners, 0) + ny * f64(corners, 1) + nz * f64(corners, 2)) / 6

    volume += tetrahedron
    addScaled(areaSecond, sums.second, twice / 24)
    addScaled(areaThird, sums.third, twice / 120)
    addScaled(volumeFirst, sums.sum, tetrahedron / 4)
    addScaled(volumeSecond, sums.second, tetrahedron / 20)
    addScaled(volumeThird, sums.third, tetrahedron / 120)

    // ∫ n (r × n) dA = area · n (r̄ × n), with r̄ = sum / 3 and the unit normal n.
    const by = 1 / (6 * twice)
    const wx = (sy * nz - sz * ny) * by
    const wy = (sz * nx - sx * nz) * by
    const wz = (sx * ny - sy * nx) * by

    for (let i = 0; i < 3; i++) {
      const n = f64(normal, i)
      winding[3 * i] = f64(winding, 3 * i) + n * wx
      winding[3 * i + 1] = f64(winding, 3 * i + 1) + n * wy
      winding[3 * i + 2] = f64(winding, 3 * i + 2) + n * wz
    }
  }

  return {
    centroid,
    areaMm2,
    areaSecond,
    areaThird,
    volumeMm3: volume,
    volumeFirst,
    volumeSecond,
    volumeThird,
    winding,
    reachMm,
  }
}
