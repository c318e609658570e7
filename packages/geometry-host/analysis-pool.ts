import { availableParallelism } from 'node:os'
import { type AnalysisChild, startAnalysisChild } from './analysis-child.ts'
import { type AnalysisListeners, type AnalysisResult, refusedAfter } from './analysis-run.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { AnalysisJob } from './protocol/messages.ts'

export interface AnalysisPool {
  /** Analyses one file as soon as a process is free; `open` is called only then, so that waiting files hold nothing open. */
  analyse(
    open: () => AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    listeners?: AnalysisListeners,
  ): Promise<AnalysisResult>
  /** Cancels what runs and waits, and resolves when every process is gone. */
  close(): Promise<void>
}

/**
 * Processes for analysis, at most `processes` at once, first come, first served. A spent process is replaced ahead of the next
 * file, so that the kernel is warm when the file comes.
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
  const leaving = new Set<Promise<void>>()
  const waiting = new Set<(process: AnalysisChild | undefined) => void>()
  let closed = false

  const started = (): AnalysisChild => {
    const process = start(limits)
    all.add(process)
    return process
  }

  const discard = (process: AnalysisChild): void => {
    all.delete(process)
    const left = process.stop().then(() => void leaving.delete(left))
    leaving.add(left)
  }

  /** A process, or nothing when the caller or the pool gave up first. */
  const acquire = async (signal: AbortSignal | undefined): Promise<AnalysisChild | undefined> => {
    if (signal?.aborted) return undefined

    for (let free = idle.pop(); free; free = idle.pop()) {
      if (!free.spent()) return free
      discard(free)
    }

    if (all.size < processes) return started()

    const turn = Promise.withResolvers<AnalysisChild | undefined>()
    const leave = () => {
      // At once, lest a process be handed to a caller who has left.
      waiting.delete(turn.resolve)
      turn.resolve(undefined)
    }
    waiting.add(turn.resolve)
    signal?.addEventListener('abort', leave, { once: true })

    try {
      return await turn.promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  const release = (process: AnalysisChild): void => {
    if (process.spent()) discard(process)
    if (closed) return

    const fresh = process.spent() ? started() : process
    const [next] = waiting
    if (!next) idle.push(fresh)
    else {
      waiting.delete(next)
      next(fresh)
    }
  }

  return {
    async analyse(open, job, listeners = {}) {
      if (closed) throw new Error('The pool of analysing processes is closed.')

      const asked = performance.now()
      const process = await acquire(listeners.signal)
      if (!process || closed) return refusedAfter('cancelled', performance.now() - asked)

      try {
        return await process.analyse(open(), job, listeners)
      } finally {
        release(process)
      }
    },
    async close() {
      closed = true
      for (const turn of waiting) turn(undefined)
      waiting.clear()
      for (const process of all) discard(process)
      await Promise.all(leaving)
    },
  }
}
