import { f64, i32 } from '../math/typed-access.ts'

/** Cells of a line; within a cell that a border crosses, the covered part has full precision. */
export const cellCount = 4096

/** The covered part of a line: exact ends within cells, and whole cells by counting. */
export class Coverage {
  /** Starting minus ending intervals, for cells covered from side to side. */
  readonly #whole = new Int32Array(cellCount + 2)
  /**
   * In a partly covered cell, in cell widths: covered from the left up to `left`, from `right` on,
   * and between `from` and `to`.
   */
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

  /** The length covered by all intervals together, in cell widths; resets the line. */
  take(): number {
    const whole = this.#whole
    const lefts = this.#left
    const rights = this.#right
    const froms = this.#from
    const tos = this.#to
    let covered = 0
    let depth = 0

    for (let cell = this.#low; cell <= this.#high; cell++) {
      depth += i32(whole, cell)

      const left = f64(lefts, cell)
      const right = f64(rights, cell)
      const from = Math.max(f64(froms, cell), left)
      const to = Math.min(f64(tos, cell), right)
      covered += depth > 0 || left >= right ? 1 : left + (1 - right) + Math.max(0, to - from)

      whole[cell] = 0
      lefts[cell] = 0
      rights[cell] = 1
      froms[cell] = 1
      tos[cell] = 0
    }

    this.#low = cellCount
    this.#high = -1

    return covered
  }
}
