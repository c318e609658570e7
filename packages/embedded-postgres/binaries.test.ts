import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'

// Copying the whole package takes seconds on a busy disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const name = 'test'
const nobody = { uid: 65_534, gid: 65_534 }
const installed = findPackage(process.platform, process.arch)

let root: string
let dataDir: string

/** The package as npm installs it with scripts disabled. */
async function installWithoutScripts(folder: string): Promise<string> {
  const copy = join(folder, 'package')
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink()
  await cp(join(installed, 'native'), join(copy, 'native'), { recursive: true, filter })
  await cp(join(installed, 'package.json'), join(copy, 'package.json'))
  return copy
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'postgres-binaries-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
  await mkdir(dataDir)
})

afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

describe('prepareBinaries', () => {
  it('refuses an unknown platform in one line that names DATABASE_URL', () => {
    expect(() => findPackage('plan9', 'mips')).toThrow(EmbeddedPostgresError)
    expect(() => findPackage('plan9', 'mips')).toThrow(/plan9-mips\); .*set DATABASE_URL/)
  })

  it('restores the symbolic links after an npm install without scripts', async () => {
    const home = await installWithoutScripts(root)
    const { initdb, postgres, major } = await prepareBinaries(home, { name, dataDir, account: undefined })
    expect(postgres.startsWith(home)).toBe(true)
    expect((await run(initdb, ['--version'])).stdout).toContain(`(PostgreSQL) ${major}.`)
    expect(await readlink(join(home, 'native/lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/)
  })

  it.runIf(isRoot)('copies the package if the account of the server cannot reach it', async () => {
    const closed = join(root, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const home = await installWithoutScripts(closed)
    const { initdb } = await prepareBinaries(home, { name, dataDir, account: nobody })
    expect(initdb.startsWith(join(dataDir, 'postgres-bin'))).toBe(true)
    expect((await run(initdb, ['--version'], nobody)).stdout).toContain('(PostgreSQL)')
    expect(await prepareBinaries(home, { name, dataDir, account: nobody })).toMatchObject({ initdb })
  })
})
