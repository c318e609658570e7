import { Worker } from 'node:worker_threads'
import type { Limits } from './limits.ts'

/** Written to standard error, so that the parent knows why the process ended. */
export const outOfMemoryMessage = 'cotation: memory limit reached'
export const outOfTimeMessage = 'cotation: processor time used up'

/** The parent's id is passed: if the parent dies early, `process.ppid` is another process. */
export const watchdogEnvironment = ({ memoryMiB, stepCpuSeconds }: Limits): Record<string, string> => ({
  COTATION_MEMORY_MIB: String(memoryMiB),
  COTATION_STEP_CPU_SECONDS: String(stepCpuSeconds),
  COTATION_PARENT: String(process.pid),
})

const watchdogSource = `
  const { writeSync } = require('node:fs')
  const { workerData } = require('node:worker_threads')
  const end = (message) => {
    writeSync(2, message + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }
  const usedMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
    if (process.memoryUsage.rss() > workerData.bytes) end(workerData.outOfMemoryMessage)

    const allowedMs = Atomics.load(workerData.allowedMs, 0)
    if (allowedMs > 0 && usedMs() > allowedMs) end(workerData.outOfTimeMessage)
  }, 20)`

/** Processor time of this process so far, all threads together. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export interface Watchdog {
  /** Starts a step, which gets its own processor time. */
  startStep(): void
}

/**
 * Kills the process if its resident memory or the processor time of the step exceeds its limit, or
 * its parent has ended. Runs in a separate thread, because the main thread may be busy in
 * WebAssembly.
 */
export function startWatchdog(): Watchdog {
  const { COTATION_MEMORY_MIB, COTATION_STEP_CPU_SECONDS, COTATION_PARENT } = process.env
  const stepMs = 1000 * Number(COTATION_STEP_CPU_SECONDS)
  const allowedMs = new Int32Array(new SharedArrayBuffer(4))
  const workerData = {
    bytes: Number(COTATION_MEMORY_MIB) * 1024 * 1024,
    allowedMs,
    parent: Number(COTATION_PARENT),
    outOfMemoryMessage,
    outOfTimeMessage,
  }

  // By default the isolate reserves half a gigabyte for code, which counts towards the limit.
  new Worker(watchdogSource, { eval: true, workerData, resourceLimits: { codeRangeSizeMb: 16 } }).unref()

  return { startStep: () => void Atomics.store(allowedMs, 0, Math.ceil(usedCpuMs() + stepMs)) }
}
