import { existsSync } from 'node:fs'

/** Resources that one analysing process may use. */
export interface Limits {
  /** Total memory, including WebAssembly. */
  memoryMiB: number
  /** Resident memory that a process may keep while it waits for the next file. */
  idleMiB: number
  /** Processor time over the whole life of the process. */
  cpuSeconds: number
  /** Processor time for reading a file, and again for each of its bodies. */
  stepCpuSeconds: number
  /**
   * Wall-clock time for one file. Generous, because it passes while other processes have the
   * processor; the processor time tells how hard a file is.
   */
  deadlineMs: number
}

export const defaultLimits: Limits = {
  memoryMiB: 4096,
  idleMiB: 200,
  cpuSeconds: 900,
  stepCpuSeconds: 120,
  deadlineMs: 20 * 60_000,
}

/** Address space that Node reserves for code and thread stacks; it counts towards the limit. */
const runtimeMiB = 768

/** Time between SIGXCPU, by which the parent knows the reason, and SIGKILL. */
const graceSeconds = 5

const shell = '/bin/sh'

/** Web requests have priority over the analysis of files (GEO-4). */
const niceness = 10

/** The least priority: beside a file of ordinary priority, a patient one gets an eighth of a processor. */
export const patientNiceness = 19

/**
 * The command that starts `node` with limits of the operating system. `ulimit -d` counts all
 * private writable pages, including WebAssembly memory, which V8's heap flags and worker resource
 * limits ignore. Where it is not available (macOS ignores it, Windows has no shell), only the
 * watchdog thread in the process limits the memory.
 */
export function limitedCommand(node: string, args: readonly string[], limits: Limits): [string, string[]] {
  if (process.platform === 'win32' || !existsSync(shell)) return [node, [...args]]

  const dataKiB = (limits.memoryMiB + runtimeMiB) * 1024
  const ulimits = [
    'ulimit -c 0',
    `ulimit -d ${dataKiB}`,
    `ulimit -S -t ${limits.cpuSeconds}`,
    `ulimit -H -t ${limits.cpuSeconds + graceSeconds}`,
  ]

  const withNice = `command -v nice >/dev/null 2>&1 && exec nice -n ${niceness} "$0" "$@"`
  const script = `${ulimits.map((limit) => `${limit} 2>/dev/null`).join('; ')}; ${withNice}; exec "$0" "$@"`
  return [shell, ['-c', script, node, ...args]]
}
