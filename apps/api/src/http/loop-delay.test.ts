import { createHistogram } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { meanSeenByRequests } from './loop-delay.ts'

function turnsOf(...lengthsMs: number[]) {
  const histogram = createHistogram()
  for (const ms of lengthsMs) histogram.record(ms)
  return histogram
}

/** Seven of ten requests arrive during the turn of 70 ms: (3 × 10² + 70²) / 100. */
it('weights each turn of the event loop by its length', () => {
  expect(meanSeenByRequests(turnsOf(10, 10, 10, 70))).toBeCloseTo(52)
})

it('gives the plain mean for equal turns', () => {
  expect(meanSeenByRequests(turnsOf(20, 20, 20))).toBe(20)
})
