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
import { socketSettings } from './socket.ts'

export const superuser = 'postgres'
export const pollMs = 10
const logLimitBytes = 10 * 1024 * 1024

/** Another process was first, the port was just taken, or a killed server's sessions are ending. */
const transientFaults =
  /"postmaster\.pid" (already exists|is empty)|bogus data in lock file|still in use|could not create any TCP\/IP sockets/

export interface Installation {
  /** The product's name, see `EmbeddedPostgresOptions`. */
  name: string
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

/** Prefers the port of the crashed server, so that running processes can reconnect. */
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
  if (size > logLimitBytes) await rename(file, `${file}.1`)

  const log = await open(file, 'a+', 0o600)
  await shareWithOwner(file, dataDir)

  return log
}

async function readFrom(log: FileHandle, position: number): Promise<string> {
  const { size } = await log.stat()
  const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(size - position, 0)), { position })
  return buffer.toString('utf8', 0, bytesRead)
}

/** PostgreSQL refuses to run as administrator on Windows; only pg_ctl can drop those rights. */
function launchCommand(binaries: Binaries, folder: string, options: readonly string[], logFile: string) {
  if (process.platform !== 'win32') return { program: binaries.postgres, args: ['-D', folder, ...options] }
  return { program: binaries.pgCtl, args: ['start', '-w', '-D', folder, '-l', logFile, '-o', options.join(' ')] }
}

/** False if the server exited or the deadline passed. */
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
    await pause(pollMs)
    if (fault) throw fault
  }

  return false
}

/**
 * Starts the server in its own session, so that neither Ctrl-C nor the end of this process kills
 * it: databases need an orderly shutdown. False after a transient fault: the caller retries.
 */
export async function launchServer(
  installation: Installation,
  settings: Readonly<Record<string, string>>,
  deadline: number,
): Promise<boolean> {
  const { dataDir, cluster, binaries, account } = installation
  const logFile = logFileOf(dataDir)
  const port = await choosePort(cluster)

  await removeStalePidFile(cluster)

  const options = Object.entries({ ...socketSettings, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const { program, args } = launchCommand(binaries, await folderArgument(cluster, account), options, logFile)
  const log = await openLog(dataDir, logFile)
  try {
    const logStart = (await log.stat()).size
    const stdio = ['ignore', log.fd, log.fd] as const
    const child = spawnProgram(program, args, { cwd: cluster, account, stdio: [...stdio], detached: true })
    child.unref()
    if (await becomesReady(child, cluster, port, deadline)) return true

    const output = await readFrom(log, logStart)
    if (transientFaults.test(output) && performance.now() < deadline) return false

    throw explainServerFailure(cluster, output, logFile)
  } finally {
    await log.close()
  }
}

/** Fast shutdown: ends sessions, flushes (no recovery at the next start), waits for the end. */
export async function shutServerDown(installation: Installation, deadline: number): Promise<void> {
  const { cluster, binaries, account } = installation
  const postmaster = await findPostmaster(cluster)
  if (!postmaster) return

  if (process.platform === 'win32') {
    await runProgram(binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster], cluster, account)
    return
  }

  try {
    process.kill(postmaster.pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }

  while (performance.now() < deadline && (await findPostmaster(cluster))) await pause(pollMs)
}
