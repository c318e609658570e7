import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerAccount, shareWithOwner } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, errorCode, explainServerFailure } from './error.ts'
import { findFormerPort, findPostmaster, removeStalePidFile } from './postmaster.ts'
import { folderArgument, logFileOf, runProgram, spawnProgram } from './program.ts'

export const POLL_MS = 10
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Another starter was a moment faster, the port was taken meanwhile, or sessions of a killed server are still ending. */
const PASSING_FAULTS =
  /"postmaster\.pid" (already exists|is empty)|bogus data in lock file|still in use|could not create any TCP\/IP sockets/

export interface ServerPlace {
  dataDir: string
  cluster: string
  binaries: Binaries
  account: ServerAccount | undefined
}

async function findFreePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new EmbeddedPostgresError('No loopback port is free.')
  return address.port
}

/** The port of the server that crashed, so that running processes find the new one by themselves; else any. */
async function choosePort(cluster: string): Promise<number> {
  const former = await findFormerPort(cluster)
  if (former === undefined) return findFreePort()
  return findFreePort(former).catch(() => findFreePort())
}

async function openLog(dataDir: string, file: string): Promise<FileHandle> {
  const size = await stat(file).then(
    (log) => log.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`)

  const log = await open(file, 'a+', 0o600)
  await shareWithOwner(file, dataDir)

  return log
}

async function readFrom(log: FileHandle, position: number): Promise<string> {
  const { size } = await log.stat()
  const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(size - position, 0)), { position })
  return buffer.toString('utf8', 0, bytesRead)
}

/** Windows's server refuses an administrator; only pg_ctl knows how to drop those rights. */
function launchCommand(binaries: Binaries, folder: string, options: readonly string[], logFile: string) {
  if (process.platform !== 'win32') return { program: binaries.postgres, args: ['-D', folder, ...options] }
  return { program: binaries.pgCtl, args: ['start', '-w', '-D', folder, '-l', logFile, '-o', options.join(' ')] }
}

/** Whether the server came up; false when it ended or the deadline passed. */
async function becomesReady(child: ChildProcess, cluster: string, port: number, deadline: number): Promise<boolean> {
  let hasFailed = false
  let fault: Error | undefined
  child.once('error', (error) => {
    fault = error
  })
  child.once('exit', (code) => {
    hasFailed = process.platform !== 'win32' || code !== 0
  })

  while (!hasFailed && performance.now() < deadline) {
    const postmaster = await findPostmaster(cluster)
    if (postmaster?.port === port && postmaster.status === 'ready') return true
    await pause(POLL_MS)
    if (fault) throw fault
  }

  return false
}

/**
 * Starts a server of its own session, so that neither Ctrl-C nor the end of this process takes it along: a database is
 * shut down in order or not at all. False: a passing obstacle, look again.
 */
export async function launchServer(
  place: ServerPlace,
  settings: Readonly<Record<string, string>>,
  deadline: number,
): Promise<boolean> {
  const { dataDir, cluster, binaries, account } = place
  const logFile = logFileOf(dataDir)
  const port = await choosePort(cluster)

  await removeStalePidFile(cluster)

  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { program, args } = launchCommand(binaries, await folderArgument(cluster, account), options, logFile)
  const log = await openLog(dataDir, logFile)
  try {
    const logStart = (await log.stat()).size
    const stdio = ['ignore', log.fd, log.fd] as const
    const child = spawnProgram(program, args, { cwd: cluster, account, stdio: [...stdio], detached: true })
    child.unref()
    if (await becomesReady(child, cluster, port, deadline)) return true

    const output = await readFrom(log, logStart)
    if (PASSING_FAULTS.test(output) && performance.now() < deadline) return false

    throw explainServerFailure(cluster, output, logFile)
  } finally {
    await log.close()
  }
}

/** Fast shutdown: sessions are ended, everything is written, the next start needs no recovery. Returns when the server is gone. */
export async function shutServerDown(place: ServerPlace, deadline: number): Promise<void> {
  const postmaster = await findPostmaster(place.cluster)
  if (!postmaster) return

  if (process.platform === 'win32') {
    await runProgram(place.binaries.pgCtl, ['stop', '-m', 'fast', '-D', place.cluster], place.cluster, place.account)
    return
  }

  try {
    process.kill(postmaster.pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }

  while (performance.now() < deadline && (await findPostmaster(place.cluster))) await pause(POLL_MS)
}
