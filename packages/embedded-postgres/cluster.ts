import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { handOver, type ServerAccount } from './account.ts'
import { DataFolderError, errorCode, explainServerFailure } from './error.ts'
import { folderArgument, logFileOf, runProgram } from './program.ts'
import { type Installation, superuser } from './server.ts'

/** In the cluster's folder, so that one rename creates both; it also marks the cluster as ours. */
const passwordFileOf = ({ name }: Installation) => `${name}-password`
const stagingPrefix = 'postgres.new-'
const chooseAnother = 'move it away or choose another data folder'

/**
 * Only written at creation, so later edits of postgresql.conf stay. Statements and values stay out
 * of the log because they hold personal data.
 */
const firstSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
} as const

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function refuseForeignOwner(cluster: string): Promise<void> {
  const user = process.getuid?.()
  const { uid } = await stat(cluster)
  if (user === undefined || user === 0 || uid === user) return

  throw new DataFolderError(
    cluster,
    `belongs to another user (uid ${uid})`,
    'start as that user or as root, or choose another data folder',
  )
}

/** Undefined without a cluster; throws if the folder holds anything but a complete one of ours. */
export async function readClusterPassword(installation: Installation): Promise<string | undefined> {
  const { cluster } = installation
  const { major } = installation.binaries
  const passwordFile = passwordFileOf(installation)
  const entries = await listFolder(cluster)
  if (entries.length === 0) return undefined

  await refuseForeignOwner(cluster)

  if (!entries.includes(passwordFile)) {
    const content = entries.includes('PG_VERSION') ? "another program's PostgreSQL data" : 'foreign files'
    throw new DataFolderError(cluster, `holds ${content}`, chooseAnother)
  }

  const password = (await readFile(join(cluster, passwordFile), 'utf8')).trim()
  const isComplete =
    password !== '' &&
    entries.includes('PG_VERSION') &&
    (await listFolder(join(cluster, 'global'))).includes('pg_control')
  if (!isComplete) {
    throw new DataFolderError(cluster, 'is damaged (essential files are missing)', 'restore it from a backup')
  }

  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found !== major) {
    throw new DataFolderError(
      cluster,
      `was written by PostgreSQL ${found}, this release brings ${major}`,
      'back it up with the release that wrote it, and restore that backup with this release into another data folder',
    )
  }

  return password
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a rename survive a power cut. Windows cannot open folders and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const entry of await listFolder(dataDir)) {
    if (!entry.startsWith(stagingPrefix)) continue
    // An initdb whose parent was killed may still write there; the next creation tries again.
    await rm(join(dataDir, entry), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Creates the cluster in a staging folder and renames it, so no partial one is ever left. */
export async function createCluster(installation: Installation): Promise<string> {
  const { dataDir, cluster, binaries, account } = installation
  const passwordFile = passwordFileOf(installation)
  await removeLeftovers(dataDir)

  const staging = await mkdtemp(join(dataDir, stagingPrefix))
  try {
    const fresh = join(staging, 'cluster')
    const password = randomBytes(32).toString('base64url')
    await mkdir(fresh, { mode: 0o700 })
    await writeDurably(join(staging, passwordFile), password)
    await handOver(staging, account)

    const { status, output } = await runProgram(
      binaries.initdb,
      await initdbArguments(fresh, passwordFile, account),
      fresh,
      account,
    )
    if (status !== 0) {
      await appendFile(logFileOf(dataDir), output, { mode: 0o600 }).catch(() => undefined)
      throw explainServerFailure(cluster, output, logFileOf(dataDir))
    }

    await rename(join(staging, passwordFile), join(fresh, passwordFile))
    await syncFolder(fresh)
    await rmdir(cluster).catch(() => undefined)
    await rename(fresh, cluster)
    await syncFolder(dataDir)

    return password
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function initdbArguments(
  fresh: string,
  passwordFile: string,
  account: ServerAccount | undefined,
): Promise<string[]> {
  return [
    `--pgdata=${await folderArgument(fresh, account)}`,
    `--username=${superuser}`,
    `--pwfile=../${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...Object.entries(firstSettings).map(([name, value]) => `--set=${name}=${value}`),
  ]
}
