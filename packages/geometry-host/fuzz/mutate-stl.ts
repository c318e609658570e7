import { byteMutations, joined, latin1, type Mutation, mutateWith } from './bytes.ts'
import type { Random } from './random.ts'

const headerBytes = 84
const facetBytes = 50

const specials = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e-45,
  -1e-45,
  1e38,
  -3.4e38,
  0,
  -0,
  1e-30,
  1e20,
]

function withView(bytes: Uint8Array, change: (view: DataView<ArrayBuffer>) => void): Uint8Array {
  const copy = new Uint8Array(bytes)
  change(new DataView(copy.buffer))
  return copy
}

/** Offset of a random facet of a binary file; undefined if it has none. */
function someFacet(bytes: Uint8Array, random: Random): number | undefined {
  const facets = Math.floor((bytes.length - headerBytes) / facetBytes)
  return facets > 0 ? headerBytes + facetBytes * random.below(facets) : undefined
}

const binaryMutations: readonly Mutation[] = [
  function specialFloat(bytes, random) {
    return withView(bytes, (view) => {
      for (let left = 1 + random.below(4); left > 0; left--) {
        const facet = someFacet(bytes, random)
        if (facet !== undefined) view.setFloat32(facet + 4 * random.below(12), random.pick(specials), true)
      }
    })
  },
  function specialBits(bytes, random) {
    const facet = someFacet(bytes, random)
    if (facet === undefined) return bytes
    // Any bit pattern is a float: quiet and signalling NaN, denormals, huge and tiny values.
    return withView(bytes, (view) => view.setUint32(facet + 4 * random.below(12), random.below(2 ** 32), true))
  },
  function wrongCount(bytes, random) {
    if (bytes.length < headerBytes) return bytes
    return withView(bytes, (view) => {
      const count = view.getUint32(80, true)
      view.setUint32(80, random.pick([0, 0xffffffff, count + 1, count - 1, 0x7fffffff, random.below(2 ** 32)]), true)
    })
  },
  function sameEverywhere(bytes, random) {
    const value = random.pick(specials)
    return withView(bytes, (view) => {
      for (let at = headerBytes; at + facetBytes <= bytes.length; at += facetBytes) {
        for (let i = 3; i < 12; i++) if (random.chance(0.3)) view.setFloat32(at + 4 * i, value, true)
      }
    })
  },
  function scaledFar(bytes, random) {
    const factor = random.pick([1e-38, 1e-20, 1e-6, 1e6, 1e15, 1e36])
    return withView(bytes, (view) => {
      for (let at = headerBytes; at + facetBytes <= bytes.length; at += facetBytes) {
        for (let i = 3; i < 12; i++) view.setFloat32(at + 4 * i, view.getFloat32(at + 4 * i, true) * factor, true)
      }
    })
  },
  function repeatedFacet(bytes, random) {
    const facet = someFacet(bytes, random)
    if (facet === undefined) return bytes
    const copies = Array.from({ length: 1 + random.below(40) }, () => bytes.subarray(facet, facet + facetBytes))
    const longer = joined(bytes, ...copies)
    return withView(longer, (view) => view.setUint32(80, view.getUint32(80, true) + copies.length, true))
  },
  function turnedFacet(bytes, random) {
    const facet = someFacet(bytes, random)
    if (facet === undefined) return bytes
    const copy = bytes.slice()
    copy.set(bytes.subarray(facet + 12, facet + 24), facet + 24)
    copy.set(bytes.subarray(facet + 24, facet + 36), facet + 12)
    return copy
  },
  function solidHeader(bytes, random) {
    const copy = bytes.slice()
    copy.set(
      latin1(
        random.pick(['solid', 'SOLID part', 'solid\nfacet normal', '\xef\xbb\xbfsolid x', 'COLOR=\xff\xff']),
      ).subarray(0, copy.length),
    )
    return copy
  },
]

const tokens = [
  'solid',
  'facet',
  'normal',
  'outer',
  'loop',
  'vertex',
  'endloop',
  'endfacet',
  'endsolid',
  'endsolid x\nsolid y',
]

const numbers = [
  'nan',
  'inf',
  '-Infinity',
  '1e999',
  '-1e-999',
  '1e38',
  '4e38',
  '0x10',
  '1,5',
  '--1',
  '1e',
  '.',
  '+.5e+3',
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
]

/** Changes one word of a text at a random position. */
function reword(bytes: Uint8Array, random: Random, change: (word: Uint8Array) => Uint8Array): Uint8Array {
  let from = random.below(bytes.length)
  while (from > 0 && (bytes[from - 1] as number) > 32) from--
  let to = from
  while (to < bytes.length && (bytes[to] as number) > 32) to++
  return joined(bytes.subarray(0, from), change(bytes.subarray(from, to)), bytes.subarray(to))
}

const asciiMutations: readonly Mutation[] = [
  (bytes, random) => reword(bytes, random, () => latin1(random.pick(tokens))),
  (bytes, random) => reword(bytes, random, () => latin1(random.pick(numbers))),
  (bytes, random) => reword(bytes, random, () => new Uint8Array(0)),
  (bytes, random) => reword(bytes, random, (word) => joined(word, latin1(' '), word)),
  (bytes, random) => reword(bytes, random, (word) => latin1(Buffer.from(word).toString('latin1').toUpperCase())),
  (bytes, random) => reword(bytes, random, () => new Uint8Array(1 + random.below(200_000)).fill(65 + random.below(26))),
  function mixedLineEnds(bytes, random) {
    const text = Buffer.from(bytes).toString('latin1')
    return latin1(text.replaceAll('\n', () => random.pick(['\n', '\r', '\r\n', '\n\n', ' ', '\v', '\0'])))
  },
]

/** A corrupted STL file with changed bytes, facets or words, whatever its encoding. */
export const mutateStl: Mutation = (bytes, random, other) => {
  const isText = bytes.subarray(0, headerBytes).every((byte) => byte < 128 && byte > 0)
  // One file in twenty gets the mutations of the other encoding.
  const own = isText === random.chance(0.95) ? asciiMutations : binaryMutations
  return mutateWith([...own, ...own, ...byteMutations])(bytes, random, other)
}
