import { Worker } from 'node:worker_threads'
import type { Limits } from './limits.ts'

/** Written to standard error, so that the parent knows why the process ended. */
export const outOfMemoryMessage = 'cotation: memory limit reached'

/** The parent's id is passed: if the parent dies early, `process.ppid` is another process. */
export const watchdogEnvironment = ({ memoryMiB }: Limits): Record<string, string> => ({
  COTATION_MEMORY_MIB: String(memoryMiB),
  COTATION_PARENT: String(process.pid),
})

const watchdogSource = `
  const { writeSync } = require('node:fs')
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    const full = process.memoryUsage.rss() > workerData.bytes
    if (full) writeSync(2, workerData.message + '\\n')
    if (full || process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
  }, 20)`

/**
 * Kills the process if its resident memory exceeds the limit or its parent has ended. Runs in a
 * separate thread, because the main thread may be busy in WebAssembly.
 */
export function startWatchdog(): void {
  const { COTATION_MEMORY_MIB, COTATION_PARENT } = process.env
  const workerData = {
    bytes: Number(COTATION_MEMORY_MIB) * 1024 * 1024,
    parent: Number(COTATION_PARENT),
    message: outOfMemoryMessage,
  }

  // Else the worker's isolate reserves half a gigabyte for code, which counts towards the limit.
  new Worker(watchdogSource, { eval: true, workerData, resourceLimits: { codeRangeSizeMb: 16 } }).unref()
}
