import { expect, it } from 'vitest'
import { RequestLimit } from './request-limit.ts'

const late = 26
const inTime = 25

const newLimit = () => new RequestLimit({ maxRequests: 64, maxDelayMs: 25 })

/** The limit after each of the samples. */
const adapted = (limit: RequestLimit, delaysMs: readonly number[]) =>
  delaysMs.map((delayMs) => {
    limit.adapt(delayMs)
    return limit.allowed
  })

it('allows the most until the event loop is late', () => {
  const limit = newLimit()
  expect(limit.allowed).toBe(64)
  expect(adapted(limit, [0, inTime])).toEqual([64, 64])
})

it('halves with each late sample, down to eight', () => {
  expect(adapted(newLimit(), [late, late, late, late])).toEqual([32, 16, 8, 8])
})

it('takes fourteen seconds of samples in time to allow everything again', () => {
  const limit = newLimit()
  adapted(limit, [late, late, late])

  const rising = adapted(limit, Array<number>(141).fill(inTime))
  expect(rising.slice(0, 3)).toEqual([9, 9, 10])
  expect(rising.indexOf(64)).toBe(137)
})

/** A server whose event loop is 1 ms late for each request in progress: at 25 it is just in time. */
it('settles around the number of requests that the server can serve in time', () => {
  const limit = newLimit()
  adapted(limit, [late, late, late])

  const allowed: number[] = []
  for (let i = 0; i < 200; i++) {
    limit.adapt(limit.allowed)
    allowed.push(limit.allowed)
  }
  const settled = allowed.slice(100)
  expect(Math.max(...settled)).toBeLessThanOrEqual(26)
  expect(Math.min(...settled)).toBeGreaterThanOrEqual(12)
})

it('leaves a limit that is small already as it is', () => {
  const limit = new RequestLimit({ maxRequests: 8, maxDelayMs: 25 })
  expect(adapted(limit, [late, late])).toEqual([8, 8])
})
