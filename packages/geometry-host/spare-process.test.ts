import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnalysisChild } from './analysis-child.ts'
import { createAnalysisPool, maxIdleMs } from './analysis-pool.ts'
import { type AnalysisOptions, type AnalysisResult, refusedAfter } from './analysis-run.ts'
import type { AnalysisJob } from './messages.ts'
import { warmUpJob } from './warm-up.ts'

const job: AnalysisJob = { totalBytes: undefined, unit: undefined, meshes: [] }

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A process that answers when the test says so. */
interface FakeChild extends AnalysisChild {
  jobs: AnalysisJob[]
  isRunning: boolean
  finish(change?: { spent?: boolean; large?: boolean }): Promise<void>
}

function fakeChild(): FakeChild {
  let answered = Promise.withResolvers<AnalysisResult>()
  let isSpent = false
  let isLarge = false
  let isPatient = false

  const child: FakeChild = {
    pid: undefined,
    jobs: [],
    isRunning: true,
    isSpent: () => isSpent,
    becomePatient() {
      isPatient = true
    },
    isPatient: () => isPatient,
    exceedsIdleMemory: () => isLarge,
    analyse(_file, given) {
      child.jobs.push(given)
      answered = Promise.withResolvers()
      return answered.promise
    },
    async finish({ spent = false, large = false } = {}) {
      isSpent = spent
      isLarge = large
      answered.resolve(refusedAfter('pdf', 1))
      await settle()
    },
    async stop() {
      child.isRunning = false
      isSpent = true
      answered.resolve(refusedAfter('cancelled', 1))
    },
  }
  return child
}

/** Lets everything run that waits for promises only. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A pool of fake processes that keeps one ready; `child(0)` is the first that it started. */
function readyPool(processes: number) {
  const children: FakeChild[] = []
  const pool = createAnalysisPool({
    processes,
    start() {
      const child = fakeChild()
      children.push(child)
      return child
    },
  })
  const child = (index: number): FakeChild => {
    const found = children[index]
    if (!found) throw new Error(`Only ${children.length} processes were started.`)
    return found
  }
  const analyse = async (options: AnalysisOptions = {}) => {
    void pool.analyse(nothing, job, options)
    await settle()
  }
  pool.keepReady()
  opened.push(pool)

  return { pool, children, child, analyse, running: () => children.filter(({ isRunning }) => isRunning) }
}

const opened: { close(): Promise<void> }[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close()
  vi.useRealTimers()
})

describe('a pool that keeps a process ready', () => {
  it('starts and warms up one process before the first file, which then gets it', async () => {
    const { children, child, analyse } = readyPool(1)
    expect(children).toHaveLength(1)
    expect(child(0).jobs).toEqual([warmUpJob])

    await child(0).finish()
    await analyse()

    expect(children).toHaveLength(1)
    expect(child(0).jobs).toEqual([warmUpJob, { ...job, lostBodies: [] }])
  })

  it('warms up another one as soon as a file takes the one that was ready', async () => {
    const { children, child, analyse } = readyPool(2)
    await child(0).finish()
    await analyse()

    expect(children).toHaveLength(2)
    expect(child(1).jobs).toEqual([warmUpJob])
  })

  it('replaces a process that is used up before the next file arrives', async () => {
    const { child, analyse, running } = readyPool(1)
    await child(0).finish()
    await analyse()
    await child(0).finish({ spent: true })

    expect(running()).toEqual([child(1)])
    expect(child(1).jobs).toEqual([warmUpJob])
  })

  it('gives a file that waits at the limit the process whose warm-up ends', async () => {
    const { child, analyse } = readyPool(1)
    await analyse()
    expect(child(0).jobs).toEqual([warmUpJob])

    await child(0).finish()
    expect(child(0).jobs).toHaveLength(2)
  })

  it('does not repeat a warm-up that ended its process, but starts one for a file', async () => {
    const { children, child, analyse } = readyPool(1)
    await child(0).finish({ spent: true })
    expect(children).toHaveLength(1)

    await analyse()
    expect(child(1).jobs).toEqual([{ ...job, lostBodies: [] }])
  })

  it('replaces an idle process that keeps too much memory', async () => {
    const { child, analyse, running } = readyPool(1)
    await child(0).finish()
    await analyse()
    await child(0).finish({ large: true })

    vi.advanceTimersByTime(maxIdleMs - 1)
    expect(running()).toEqual([child(0)])

    vi.advanceTimersByTime(1)
    await settle()
    expect(running()).toEqual([child(1)])
    expect(child(1).jobs).toEqual([warmUpJob])
  })

  it('keeps a small idle process, and one that the next file has taken', async () => {
    const { children, child, analyse } = readyPool(1)
    await child(0).finish()
    await analyse()
    await child(0).finish()
    vi.advanceTimersByTime(2 * maxIdleMs)
    expect(child(0).isRunning).toBe(true)

    await analyse()
    await child(0).finish({ large: true })
    await analyse()
    vi.advanceTimersByTime(2 * maxIdleMs)
    expect(child(0).isRunning).toBe(true)
    expect(children).toHaveLength(1)
  })

  it('does not replace a process that is large after its warm-up again and again', async () => {
    const { children, child } = readyPool(1)
    await child(0).finish({ large: true })
    vi.advanceTimersByTime(10 * maxIdleMs)
    await settle()
    expect(children).toHaveLength(1)
  })

  it('ends the processes of a burst and keeps one', async () => {
    const { child, analyse, running } = readyPool(3)
    await child(0).finish()
    await analyse()
    await analyse()
    await analyse()
    expect(running()).toHaveLength(3)

    for (const busy of running()) await busy.finish()
    for (const busy of running()) await busy.finish()
    vi.advanceTimersByTime(maxIdleMs)
    await settle()
    expect(running()).toHaveLength(1)
  })

  it('keeps a process ready for other files while patient ones have theirs', async () => {
    const { child, analyse } = readyPool(2)
    await child(0).finish()
    await analyse({ isPatient: true })
    expect(child(0).isPatient()).toBe(true)

    await child(1).finish()
    await child(0).finish()
    await analyse({ isPatient: true })
    expect(child(0).jobs).toHaveLength(3)

    await analyse()
    expect(child(1).jobs).toEqual([warmUpJob, { ...job, lostBodies: [] }])
    expect(child(1).isPatient()).toBe(false)
  })

  it('replaces an idle process of patient files when another file needs its place', async () => {
    const { child, analyse, running } = readyPool(1)
    await child(0).finish()
    await analyse({ isPatient: true })
    await child(0).finish()

    await analyse()
    expect(running()).toEqual([child(1)])
    expect(child(1).isPatient()).toBe(false)
    expect(child(1).jobs).toEqual([{ ...job, lostBodies: [] }])
  })

  it('gives a file that waits for a patient one a process of its own priority', async () => {
    const { child, analyse, running } = readyPool(1)
    await child(0).finish()
    await analyse({ isPatient: true })
    await analyse()
    await child(0).finish()

    expect(running()).toEqual([child(1)])
    expect(child(1).isPatient()).toBe(false)
  })

  it('ends a process of patient files that has none, and keeps the ready one', async () => {
    const { child, analyse, running } = readyPool(2)
    await child(0).finish()
    await analyse({ isPatient: true })
    await child(1).finish()
    await child(0).finish()

    vi.advanceTimersByTime(maxIdleMs)
    await settle()
    expect(running()).toEqual([child(1)])
  })

  it('starts no further process after it is closed', async () => {
    const { pool, children, running } = readyPool(2)
    await pool.close()
    await settle()
    expect(running()).toEqual([])
    expect(children).toHaveLength(1)
  })
})

describe('a pool that keeps none ready', () => {
  it('starts no process before the first file', async () => {
    const start = vi.fn(fakeChild)
    const pool = createAnalysisPool({ processes: 2, start })
    await settle()
    expect(start).not.toHaveBeenCalled()
    await pool.close()
  })
})
