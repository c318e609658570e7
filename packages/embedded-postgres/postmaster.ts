import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from './error.ts'
import { removeSockets } from './socket.ts'

/** The contents of the server's postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  folder: string
  /** `starting`, `ready`, `standby` or `stopping`; empty at first. */
  status: string
}

const run = promisify(execFile)
const pidFile = 'postmaster.pid'

/** A starting server fills its empty file soon; an empty file older than this is stale. */
const pidFileWriteMs = 1000

/** Undefined for a file that the server has not filled yet, and for one emptied by a power cut. */
function parsePostmaster(text: string): Postmaster | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, folder: lines[1] ?? '', port: Number(lines[3]), status: lines[7] ?? '' }
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(one), stat(other)])
  return first.dev === second.dev && first.ino === second.ino
}

/** Reliable: on Linux a server's working directory is its folder. `stale` includes zombies. */
async function judgeLinuxProcess(cluster: string, pid: number): Promise<'ours' | 'stale' | 'gone'> {
  try {
    return (await isSameFolder(`/proc/${pid}/cwd`, cluster)) ? 'ours' : 'stale'
  } catch (error) {
    // Another user's process: PostgreSQL itself treats the file as stale.
    if (errorCode(error) !== 'ENOENT') return 'gone'
    return await stat(`/proc/${pid}`).then(
      () => 'stale' as const,
      () => 'gone' as const,
    )
  }
}

async function judgeProcess(cluster: string, postmaster: Postmaster): Promise<'ours' | 'stale' | 'gone'> {
  if (process.platform === 'linux') return await judgeLinuxProcess(cluster, postmaster.pid)

  try {
    process.kill(postmaster.pid, 0)
  } catch {
    return 'gone'
  }

  if (!(await isSameFolder(postmaster.folder, cluster).catch(() => false))) return 'stale'
  if (process.platform === 'win32') return 'ours'

  const { stdout } = await run('ps', ['-p', String(postmaster.pid), '-o', 'comm=']).catch(() => ({ stdout: '' }))
  return stdout.trim().endsWith('postgres') ? 'ours' : 'stale'
}

async function readPidFile(cluster: string): Promise<string | undefined> {
  try {
    return await readFile(join(cluster, pidFile), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The live server of the cluster, if there is one. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = parsePostmaster((await readPidFile(cluster)) ?? '')
  if (!postmaster) return undefined
  return (await judgeProcess(cluster, postmaster)) === 'ours' ? postmaster : undefined
}

/** The port of a server that crashed; running processes try to reconnect there. */
export async function findFormerPort(cluster: string): Promise<number | undefined> {
  const port = parsePostmaster((await readPidFile(cluster)) ?? '')?.port ?? 0
  return Number.isInteger(port) && port > 0 ? port : undefined
}

/**
 * After a reboot or a copy of the folder the file may hold another program's process id, and a
 * power cut may empty it; PostgreSQL refuses to start with either. Its second guard, the shared
 * memory bound to the folder, still prevents two servers on one folder.
 */
export async function removeStalePidFile(cluster: string): Promise<void> {
  const text = await readPidFile(cluster)
  if (text === undefined) return
  const file = join(cluster, pidFile)
  const postmaster = parsePostmaster(text)
  if (postmaster && (await judgeProcess(cluster, postmaster)) !== 'stale') return
  if (!postmaster && Math.abs(Date.now() - (await stat(file)).mtimeMs) < pidFileWriteMs) return

  // The lock file of the socket holds the same process id.
  await removeSockets(cluster)
  await rm(file, { force: true })
}
