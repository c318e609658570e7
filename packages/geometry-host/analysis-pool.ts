import { availableParallelism } from 'node:os'
import type { LostBody } from '@cotation/geometry'
import { type AnalysisChild, startAnalysisChild } from './analysis-child.ts'
import { type AnalysisOptions, type AnalysisResult, refusedAfter } from './analysis-run.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { AnalysisJob } from './messages.ts'
import { warmUpFile, warmUpJob } from './warm-up.ts'

/** A file is refused once more than this many of its bodies have crashed a process. */
const maxLostBodies = 3

/** A process without a file for this long gives its memory back. */
export const maxIdleMs = 30_000

export interface AnalysisPool {
  /** Analyses a file once a process is free. `open` runs only then: queued files stay closed. */
  analyse(open: () => AsyncIterable<Uint8Array>, job: AnalysisJob, options?: AnalysisOptions): Promise<AnalysisResult>
  /** From now on, keeps a process ready that has loaded its kernel before a file arrives. */
  keepReady(): void
  /** Cancels running and queued files; resolves when all processes have ended. */
  close(): Promise<void>
}

interface Waiting {
  isPatient: boolean
  /** Undefined if the caller cancelled or the pool was closed. */
  take(process: AnalysisChild | undefined): void
}

/**
 * A pool of at most `processes` analysing processes with a FIFO queue. Processes start when files
 * need them; after `keepReady` one more starts in the background whenever none is ready for a file
 * that is not patient.
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
  /** Idle processes with the timers after which they give their memory back. */
  const idle = new Map<AnalysisChild, NodeJS.Timeout | undefined>()
  const all = new Set<AnalysisChild>()
  const stopping = new Set<Promise<void>>()
  const waiting = new Set<Waiting>()
  let keepsReady = false
  let isWarmingUp = false
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

  const leaveIdle = (process: AnalysisChild): void => {
    clearTimeout(idle.get(process))
    idle.delete(process)
  }

  /** An idle process, if possible one of the file's priority. */
  const takeIdle = (isPatient: boolean): AnalysisChild | undefined => {
    for (const process of idle.keys()) {
      if (!process.isSpent()) continue
      leaveIdle(process)
      discard(process)
    }

    const latestFirst = [...idle.keys()].reverse()
    const found = latestFirst.find((process) => process.isPatient() === isPatient) ?? latestFirst[0]
    if (found) leaveIdle(found)
    return found
  }

  /** The process itself, or a new one in its place. */
  const fitFor = (process: AnalysisChild, isPatient: boolean): AnalysisChild => {
    if (process.isPatient() && !isPatient) {
      discard(process)
      return startProcess()
    }

    if (isPatient) process.becomePatient()
    return process
  }

  /** A process; undefined if the caller cancelled or the pool was closed first. */
  const acquire = async ({ signal, isPatient = false }: AnalysisOptions): Promise<AnalysisChild | undefined> => {
    if (closed || signal?.aborted) return undefined

    const free = takeIdle(isPatient)
    if (free) return fitFor(free, isPatient)
    if (all.size < processes) return fitFor(startProcess(), isPatient)

    const { promise, resolve } = Promise.withResolvers<AnalysisChild | undefined>()
    const turn: Waiting = { isPatient, take: resolve }
    const cancel = () => {
      // Removed synchronously, so that no process is given to a caller who has cancelled.
      waiting.delete(turn)
      resolve(undefined)
    }
    waiting.add(turn)
    signal?.addEventListener('abort', cancel, { once: true })

    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Gives the process to the next caller in the queue. False if it can become idle instead. */
  const passOn = (process: AnalysisChild): boolean => {
    const isSpent = process.isSpent()
    if (isSpent) discard(process)
    if (closed) return true

    const [next] = waiting
    if (!next) return isSpent

    waiting.delete(next)
    next.take(fitFor(isSpent ? startProcess() : process, next.isPatient))
    return true
  }

  const release = (process: AnalysisChild): void => {
    if (!passOn(process)) {
      const timer = keepsReady ? setTimeout(endIdle, maxIdleMs, process).unref() : undefined
      idle.set(process, timer)
    }

    startSpare()
  }

  const readyProcesses = () => [...idle.keys()].filter((process) => !process.isPatient())

  /** Ends an idle process that is not needed or has grown; a fresh one replaces the last. */
  const endIdle = (process: AnalysisChild): void => {
    const isNeeded = !process.isPatient() && readyProcesses().length === 1
    if (isNeeded && !process.exceedsIdleMemory()) return

    idle.delete(process)
    discard(process)
    startSpare()
  }

  /** Starts a process in the background unless one is ready. */
  const startSpare = (): void => {
    const isFull = all.size >= processes
    const isReady = isWarmingUp || readyProcesses().length > 0
    if (keepsReady && !closed && !isReady && !isFull) void warmUp(startProcess())
  }

  const warmUp = async (process: AnalysisChild): Promise<void> => {
    isWarmingUp = true
    await process.analyse(warmUpFile(), warmUpJob, {})
    isWarmingUp = false

    // Neither a timer nor another spare: where processes cannot start or are large from the
    // beginning, they would replace each other endlessly.
    if (!passOn(process)) idle.set(process, undefined)
  }

  /** Analyses a file in the next free process. */
  const analyseOnce = async (
    open: () => AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    options: AnalysisOptions,
    deadlineMs: number,
  ): Promise<AnalysisResult> => {
    const queuedAt = performance.now()
    const process = await acquire(options)
    if (!process || closed) return refusedAfter('cancelled', performance.now() - queuedAt)
    startSpare()

    try {
      return await process.analyse(open(), job, options, deadlineMs)
    } finally {
      release(process)
    }
  }

  return {
    async analyse(open, job, options = {}) {
      if (closed) throw new Error('The pool of analysing processes is closed.')

      let lostBodies: readonly LostBody[] = job.lostBodies ?? []
      let deadlineMs = limits.deadlineMs

      for (;;) {
        const result = await analyseOnce(open, { ...job, lostBodies }, options, deadlineMs)
        deadlineMs -= result.timingsMs.total
        if (!result.lostBody || lostBodies.length >= maxLostBodies || deadlineMs <= 0) return result

        // One body ended the process: the file is read again without it.
        lostBodies = [...lostBodies, result.lostBody]
      }
    },
    keepReady() {
      keepsReady = true
      startSpare()
    },
    async close() {
      closed = true
      for (const timer of idle.values()) clearTimeout(timer)
      for (const { take } of waiting) take(undefined)
      waiting.clear()
      for (const process of all) discard(process)
      await Promise.all(stopping)
    },
  }
}
