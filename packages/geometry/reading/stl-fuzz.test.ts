import { expect, it } from 'vitest'
import { u8 } from '../math/typed-access.ts'
import { refusalCodes } from '../model/verdict.ts'
import { asciiStl, binaryStl, box, cylinder } from '../solids.ts'
import { readStl } from './collecting-sink.fixture.ts'
import { sniff, sniffBytes } from './sniff.ts'

/** A pseudo-random number generator (xorshift), the same at every run. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

type Random = ReturnType<typeof randomFrom>

const joined = (...pieces: readonly Uint8Array[]): Uint8Array => Uint8Array.from(pieces.flatMap((piece) => [...piece]))

function twoPlaces(bytes: Uint8Array, random: Random): [number, number] {
  const a = random(bytes.length + 1)
  const b = random(bytes.length + 1)
  return a < b ? [a, b] : [b, a]
}

const words = [
  'solid',
  'facet',
  'outer loop',
  'vertex',
  'nan',
  '1e999',
  '-',
  '\r',
  '\0',
  '1e-400',
  'endsolid\n',
  '\xff\xfe',
]

const mutations: ((bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array)[] = [
  (bytes, random) => bytes.with(random(bytes.length), random(256)),
  (bytes, random) => {
    const at = random(bytes.length)
    return bytes.with(at, u8(bytes, at) ^ (1 << random(8)))
  },
  (bytes, random) => {
    const at = random(bytes.length)
    return bytes.slice().fill(255, at, at + 4)
  },
  (bytes, random) => bytes.slice(0, random(bytes.length + 1)),
  (bytes, random) => {
    const [from, to] = twoPlaces(bytes, random)
    return joined(bytes.slice(0, to), bytes.slice(from))
  },
  (bytes, random) => {
    const [from, to] = twoPlaces(bytes, random)
    return joined(bytes.slice(0, from), bytes.slice(to))
  },
  (bytes, random, other) => joined(bytes.slice(0, random(bytes.length)), other.slice(random(other.length))),
  (bytes, random) => {
    const at = random(bytes.length)
    const word = Uint8Array.from(words[random(words.length)] ?? '', (letter) => letter.charCodeAt(0))
    return joined(bytes.slice(0, at), word, bytes.slice(at))
  },
  (bytes, random) =>
    bytes.length < 84
      ? bytes
      : joined(bytes.slice(0, 80), Uint8Array.of(random(256), random(2), 0, 0), bytes.slice(84)),
]

const seeds = [
  binaryStl(box()),
  binaryStl(cylinder(3, 5, 8), 'solid shaft'),
  asciiStl(box([0.1, 1e-7, 12345.678])),
  asciiStl(cylinder(3, 5, 8), { lineEnd: '\r\n', name: 'arbre 1' }),
]

it('3,000 corrupted files are each read or refused, with finite coordinates only (GEO-1)', () => {
  const random = randomFrom(20_261_115)
  const outcomes = new Map<string, number>()
  for (let round = 0; round < 3000; round++) {
    const seed = seeds[random(seeds.length)] as Uint8Array
    let bytes = seed
    for (let times = 1 + random(3); times > 0 && bytes.length > 0; times--) {
      const mutate = mutations[random(mutations.length)]
      if (mutate) bytes = mutate(bytes, random, seeds[random(seeds.length)] as Uint8Array).slice(0, 20_000)
    }

    const kind = sniff(bytes.subarray(0, sniffBytes), random(2) ? bytes.length : undefined)
    const size = 1 + random(3000)
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, i * size + size),
    )
    for (const reader of ['stl-binary', 'stl-ascii'] as const) {
      const { summary, refusal, coordinates } = readStl(reader, chunks, random(2) ? { totalBytes: bytes.length } : {})
      expect(coordinates.every(Number.isFinite)).toBe(true)
      if (refusal) expect(refusalCodes).toContain(refusal.code)
      else expect(summary?.triangles).toBe(coordinates.length / 9)
      if (reader === kind) outcomes.set(refusal?.code ?? 'read', (outcomes.get(refusal?.code ?? 'read') ?? 0) + 1)
    }
  }

  // All outcomes must occur: a fuzzer whose files are all refused early proves nothing.
  for (const outcome of ['read', 'truncated', 'malformed-stl', 'not-finite'])
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(20)
})
