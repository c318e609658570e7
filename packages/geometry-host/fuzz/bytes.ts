import type { Random } from './random.ts'

/** Changes a file without knowing its format. */
export type Mutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array

export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Two offsets in the file, the lower first. */
function span(bytes: Uint8Array, random: Random): [number, number] {
  const a = random.below(bytes.length + 1)
  const b = random.below(bytes.length + 1)
  return a < b ? [a, b] : [b, a]
}

export const byteMutations: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const copy = bytes.slice()
    for (let left = 1 + random.below(8); left > 0 && copy.length > 0; left--) {
      const at = random.below(copy.length)
      copy[at] = (copy[at] as number) ^ (1 << random.below(8))
    }
    return copy
  },
  function noise(bytes, random) {
    const [from] = span(bytes, random)
    return bytes.slice().map((byte, at) => (at >= from && at < from + 16 ? random.below(256) : byte))
  },
  function cut(bytes, random) {
    return bytes.slice(0, random.below(bytes.length + 1))
  },
  function repeatBlock(bytes, random) {
    const [from, to] = span(bytes, random)
    return joined(bytes.subarray(0, to), bytes.subarray(from))
  },
  function removeBlock(bytes, random) {
    const [from, to] = span(bytes, random)
    return joined(bytes.subarray(0, from), bytes.subarray(to))
  },
  function swapBlocks(bytes, random) {
    const [from, to] = span(bytes, random)
    const middle = from + random.below(to - from + 1)
    return joined(bytes.subarray(0, from), bytes.subarray(middle, to), bytes.subarray(from, middle), bytes.subarray(to))
  },
  function splice(bytes, random, other) {
    return joined(bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(random.below(other.length + 1)))
  },
]

/** One to three of the mutations, one after the other. */
export function mutateWith(mutations: readonly Mutation[]): Mutation {
  return (bytes, random, other) => {
    let mutant = bytes
    for (let left = 1 + random.below(3); left > 0; left--) mutant = random.pick(mutations)(mutant, random, other)
    return mutant
  }
}
