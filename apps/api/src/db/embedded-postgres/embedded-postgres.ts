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
import { launchServer, POLL_MS, type ServerPlace, shutServerDown } from './server.ts'
import {
  appConnectionString,
  isServerInUse,
  type Lease,
  type Revive,
  type ServerAddress,
  takeLease,
} from './session.ts'

export { DataFolderError, EmbeddedPostgresError } from './error.ts'

export interface EmbeddedPostgres {
  connectionString: string
  /** False when a server that already ran on the folder was taken over. */
  startedHere: boolean
  /** Gives the server up. The last process that uses it shuts it down in order; call after the pools are closed. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The folder of the product's data; the cluster lies in its subfolder `postgres`. */
  dataDir: string
  /** Created when it is missing. */
  database?: string
  /** Settings for a server that this call has to start, over those of postgresql.conf. */
  settings?: Readonly<Record<string, string>>
}

/** Room for a recovery after a crash; PostgreSQL itself needs 0.2 s. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 60_000

/** Going down, going down after a crash, starting up or shutting down, all connections taken. */
const PASSING_REFUSALS: readonly string[] = ['57P01', '57P02', '57P03', '53300']

interface Connected {
  lease: Lease
  address: ServerAddress
  startedHere: boolean
}

/** A root start lets others pass through a folder that it makes: its server runs under another account. */
async function createDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

async function openPlace(dataDir: string): Promise<{ place: ServerPlace; password: string }> {
  const cluster = join(dataDir, 'postgres')
  const account = await findServerAccount(dataDir, cluster)
  const binaries = await prepareBinaries(findPackage(process.platform, process.arch), dataDir, account)
  const place = { dataDir, cluster, binaries, account }
  const known = await readClusterPassword(cluster, binaries.major)
  const password = known ?? (await createCluster(dataDir, cluster, binaries, account))

  // A folder that root restored from a backup.
  if (account && (await stat(cluster)).uid !== account.uid) await handOver(cluster, account)
  return { place, password }
}

/** Undefined while the server does not take connections yet, or no more. */
async function tryLease(
  place: ServerPlace,
  address: ServerAddress,
  database: string,
  revive: Revive,
): Promise<Lease | undefined> {
  try {
    return await takeLease(address, database, revive)
  } catch (error) {
    if (!(error instanceof DatabaseError) || PASSING_REFUSALS.includes(error.code ?? '')) return undefined
    throw explainServerFailure(place.cluster, error.message, logFileOf(place.dataDir))
  }
}

/** Takes over the server that runs on the folder, or starts one. */
async function reachServer(
  place: ServerPlace,
  password: string,
  database: string,
  settings: Readonly<Record<string, string>>,
  revive: Revive,
): Promise<Connected> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let startedHere = false
  try {
    while (performance.now() < deadline) {
      const running = await findPostmaster(place.cluster)
      if (!running) {
        startedHere = await launchServer(place, settings, deadline)
        if (startedHere) continue
      } else if (running.status === 'ready') {
        const address = { port: running.port, password }
        const lease = await tryLease(place, address, database, revive)
        if (lease) return { lease, address, startedHere }
      }

      await pause(POLL_MS)
    }
    throw new DataFolderError(place.cluster, 'has a server that does not answer', 'see postgres.log and start again')
  } catch (error) {
    if (startedHere) await shutServerDown(place, performance.now() + STOP_TIMEOUT_MS)
    throw error
  }
}

/**
 * The product's own PostgreSQL on a loopback port. Any number of processes may call this for one folder at the same
 * time: they end up on one server. It outlives a killed process, and the
 * next start takes it over; a killed server is started again by any process that still uses it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const database = options.database ?? 'cotation'
  try {
    await createDataFolder(dataDir)

    const lockFile = join(dataDir, 'postgres.lock')

    return await withFileLock(lockFile, async () => {
      await shareWithOwner(lockFile, dataDir)

      const { place, password } = await openPlace(dataDir)
      const settings = options.settings ?? {}
      const revive: Revive = (isReleased) =>
        withFileLock(lockFile, async () => {
          if (isReleased() || (await findPostmaster(place.cluster))) return
          await launchServer(place, settings, performance.now() + START_TIMEOUT_MS)
        })
      const { lease, address, startedHere } = await reachServer(place, password, database, settings, revive)
      let stopping: Promise<void> | undefined

      return {
        connectionString: appConnectionString(address, database),
        startedHere,
        stop() {
          stopping ??= withFileLock(lockFile, () => giveUp(place, address, lease))
          return stopping
        },
      }
    })
  } catch (error) {
    throw explainSystemFault(dataDir, error)
  }
}

/** Under the lock, so that nobody takes the server over between the question and the shutdown. */
async function giveUp(place: ServerPlace, address: ServerAddress, lease: Lease): Promise<void> {
  await lease.release()
  // No answer: the server is down already, or it is another one by now.
  const isInUse = await isServerInUse(address).catch(() => true)
  if (!isInUse) await shutServerDown(place, performance.now() + STOP_TIMEOUT_MS)
}
