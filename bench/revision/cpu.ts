import { readdir, readFile } from 'node:fs/promises'

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10

interface Times {
  parent: number
  ownMs: number
  /** Time of children that have ended. */
  endedMs: number
}

async function timesOf(pid: number): Promise<Times | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined

  // The program's name is in parentheses and may contain spaces; the state follows it.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent, ownMs: tickMs * (user + system), endedMs: tickMs * (endedUser + endedSystem) }
}

/** CPU time of a process without its children. */
export async function processCpuMs(pid: number): Promise<number> {
  return (await timesOf(pid))?.ownMs ?? 0
}

/** CPU time of a process and of its direct children, ended ones too. */
export async function familyCpuMs(pid: number): Promise<number> {
  const own = await timesOf(pid)
  let totalMs = (own?.ownMs ?? 0) + (own?.endedMs ?? 0)
  for (const entry of await readdir('/proc')) {
    const times = /^\d+$/.test(entry) ? await timesOf(Number(entry)) : undefined
    if (times?.parent === pid) totalMs += times.ownMs
  }

  return totalMs
}

/** Resident memory of a process. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
