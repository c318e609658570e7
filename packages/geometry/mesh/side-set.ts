import { u32 } from '../math/typed-access.ts'

/**
 * The sides of triangles are numbered `4 · triangle + corner` from the corner where they begin: triangle and corner come out
 * by shifting, where a division by three would cost more than the work around it.
 */
export const triangleOfSide = (side: number): number => side >>> 2

/** A set of triangle sides as bits, allotted with the first member: most meshes have no flaw to remember. */
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

  /** Calls for each member in rising order, so in the order of the file, until the call answers false. */
  visit(see: (side: number) => boolean): void {
    if (!this.#bits) return
    for (let at = 0; at < this.#bits.length; at++) {
      let word = u32(this.#bits, at)
      while (word !== 0) {
        const low = 31 - Math.clz32(word & -word)
        if (!see(at * 32 + low)) return
        word &= word - 1
      }
    }
  }
}
