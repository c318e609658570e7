import { u32 } from '../math/typed-access.ts'

/**
 * Disjoint sets of triangles that also know whether a triangle faces the same way as its set's first one. A node's link is
 * twice its parent plus one when the two face opposite ways; a root links to itself. Joining along the edges of a surface
 * thus orients it without a walk from neighbour to neighbour.
 */
export class ParityForest {
  readonly #links: Uint32Array

  /** `links` has each node linked to itself at first. */
  constructor(links: Uint32Array) {
    this.#links = links
  }

  /** Twice the root of `node`, plus one when it faces the other way than its root. */
  rootLink(node: number): number {
    const links = this.#links
    let link = u32(links, node)
    let parity = 0
    let at = node

    for (;;) {
      const parent = link >>> 1
      if (parent === at) return 2 * at + parity

      const above = u32(links, parent)
      // Halving the path: the node hangs on its grandparent from now on.
      links[at] = (above ^ (link & 1)) >>> 0
      parity ^= (link ^ above) & 1
      at = above >>> 1
      link = u32(links, at)
    }
  }

  /** Joins two triangles that face the same way (0) or opposite ways (1); false when they were joined otherwise before. */
  join(a: number, b: number, opposite: 0 | 1): boolean {
    const first = this.rootLink(a)
    const second = this.rootLink(b)
    const turn = (first ^ second ^ opposite) & 1
    const [low, high] = first < second ? [first >>> 1, second >>> 1] : [second >>> 1, first >>> 1]
    if (low === high) return turn === 0
    this.#links[high] = 2 * low + turn
    return true
  }
}
