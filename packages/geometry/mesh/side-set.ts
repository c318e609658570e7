import { u32 } from '../math/typed-access.ts'

/**
 * A bit set of triangle sides, allocated with its first member: most meshes have no flaws. Sides
 * are numbered `4 · triangle + first corner`, because a shift is faster than a division by three.
 */
export class SideSet {
  size = 0
  #bits: Uint32Array | undefined
  readonly #triangles: number

  constructor(triangles: number) {
    this.#triangles = triangles
  }

  add(side: number): void {
    this.#bits ??= new Uint32Array((this.#triangles >>> 3) + 1)
    const word = u32(this.#bits, side >>> 5)
    const bit = 1 << (side & 31)
    if (word & bit) return
    this.#bits[side >>> 5] = word | bit
    this.size++
  }

  has(side: number): boolean {
    return this.#bits !== undefined && (u32(this.#bits, side >>> 5) & (1 << (side & 31))) !== 0
  }

  /** Calls back for each member in the sequence of the file, until the callback returns false. */
  visit(callback: (side: number) => boolean): void {
    if (!this.#bits) return
    for (let at = 0; at < this.#bits.length; at++) {
      let word = u32(this.#bits, at)
      while (word !== 0) {
        const low = 31 - Math.clz32(word & -word)
        if (!callback(at * 32 + low)) return
        word &= word - 1
      }
    }
  }
}
