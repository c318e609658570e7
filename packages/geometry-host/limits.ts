import { existsSync } from 'node:fs'

/** What one analysing process may use before it is ended. */
export interface Limits {
  /** Memory of all kinds together, WebAssembly's too. */
  memoryMiB: number
  /** Processor time over the whole life of the process. */
  cpuSeconds: number
  /** Time by the clock for one file. */
  deadlineMs: number
}

export const defaultLimits: Limits = { memoryMiB: 4096, cpuSeconds: 900, deadlineMs: 120_000 }

/** What Node itself reserves for compiled code and thread stacks before any work is done, and the system counts. */
const runtimeShareMiB = 768

/** Between the signal that says the processor time is used up, by which the parent knows, and the one that cannot be missed. */
const graceSeconds = 5

const shell = '/bin/sh'

/** Whoever answers people goes first: a file may wait a moment longer, a page may not (GEO-4). */
const politeness = 10

/**
 * The command that starts `node` under the system's own limits. `ulimit -d` counts every private writable page, so it also
 * stops WebAssembly memory, which neither V8's heap flags nor a worker thread's resource limits see. Where the system has no
 * such limit (macOS ignores it, Windows has no shell), the watchdog thread inside the process does the work alone.
 */
export function limitedCommand(node: string, args: readonly string[], limits: Limits): [string, string[]] {
  if (process.platform === 'win32' || !existsSync(shell)) return [node, [...args]]

  const dataKiB = (limits.memoryMiB + runtimeShareMiB) * 1024
  const set = [
    'ulimit -c 0',
    `ulimit -d ${dataKiB}`,
    `ulimit -S -t ${limits.cpuSeconds}`,
    `ulimit -H -t ${limits.cpuSeconds + graceSeconds}`,
  ]

  const polite = `command -v nice >/dev/null 2>&1 && exec nice -n ${politeness} "$0" "$@"`
  const script = `${set.map((limit) => `${limit} 2>/dev/null`).join('; ')}; ${polite}; exec "$0" "$@"`
  return [shell, ['-c', script, node, ...args]]
}
