/** Numbers that look random and are the same at every run (mulberry32). */
export interface Random {
  /** A whole number from 0 to `limit` - 1; 0 when there is nothing to choose from. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * Math.max(limit, 0))

  return {
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    chance: (share) => next() < share,
  }
}

/** A generator of its own for each file, so that one file can be made again without those before it. */
export function randomFor(seed: number, file: number): Random {
  const mixed = randomFrom(seed ^ Math.imul(file + 1, 0x9e3779b1))
  return randomFrom(mixed.below(2 ** 32))
}
