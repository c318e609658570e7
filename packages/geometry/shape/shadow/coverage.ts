import { f64, i32 } from '../../math/typed-access.ts'

/** Cells of a line; within a cell that a border crosses, the covered part is kept to full precision. */
export const cellCount = 4096

/** A line's coverage: exact ends within cells, and whole cells by counting. */
export class Coverage {
  /** Entering less leaving intervals, for cells covered from side to side. */
  readonly #whole = new Int32Array(cellCount + 2)
  /** In a partly covered cell: how far from its left, from where to its right, and what lies within, in cell widths. */
  readonly #left = new Float64Array(cellCount + 1)
  readonly #right = new Float64Array(cellCount + 1).fill(1)
  readonly #from = new Float64Array(cellCount + 1).fill(1)
  readonly #to = new Float64Array(cellCount + 1)
  #low = cellCount
  #high = -1

  /** Covers from `start` to `end`, in cell widths, 0 ≤ start ≤ end ≤ cellCount. */
  cover(start: number, end: number): void {
    const first = Math.floor(start)
    const last = Math.floor(end)
    if (first < this.#low) this.#low = first
    if (last > this.#high) this.#high = last

    const a = start - first
    const b = end - last
    if (first === last) {
      if (a < f64(this.#from, first)) this.#from[first] = a
      if (b > f64(this.#to, first)) this.#to[first] = b
      return
    }

    if (a < f64(this.#right, first)) this.#right[first] = a
    if (b > f64(this.#left, last)) this.#left[last] = b
    this.#whole[first + 1] = i32(this.#whole, first + 1) + 1
    this.#whole[last] = i32(this.#whole, last) - 1
  }

  /** Length covered by all intervals together, in cell widths; and begins anew. */
  take(): number {
    let covered = 0
    let depth = 0
    for (let cell = this.#low; cell <= this.#high; cell++) {
      depth += i32(this.#whole, cell)

      const left = f64(this.#left, cell)
      const right = f64(this.#right, cell)
      const from = Math.max(f64(this.#from, cell), left)
      const to = Math.min(f64(this.#to, cell), right)
      covered += depth > 0 || left >= right ? 1 : left + (1 - right) + Math.max(0, to - from)
      this.#whole[cell] = 0
      this.#left[cell] = 0
      this.#right[cell] = 1
      this.#from[cell] = 1
      this.#to[cell] = 0
    }

    this.#low = cellCount
    this.#high = -1

    return covered
  }
}
