/** Reproducible pseudo-random numbers (mulberry32). */
export interface Random {
  /** An integer from 0 to `limit` - 1, or 0. */
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

/** A separate generator for each file, so that each can be reproduced without those before it. */
export function randomFor(seed: number, file: number): Random {
  const mixed = randomFrom(seed ^ Math.imul(file + 1, 0x9e3779b1))
  return randomFrom(mixed.below(2 ** 32))
}
