import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { findServerAccount, handOver, shareWithOwner } from './account.ts'
import { findPackage, prepareBinaries } from './binaries.ts'
import { createCluster, readClusterPassword } from './cluster.ts'
import { DataFolderError, explainServerFailure, explainSystemFault } from './error.ts'
import { withFileLock } from './lock.ts'
import { findPostmaster } from './postmaster.ts'
import { logFileOf } from './program.ts'
import { type Installation, launchServer, pollMs, shutServerDown } from './server.ts'
import {
  appConnectionString,
  isServerInUse,
  type Lease,
  type Revive,
  type ServerAddress,
  socketConnectionString,
  takeLease,
} from './session.ts'
import { isSocket, socketFileOf } from './socket.ts'

export interface EmbeddedPostgres {
  /** On a loopback port. */
  connectionString: string
  /**
   * For programs on this machine: over the server's Unix socket, which takes less CPU time. Equals
   * `connectionString` on Windows, if the folder's path is too long, and if an earlier release, which
   * opened no socket, has started the server.
   */
  localConnectionString: string
  /** False if a server that already ran on the folder was adopted. */
  startedHere: boolean
  /** Releases the server; its last user shuts it down. Close connection pools first. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Names the role, the default database, the password file and the connections of the product. */
  name: string
  /** The product's data folder; the cluster is in its subfolder `postgres`. */
  dataDir: string
  /** Created if missing; `name` if not given. */
  database?: string
  /** Override postgresql.conf if this call starts the server. */
  settings?: Readonly<Record<string, string>>
  /** Folder of the npm package with PostgreSQL's programs; by default this platform's. */
  packageFolder?: string
}

/** PostgreSQL itself needs 0.2 s; the rest is for crash recovery. */
const startTimeoutMs = 120_000
const stopTimeoutMs = 60_000

/** Going down, going down after a crash, starting up or shutting down, all connections taken. */
const transientRefusals: readonly string[] = ['57P01', '57P02', '57P03', '53300']

/**
 * Starts a PostgreSQL server on a loopback port, or adopts the one that runs on the folder.
 * Concurrent calls for one folder share one server. The server survives a killed process, and the
 * next start adopts it; any process that uses a killed server restarts it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { name, database = name, settings = {} } = options
  const dataDir = resolve(options.dataDir)
  try {
    await createDataFolder(dataDir)

    const lockFile = join(dataDir, 'postgres.lock')
    return await withFileLock(lockFile, async () => {
      await shareWithOwner(lockFile, dataDir)

      const { installation, password } = await openInstallation(name, dataDir, options.packageFolder)
      const revive: Revive = (isReleased) =>
        withFileLock(lockFile, async () => {
          if (isReleased() || (await findPostmaster(installation.cluster))) return
          await launchServer(installation, settings, performance.now() + startTimeoutMs)
        })
      const connect = (port: number) => tryLease(installation, { name, port, password }, database, revive)
      const { lease, port, startedHere } = await reachServer(installation, settings, connect)

      const address = { name, port, password }
      const connectionString = appConnectionString(address, database)
      const hasSocket = await isSocket(socketFileOf(installation.cluster, port))
      const localConnectionString = hasSocket
        ? socketConnectionString(address, database, installation.cluster)
        : connectionString

      let stopping: Promise<void> | undefined
      return {
        connectionString,
        localConnectionString,
        startedHere,
        stop() {
          stopping ??= withFileLock(lockFile, () => releaseServer(installation, address, lease))
          return stopping
        },
      }
    })
  } catch (error) {
    throw explainSystemFault(dataDir, error)
  }
}

/** Root's folder lets others pass through, because its server runs under another account. */
async function createDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

async function openInstallation(
  name: string,
  dataDir: string,
  packageFolder = findPackage(process.platform, process.arch),
): Promise<{ installation: Installation; password: string }> {
  const cluster = join(dataDir, 'postgres')
  const account = await findServerAccount(dataDir, cluster)
  const binaries = await prepareBinaries(packageFolder, { name, dataDir, account })

  const installation = { name, dataDir, cluster, binaries, account }
  const password = (await readClusterPassword(installation)) ?? (await createCluster(installation))

  // Root may have restored the folder from a backup.
  if (account && (await stat(cluster)).uid !== account.uid) await handOver(cluster, account)
  return { installation, password }
}

/** Undefined while the server starts up, shuts down or has no free connection. */
async function tryLease(
  installation: Installation,
  address: ServerAddress,
  database: string,
  revive: Revive,
): Promise<Lease | undefined> {
  try {
    return await takeLease(address, database, revive)
  } catch (error) {
    if (!(error instanceof DatabaseError) || transientRefusals.includes(error.code ?? '')) return undefined
    throw explainServerFailure(installation.cluster, error.message, logFileOf(installation.dataDir))
  }
}

/** Adopts the server that runs on the folder, or starts one. */
async function reachServer(
  installation: Installation,
  settings: Readonly<Record<string, string>>,
  connect: (port: number) => Promise<Lease | undefined>,
): Promise<{ lease: Lease; port: number; startedHere: boolean }> {
  const deadline = performance.now() + startTimeoutMs
  let startedHere = false
  try {
    while (performance.now() < deadline) {
      const running = await findPostmaster(installation.cluster)
      if (!running) {
        startedHere = await launchServer(installation, settings, deadline)
        if (startedHere) continue
      } else if (running.status === 'ready') {
        const lease = await connect(running.port)
        if (lease) return { lease, port: running.port, startedHere }
      }

      await pause(pollMs)
    }
    const reason = 'has a server that does not answer'
    throw new DataFolderError(installation.cluster, reason, 'see postgres.log and start again')
  } catch (error) {
    if (startedHere) await shutServerDown(installation, performance.now() + stopTimeoutMs)
    throw error
  }
}

/** Runs under the file lock, so that nobody adopts the server between check and shutdown. */
async function releaseServer(installation: Installation, address: ServerAddress, lease: Lease): Promise<void> {
  await lease.release()

  // No answer: the server is already down, or another one has its port.
  const isInUse = await isServerInUse(address).catch(() => true)
  if (!isInUse) await shutServerDown(installation, performance.now() + stopTimeoutMs)
}
