import { Worker } from 'node:worker_threads'
import type { Limits } from './limits.ts'

/** The word on standard error by which the parent knows why the process ended. */
export const outOfMemoryWord = 'cotation: memory limit reached'

/** What the watchdog of a child must know; by name, because a parent that died early cannot be asked for its number. */
export const watchdogEnvironment = ({ memoryMiB }: Limits): Record<string, string> => ({
  COTATION_MEMORY_MIB: String(memoryMiB),
  COTATION_PARENT: String(process.pid),
})

const watching = `
  const { writeSync } = require('node:fs')
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    const full = process.memoryUsage.rss() > workerData.bytes
    if (full) writeSync(2, workerData.word + '\\n')
    if (full || process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
  }, 20)`

/**
 * Watches the whole process from a thread of its own, because the main thread may be deep in WebAssembly and hear nothing:
 * ends the process when its resident memory passes the limit or when its parent is gone.
 */
export function startWatchdog(): void {
  const { COTATION_MEMORY_MIB, COTATION_PARENT } = process.env
  const workerData = {
    bytes: Number(COTATION_MEMORY_MIB) * 1024 * 1024,
    parent: Number(COTATION_PARENT),
    word: outOfMemoryWord,
  }

  // A second isolate would reserve half a gigabyte for code, and the system counts it against the limit.
  new Worker(watching, { eval: true, workerData, resourceLimits: { codeRangeSizeMb: 16 } }).unref()
}
