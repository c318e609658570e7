import type { WorkChallenge } from './proof-of-work.ts'

/**
 * Finds a number for each puzzle: SHA-256 of seed (16 bytes), index of the puzzle and number (4 bytes
 * each, big-endian) starts with `bits` zeros. It blocks its thread, so browsers run it in a worker.
 */
export function solveWork({ token, puzzles, bits }: WorkChallenge): number[] {
  const seed = token.slice(-32)
  const block = new Int32Array(64)
  for (let i = 0; i < 4; i++) block[i] = Number.parseInt(seed.slice(i * 8, i * 8 + 8), 16)

  const numbers: number[] = []
  for (let index = 0; index < puzzles; index++) {
    let number = 0
    while (firstHashedWord(block, index, number) >>> (32 - bits) !== 0) number++
    numbers.push(number)
  }

  return numbers
}

const messageBytes = 24

/** The cube roots of the first 64 primes, 32 bits after the point (FIPS 180-4, 4.2.2). */
const roundConstants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)

const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/**
 * The first word of SHA-256 (FIPS 180-4, 6.2.2) over a message of 24 bytes, whose first four words are
 * in the block. Written out because WebCrypto takes longer to call than to hash so little, and is
 * missing on pages without https.
 */
function firstHashedWord(block: Int32Array, index: number, number: number): number {
  block[4] = index
  block[5] = number
  block[6] = 0x80000000
  block.fill(0, 7, 15)
  block[15] = messageBytes * 8

  for (let i = 16; i < 64; i++) {
    const second = block[i - 2] as number
    const fifteenth = block[i - 15] as number
    const mixedSecond = rotated(second, 17) ^ rotated(second, 19) ^ (second >>> 10)
    const mixedFifteenth = rotated(fifteenth, 7) ^ rotated(fifteenth, 18) ^ (fifteenth >>> 3)
    block[i] = mixedSecond + (block[i - 7] as number) + mixedFifteenth + (block[i - 16] as number)
  }

  let a = 0x6a09e667
  let b = 0xbb67ae85 | 0
  let c = 0x3c6ef372
  let d = 0xa54ff53a | 0
  let e = 0x510e527f
  let f = 0x9b05688c | 0
  let g = 0x1f83d9ab
  let h = 0x5be0cd19

  for (let i = 0; i < 64; i++) {
    const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + mixedE + choice + (roundConstants[i] as number) + (block[i] as number)) | 0

    const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)

    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + mixedA + majority) | 0
  }

  return (a + 0x6a09e667) | 0
}
