import { u32 } from './typed-access.ts'

/** Union-find with path halving over 0 … count − 1. The root of a set is its smallest item. */
export class DisjointSets {
  readonly #parents: Uint32Array

  constructor(count: number) {
    this.#parents = new Uint32Array(count)
    for (let i = 0; i < count; i++) this.#parents[i] = i
  }

  root(item: number): number {
    const parents = this.#parents
    let at = item
    while (parents[at] !== at) {
      parents[at] = u32(parents, u32(parents, at))
      at = u32(parents, at)
    }
    return at
  }

  join(a: number, b: number): void {
    const one = this.root(a)
    const other = this.root(b)
    if (one !== other) this.#parents[Math.max(one, other)] = Math.min(one, other)
  }
}

/** Union-find over any integers with path compression, for a few items of a large range. */
export class SparseDisjointSets {
  readonly #parents = new Map<number, number>()

  root(item: number): number {
    let root = item
    for (let up = this.#parents.get(root); up !== undefined && up !== root; up = this.#parents.get(root)) root = up

    for (let at = item; at !== root; ) {
      const up = this.#parents.get(at) ?? root
      this.#parents.set(at, root)
      at = up
    }

    return root
  }

  join(a: number, b: number): void {
    this.#parents.set(this.root(a), this.root(b))
  }
}
