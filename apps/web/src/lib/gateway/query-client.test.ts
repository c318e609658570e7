import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

/** A query whose first answers fail with a code. */
function failingQuery(code: ApiError['code'], failures: number) {
  let calls = 0
  const queryFn = async () => {
    calls++
    if (calls <= failures) throw new ApiError({ code, status: 503, message: '' })
    return 'answer'
  }
  const observer = new QueryObserver(queryClient, { queryKey: [code, failures], queryFn })
  observer.subscribe(() => undefined)

  return { result: () => observer.getCurrentResult(), calls: () => calls }
}

it.each(['BUSY', 'NETWORK'] as const)('asks again after %s, which passes, before it shows an error', async (code) => {
  const query = failingQuery(code, 2)
  await vi.advanceTimersByTimeAsync(3000)
  expect(query.result().data).toBe('answer')
})

it('gives up on a server that stays busy', async () => {
  const query = failingQuery('BUSY', 9)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(query.result().isError).toBe(true)
  expect(query.calls()).toBe(3)
})

it('shows any other refusal at once', async () => {
  const query = failingQuery('NOT_FOUND', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(query.result().isError).toBe(true)
})
