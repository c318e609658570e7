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
  const pool = new ThreadPool({
    maxRunning: 1,
    maxWaiting: 8,
    maxWaitingPerOwner: 4,
    maxRunMs: 60_000,
    maxIdleMs: 60_000,
    maxHeapMb: 64,
    ...limits,
  })
  pools.push(pool)
  return pool
}

it('runs functions in another thread, which keeps what it has loaded', async () => {
  const pool = aPool()
  const first = await pool.run('anna', countCalls, null)
  const second = await pool.run('anna', countCalls, null)

  expect(first.threadId).not.toBe(threadId)
  expect(second).toEqual({ threadId: first.threadId, calls: 2 })
})

it('runs no more threads than allowed', async () => {
  const pool = aPool({ maxRunning: 2 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => pool.run(`owner ${index}`, countCalls, null)),
  )

  expect(new Set(answers.map((answer) => answer.threadId)).size).toBe(2)
})

it('runs the tasks of an owner one after the other, beside those of others', async () => {
  const pool = aPool({ maxRunning: 2 })
  const held = expect(pool.run('anna', failing('neverEnd'), null)).rejects.toThrow('ended with its thread')
  const waiting = expect(pool.run('anna', countCalls, null)).rejects.toMatchObject({ code: 'BUSY' })

  expect(await pool.run('zoe', countCalls, null)).toMatchObject({ calls: 1 })
  await pool.close()
  await Promise.all([held, waiting])
})

it('refuses what exceeds the waiting tasks, of all and of an owner', async () => {
  const pool = aPool({ maxWaiting: 3, maxWaitingPerOwner: 2 })
  const run = (owner: string) => pool.run(owner, countCalls, null)
  const results = await Promise.allSettled(['anna', 'anna', 'anna', 'anna', 'zoe', 'zoe'].map(run))

  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
    ...['fulfilled', 'rejected'],
  ])
  for (const index of [3, 5]) expect(results[index]).toMatchObject({ reason: { code: 'BUSY' } })
})

it('passes on the error of a function and keeps its thread', async () => {
  const pool = aPool()
  const before = await pool.run('anna', countCalls, null)
  await expect(pool.run('anna', failing('refuse'), 'no such font')).rejects.toThrow('refuse: no such font')

  expect(await pool.run('anna', countCalls, null)).toEqual({ ...before, calls: 2 })
})

it.each([
  ['endThread', 'endThread ended with its thread'],
  ['crash', 'crash crashed its thread'],
  ['fillMemory', 'fillMemory crashed its thread'],
] as const)('replaces a thread that ended (%s), for waiting and for later tasks', async (name, message) => {
  const pool = aPool()
  const task = pool.run('anna', failing(name), null)
  const waiting = pool.run('anna', countCalls, null)

  await expect(task).rejects.toThrow(message)
  expect(await waiting).toMatchObject({ calls: 1 })
  expect(await pool.run('anna', countCalls, null)).toMatchObject({ calls: 2 })
})

it('ends a task that takes too long, and its thread', async () => {
  const pool = aPool({ maxRunMs: 200 })
  await expect(pool.run('anna', failing('neverEnd'), null)).rejects.toThrow('neverEnd took longer than 200 ms')
})

it('fails a task whose input cannot be copied, and goes on', async () => {
  const pool = aPool()
  await expect(pool.run('anna', failing('refuse'), () => undefined)).rejects.toThrow('could not be cloned')

  expect(await pool.run('anna', countCalls, null)).toMatchObject({ calls: 1 })
})

it('ends its threads when it is closed, also in the middle of a task', async () => {
  const pool = aPool()
  const task = pool.run('anna', failing('neverEnd'), null)
  const ended = expect(task).rejects.toThrow('neverEnd ended with its thread')

  await pool.close()
  await ended
})

it('starts nothing after it was closed', async () => {
  const pool = aPool()
  const running = expect(pool.run('anna', failing('neverEnd'), null)).rejects.toThrow('ended with its thread')
  const waiting = expect(pool.run('anna', countCalls, null)).rejects.toMatchObject({ code: 'BUSY' })

  await pool.close()
  await Promise.all([running, waiting])
  await expect(pool.run('anna', countCalls, null)).rejects.toMatchObject({ code: 'BUSY' })
})
