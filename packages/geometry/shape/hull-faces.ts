import { f64, i32 } from '../math/typed-access.ts'

/** Splits a 52-bit integer into two halves whose products with a 26-bit one are exact. */
const split = 2 ** 26

/**
 * A sum of three products of rounded 2^51 × 2^25 terms has an error below 2^26: above this its sign
 * is certain.
 */
const certain = 2 ** 27

/**
 * The triangles of a growing hull in flat arrays, with their neighbours and the points still
 * outside of each. Slots of removed faces are reused, so memory follows the current hull.
 */
export class HullFaces {
  /** Three grid points of each face, anticlockwise seen from outside. */
  corners = new Int32Array(0)
  /** The face across each side; side k runs from corner k to corner k + 1. */
  neighbours = new Int32Array(0)
  /** Outward normals: exact integers, as long as twice the area. */
  normals = new Float64Array(0)
  lengths = new Float64Array(0)
  /** First point of the list of points outside, linked through `next`; -1 for none. */
  outside = new Int32Array(0)
  farthest = new Int32Array(0)
  /** Height of the farthest point, in cells. */
  heights = new Float64Array(0)
  alive = new Uint8Array(0)
  used = 0
  readonly #free: number[] = []
  readonly #cells: Int32Array
  readonly next: Int32Array

  constructor(cells: Int32Array) {
    this.#cells = cells
    this.next = new Int32Array(cells.length / 3).fill(-1)
  }

  #grow(): void {
    const size = Math.max(64, 2 * this.alive.length)
    const ints = (old: Int32Array, per: number) => {
      const wider = new Int32Array(per * size)
      wider.set(old)
      return wider
    }

    const floats = (old: Float64Array, per: number) => {
      const wider = new Float64Array(per * size)
      wider.set(old)
      return wider
    }
    this.corners = ints(this.corners, 3)
    this.neighbours = ints(this.neighbours, 3)
    this.outside = ints(this.outside, 1)
    this.farthest = ints(this.farthest, 1)
    this.normals = floats(this.normals, 3)
    this.lengths = floats(this.lengths, 1)
    this.heights = floats(this.heights, 1)

    const alive = new Uint8Array(size)
    alive.set(this.alive)
    this.alive = alive
  }

  /** Creates a face on three grid points; the caller sets its neighbours. */
  create(a: number, b: number, c: number): number {
    const face = this.#free.pop() ?? this.used++
    if (face >= this.alive.length) this.#grow()

    const corners = this.corners
    const normals = this.normals
    const cells = this.#cells

    corners[3 * face] = a
    corners[3 * face + 1] = b
    corners[3 * face + 2] = c

    const ux = i32(cells, 3 * b) - i32(cells, 3 * a)
    const uy = i32(cells, 3 * b + 1) - i32(cells, 3 * a + 1)
    const uz = i32(cells, 3 * b + 2) - i32(cells, 3 * a + 2)
    const vx = i32(cells, 3 * c) - i32(cells, 3 * a)
    const vy = i32(cells, 3 * c + 1) - i32(cells, 3 * a + 1)
    const vz = i32(cells, 3 * c + 2) - i32(cells, 3 * a + 2)
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx

    normals[3 * face] = nx
    normals[3 * face + 1] = ny
    normals[3 * face + 2] = nz
    this.lengths[face] = Math.sqrt(nx * nx + ny * ny + nz * nz)
    this.outside[face] = -1
    this.farthest[face] = -1
    this.heights[face] = 0
    this.alive[face] = 1

    return face
  }

  remove(face: number): void {
    this.alive[face] = 0
    this.#free.push(face)
  }

  /**
   * Six times the signed volume between the face and the point, with an exact sign: positive
   * outside, 0 on the plane.
   */
  side(face: number, point: number): number {
    const normals = this.normals
    const cells = this.#cells
    const a = 3 * i32(this.corners, 3 * face)
    const dx = i32(cells, 3 * point) - i32(cells, a)
    const dy = i32(cells, 3 * point + 1) - i32(cells, a + 1)
    const dz = i32(cells, 3 * point + 2) - i32(cells, a + 2)
    const nx = f64(normals, 3 * face)
    const ny = f64(normals, 3 * face + 1)
    const nz = f64(normals, 3 * face + 2)
    const rounded = nx * dx + ny * dy + nz * dz
    if (rounded > certain || rounded < -certain) return rounded

    // n = high · 2^26 + low: both sums stay below 2^53 and are exact, and rounding their sum cannot
    // change its sign.
    const hx = Math.floor(nx / split)
    const hy = Math.floor(ny / split)
    const hz = Math.floor(nz / split)
    const high = hx * dx + hy * dy + hz * dz
    const low = (nx - hx * split) * dx + (ny - hy * split) * dy + (nz - hz * split) * dz

    return high * split + low
  }

  /** Adds a point to the list of a face; `volume` (from `side`) is how far outside it is. */
  addOutside(face: number, point: number, volume: number): void {
    this.next[point] = i32(this.outside, face)
    this.outside[face] = point
    const height = volume / f64(this.lengths, face)
    if (height > f64(this.heights, face)) {
      this.heights[face] = height
      this.farthest[face] = point
    }
  }
}
