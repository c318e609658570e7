import { availableParallelism } from 'node:os'
import type { LostBody } from '@cotation/geometry'
import { type AnalysisChild, startAnalysisChild } from './analysis-child.ts'
import { type AnalysisListeners, type AnalysisResult, refusedAfter } from './analysis-run.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { AnalysisJob } from './messages.ts'

/** A file of which more bodies end their processes is refused. */
const maxLostBodies = 3

export interface AnalysisPool {
  /** Analyses a file once a process is free. `open` runs only then: queued files stay closed. */
  analyse(
    open: () => AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    listeners?: AnalysisListeners,
  ): Promise<AnalysisResult>
  /** Cancels running and queued files; resolves when all processes have ended. */
  close(): Promise<void>
}

/**
 * A pool of at most `processes` analysing processes with a FIFO queue. A worn process is replaced
 * before the next file arrives, so that its kernel is already warm.
 */
export function createAnalysisPool({
  processes = availableParallelism(),
  limits = defaultLimits,
  start = startAnalysisChild,
}: {
  processes?: number
  limits?: Limits
  start?: (limits: Limits) => AnalysisChild
} = {}): AnalysisPool {
  const idle: AnalysisChild[] = []
  const all = new Set<AnalysisChild>()
  const stopping = new Set<Promise<void>>()
  const waiting = new Set<(process: AnalysisChild | undefined) => void>()
  let closed = false

  const startProcess = (): AnalysisChild => {
    const process = start(limits)
    all.add(process)
    return process
  }

  const discard = (process: AnalysisChild): void => {
    all.delete(process)
    const stopped = process.stop().then(() => void stopping.delete(stopped))
    stopping.add(stopped)
  }

  /** A process; undefined if the caller cancelled or the pool was closed first. */
  const acquire = async (signal: AbortSignal | undefined): Promise<AnalysisChild | undefined> => {
    if (signal?.aborted) return undefined

    for (let free = idle.pop(); free; free = idle.pop()) {
      if (!free.isSpent()) return free
      discard(free)
    }

    if (all.size < processes) return startProcess()

    const { promise, resolve } = Promise.withResolvers<AnalysisChild | undefined>()
    const cancel = () => {
      // Removed synchronously, so that no process is given to a caller who has cancelled.
      waiting.delete(resolve)
      resolve(undefined)
    }
    waiting.add(resolve)
    signal?.addEventListener('abort', cancel, { once: true })

    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  const release = (process: AnalysisChild): void => {
    if (process.isSpent()) discard(process)
    if (closed) return

    const usable = process.isSpent() ? startProcess() : process
    const [next] = waiting
    if (!next) {
      idle.push(usable)
    } else {
      waiting.delete(next)
      next(usable)
    }
  }

  /** Analyses a file in the next free process. */
  const analyseOnce = async (
    open: () => AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    listeners: AnalysisListeners,
    deadlineMs: number,
  ): Promise<AnalysisResult> => {
    const queuedAt = performance.now()
    const process = await acquire(listeners.signal)
    if (!process || closed) return refusedAfter('cancelled', performance.now() - queuedAt)

    try {
      return await process.analyse(open(), job, listeners, deadlineMs)
    } finally {
      release(process)
    }
  }

  return {
    async analyse(open, job, listeners = {}) {
      if (closed) throw new Error('The pool of analysing processes is closed.')

      let lostBodies: readonly LostBody[] = job.lostBodies ?? []
      let deadlineMs = limits.deadlineMs

      for (;;) {
        const result = await analyseOnce(open, { ...job, lostBodies }, listeners, deadlineMs)
        deadlineMs -= result.timingsMs.total
        if (!result.lostBody || lostBodies.length >= maxLostBodies || deadlineMs <= 0) return result

        // One body ended the process: the file is read again without it.
        lostBodies = [...lostBodies, result.lostBody]
      }
    },
    async close() {
      closed = true
      for (const resolve of waiting) resolve(undefined)
      waiting.clear()
      for (const process of all) discard(process)
      await Promise.all(stopping)
    },
  }
}
