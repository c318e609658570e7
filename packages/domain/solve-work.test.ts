import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { solveWork } from './solve-work.ts'

/** SHA-256 by another implementation. */
function hashOf(seed: string, index: number, number: number): Buffer {
  const message = Buffer.alloc(24)
  message.write(seed, 'hex')
  message.writeUInt32BE(index, 16)
  message.writeUInt32BE(number, 20)
  return createHash('sha256').update(message).digest()
}

describe('a proof of work', () => {
  it.each(['0'.repeat(32), 'f'.repeat(32), '00112233445566778899aabbccddeeff', '80000000'.repeat(4)])(
    'has the smallest number for each puzzle (seed %s)',
    (seed) => {
      const bits = 7
      const startsWithZeros = (index: number, number: number) => hashOf(seed, index, number).readUInt32BE() < 2 ** 25

      for (const [index, number] of solveWork({ token: `any.text.${seed}`, puzzles: 16, bits }).entries()) {
        expect(startsWithZeros(index, number)).toBe(true)
        const smaller = Array.from({ length: number }, (_, i) => i)
        expect(smaller.filter((other) => startsWithZeros(index, other))).toEqual([])
      }
    },
  )

  it('has as many numbers as puzzles', () => {
    expect(solveWork({ token: 'a'.repeat(32), puzzles: 3, bits: 1 })).toHaveLength(3)
  })
})
