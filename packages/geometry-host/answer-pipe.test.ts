import { PassThrough } from 'node:stream'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receiveAnswers } from './answer-pipe.ts'
import { framed } from './frames.ts'

/** The answers in the bytes, which arrive in pieces of the given lengths, repeated. */
function receivedFrom(bytes: Uint8Array, lengths: readonly number[]): unknown[] {
  const pipe = new PassThrough()
  const received: unknown[] = []
  receiveAnswers(
    pipe,
    (answer) => received.push(answer),
    () => received.push('broken'),
  )

  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? 1
    pipe.emit('data', Buffer.from(bytes.subarray(at, at + length)))
    at += length
  }

  return received
}

const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 })

it('answers arrive unchanged for any chunks of the pipe', () => {
  const answers = fc.array(fc.record({ name: fc.string(), values: fc.float32Array() }), { maxLength: 6 })
  fc.assert(
    fc.property(answers, cuts, (given, lengths) => {
      const bytes = Buffer.concat(given.map((answer) => framed(serialize(answer))))
      expect(receivedFrom(bytes, lengths)).toEqual(given)
    }),
  )
})

it('any bytes are either received or reported as broken once, and never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), cuts, (bytes, lengths) => {
      const received = receivedFrom(Buffer.concat([framed(serialize(1)), framed(bytes), framed(bytes)]), lengths)
      expect(received[0]).toBe(1)
      expect(received.filter((answer) => answer === 'broken').length).toBeLessThanOrEqual(1)
    }),
  )
})
