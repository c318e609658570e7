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
