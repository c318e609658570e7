import { u32 } from '../math/typed-access.ts'

/**
 * Disjoint sets of triangles (union-find) with each triangle's orientation relative to its root. A
 * link is twice the parent, plus one if the two have opposite orientations; a root links to itself.
 */
export class ParityForest {
  readonly #links: Uint32Array

  /** Initially each node of `links` links to itself. */
  constructor(links: Uint32Array) {
    this.#links = links
  }

  /** Twice the root of `node`, plus one if the two have opposite orientations. */
  rootLink(node: number): number {
    const links = this.#links
    let link = u32(links, node)
    let parity = 0
    let at = node

    for (;;) {
      const parent = link >>> 1
      if (parent === at) return 2 * at + parity

      const above = u32(links, parent)
      // Path halving: the node now links to its grandparent.
      links[at] = (above ^ (link & 1)) >>> 0
      parity ^= (link ^ above) & 1
      at = above >>> 1
      link = u32(links, at)
    }
  }

  /** Joins triangles of same (0) or opposite (1) orientation; false if earlier joins contradict. */
  join(a: number, b: number, opposite: 0 | 1): boolean {
    const first = this.rootLink(a)
    const second = this.rootLink(b)
    const turn = (first ^ second ^ opposite) & 1
    const low = Math.min(first, second) >>> 1
    const high = Math.max(first, second) >>> 1
    if (low === high) return turn === 0

    this.#links[high] = 2 * low + turn
    return true
  }
}
