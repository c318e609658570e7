import { threadId } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import type * as fixture from './thread-pool.fixture.ts'
import { type ThreadFunction, type ThreadLimits, ThreadPool } from './thread-pool.ts'

const module = new URL('./thread-pool.fixture.ts', import.meta.url).href
const countCalls: ThreadFunction<(input: null) => ReturnType<typeof fixture.countCalls>> = {
  module,
  name: 'countCalls',
}
const failing = (name: keyof typeof fixture): ThreadFunction<(input: unknown) => never> => ({ module, name })

const pools: ThreadPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function aPool(limits: Partial<ThreadLimits> = {}): ThreadPool {
  const pool = new ThreadPool({ maxThreads: 1, maxRunMs: 60_000, maxIdleMs: 60_000, maxHeapMb: 64, ...limits })
  pools.push(pool)
  return pool
}

it('runs functions in another thread, which keeps what it has loaded', async () => {
  const pool = aPool()
  const first = await pool.run(countCalls, null)
  const second = await pool.run(countCalls, null)

  expect(first.threadId).not.toBe(threadId)
  expect(second).toEqual({ threadId: first.threadId, calls: 2 })
})

it('runs no more threads than allowed', async () => {
  const pool = aPool({ maxThreads: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => pool.run(countCalls, null)))

  expect(new Set(answers.map((answer) => answer.threadId)).size).toBe(2)
})

it('passes on the error of a function and keeps its thread', async () => {
  const pool = aPool()
  const before = await pool.run(countCalls, null)
  await expect(pool.run(failing('refuse'), 'no such font')).rejects.toThrow('refuse: no such font')

  expect(await pool.run(countCalls, null)).toEqual({ ...before, calls: 2 })
})

it.each([
  ['endThread', 'endThread ended with its thread'],
  ['crash', 'crash crashed its thread'],
  ['fillMemory', 'fillMemory crashed its thread'],
] as const)('replaces a thread that ended (%s), for waiting and for later tasks', async (name, message) => {
  const pool = aPool()
  const task = pool.run(failing(name), null)
  const waiting = pool.run(countCalls, null)

  await expect(task).rejects.toThrow(message)
  expect(await waiting).toMatchObject({ calls: 1 })
  expect(await pool.run(countCalls, null)).toMatchObject({ calls: 2 })
})

it('ends a task that takes too long, and its thread', async () => {
  const pool = aPool({ maxRunMs: 200 })
  await expect(pool.run(failing('neverEnd'), null)).rejects.toThrow('neverEnd took longer than 200 ms')
})

it('fails a task whose input cannot be copied, and goes on', async () => {
  const pool = aPool()
  await expect(pool.run(failing('refuse'), () => undefined)).rejects.toThrow('could not be cloned')

  expect(await pool.run(countCalls, null)).toMatchObject({ calls: 1 })
})

it('ends its threads when it is closed, also in the middle of a task', async () => {
  const pool = aPool()
  const task = pool.run(failing('neverEnd'), null)
  const ended = expect(task).rejects.toThrow('neverEnd ended with its thread')

  await pool.close()
  await ended
})

it('starts nothing after it was closed', async () => {
  const pool = aPool({ maxThreads: 1 })
  const running = expect(pool.run(failing('neverEnd'), null)).rejects.toThrow('ended with its thread')
  const waiting = expect(pool.run(countCalls, null)).rejects.toThrow('the threads are closed')

  await pool.close()
  await Promise.all([running, waiting])
  await expect(pool.run(countCalls, null)).rejects.toThrow('the threads are closed')
})
