import { type Coverage, cellCount } from './coverage.ts'

/** The triangles of a mesh as seen along one axis: which coordinates run along (u) and across (v) the lines, and their range. */
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
 * The triangles that the current line crosses. Each is kept as its lowest corner (x, y), middle corner (x, y), highest y, and
 * the slopes from lowest to highest, lowest to middle and middle to highest: two products then give a cut, without a look
 * back into the mesh. x in cells, y from 0 to 1.
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
    let a = 3 * (indices[3 * triangle] as number)
    let b = 3 * (indices[3 * triangle + 1] as number)
    let c = 3 * (indices[3 * triangle + 2] as number)

    if ((positions[b + v] as number) < (positions[a + v] as number)) [a, b] = [b, a]
    if ((positions[c + v] as number) < (positions[b + v] as number)) [b, c] = [c, b]
    if ((positions[b + v] as number) < (positions[a + v] as number)) [a, b] = [b, a]

    const ax = (((positions[a + u] as number) - uMin) / uSize) * cellCount
    const ay = ((positions[a + v] as number) - vMin) / vSize
    const bx = (((positions[b + u] as number) - uMin) / uSize) * cellCount
    const by = ((positions[b + v] as number) - vMin) / vSize
    const cx = (((positions[c + u] as number) - uMin) / uSize) * cellCount
    const cy = ((positions[c + v] as number) - vMin) / vSize
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

  /** Covers what the line at height `y` cuts of each triangle, and lets go of those that end below it. */
  cover(y: number, coverage: Coverage): void {
    const numbers = this.#numbers
    let kept = 0
    for (let from = 0; from < numbersEach * this.count; from += numbersEach) {
      if (!((numbers[from + 4] as number) > y)) continue

      const x = numbers[from] as number
      const above = y - (numbers[from + 1] as number)
      const middle = numbers[from + 3] as number
      const p = x + above * (numbers[from + 5] as number)
      const q =
        y < middle
          ? x + above * (numbers[from + 6] as number)
          : (numbers[from + 2] as number) + (y - middle) * (numbers[from + 7] as number)

      coverage.cover(Math.max(0, Math.min(p, q)), Math.min(cellCount, Math.max(p, q)))
      if (kept !== from) for (let i = 0; i < numbersEach; i++) numbers[kept + i] = numbers[from + i] as number
      kept += numbersEach
    }

    this.count = kept / numbersEach
  }
}
