import { f32, f64, u32 } from '../math/typed-access.ts'
import { type Coverage, cellCount } from './coverage.ts'

/**
 * The triangles of a mesh seen along one axis: which coordinates run along (u) and across (v) the
 * lines, and their range.
 */
export interface Shadow {
  positions: Float32Array
  indices: Uint32Array
  u: number
  v: number
  uMin: number
  uSize: number
  vMin: number
  vSize: number
}

const numbersEach = 8

/**
 * The triangles that the current line crosses. Each is stored as its lowest corner (x, y), middle
 * corner (x, y), highest y, and the slopes from lowest to highest, lowest to middle and middle to
 * highest: two products then give a cut without reading the mesh again. x in cells, y from 0 to 1.
 */
export class CrossedTriangles {
  count = 0
  #numbers = new Float64Array(1024 * numbersEach)
  readonly #shadow: Shadow

  constructor(shadow: Shadow) {
    this.#shadow = shadow
  }

  add(triangle: number): void {
    const { positions, indices, u, v, uMin, uSize, vMin, vSize } = this.#shadow
    let a = 3 * u32(indices, 3 * triangle)
    let b = 3 * u32(indices, 3 * triangle + 1)
    let c = 3 * u32(indices, 3 * triangle + 2)

    if (f32(positions, b + v) < f32(positions, a + v)) [a, b] = [b, a]
    if (f32(positions, c + v) < f32(positions, b + v)) [b, c] = [c, b]
    if (f32(positions, b + v) < f32(positions, a + v)) [a, b] = [b, a]

    const ax = ((f32(positions, a + u) - uMin) / uSize) * cellCount
    const ay = (f32(positions, a + v) - vMin) / vSize
    const bx = ((f32(positions, b + u) - uMin) / uSize) * cellCount
    const by = (f32(positions, b + v) - vMin) / vSize
    const cx = ((f32(positions, c + u) - uMin) / uSize) * cellCount
    const cy = (f32(positions, c + v) - vMin) / vSize
    const at = numbersEach * this.count++

    if (at === this.#numbers.length) {
      const wider = new Float64Array(2 * at)
      wider.set(this.#numbers)
      this.#numbers = wider
    }

    const numbers = this.#numbers
    numbers[at] = ax
    numbers[at + 1] = ay
    numbers[at + 2] = bx
    numbers[at + 3] = by
    numbers[at + 4] = cy
    numbers[at + 5] = (cx - ax) / (cy - ay)
    numbers[at + 6] = by > ay ? (bx - ax) / (by - ay) : 0
    numbers[at + 7] = cy > by ? (cx - bx) / (cy - by) : 0
  }

  /**
   * Covers the cut of each triangle with the line at height `y`, and drops triangles that end below
   * it.
   */
  cover(y: number, coverage: Coverage): void {
    const numbers = this.#numbers
    let kept = 0
    for (let from = 0; from < numbersEach * this.count; from += numbersEach) {
      if (!(f64(numbers, from + 4) > y)) continue

      const x = f64(numbers, from)
      const above = y - f64(numbers, from + 1)
      const middle = f64(numbers, from + 3)
      const p = x + above * f64(numbers, from + 5)
      const q =
        y < middle ? x + above * f64(numbers, from + 6) : f64(numbers, from + 2) + (y - middle) * f64(numbers, from + 7)

      coverage.cover(Math.max(0, Math.min(p, q)), Math.min(cellCount, Math.max(p, q)))
      if (kept !== from) for (let i = 0; i < numbersEach; i++) numbers[kept + i] = f64(numbers, from + i)
      kept += numbersEach
    }

    this.count = kept / numbersEach
  }
}
