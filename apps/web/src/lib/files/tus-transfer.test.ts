import { expect, it } from 'vitest'
import { breakage, shouldRetry } from './tus-transfer.ts'

/** The library's error about an answer with this status. */
const answered = (status: number) =>
  Object.assign(new Error('answered'), { originalResponse: { getStatus: () => status } })

it.each([
  [507, 'full', false],
  [503, 'connection', true],
  [423, 'connection', true],
  [429, 'connection', false],
  [401, 'session', false],
  [413, 'refused', false],
])('reports status %s as %s; retries at once: %s', (status, why, isRetried) => {
  const error = answered(status)
  expect([breakage(error), shouldRetry(error)]).toEqual([why, isRetried])
})
