import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'

// Copies the whole package: seconds, on a busy disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }
const installed = findPackage(process.platform, process.arch)

let root: string
let dataDir: string

/** The package as npm leaves it when it may run no install scripts. */
async function installWithoutScripts(folder: string): Promise<string> {
  const copy = join(folder, 'package')
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink()
  await cp(join(installed, 'native'), join(copy, 'native'), { recursive: true, filter })
  await cp(join(installed, 'package.json'), join(copy, 'package.json'))
  return copy
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cotation-binaries-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
  await mkdir(dataDir)
})

afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

describe('the binaries', () => {
  it('of an unknown machine are refused in one line that names DATABASE_URL', () => {
    expect(() => findPackage('plan9', 'mips')).toThrow(EmbeddedPostgresError)
    expect(() => findPackage('plan9', 'mips')).toThrow(/plan9-mips\); .*set DATABASE_URL/)
  })

  it('run after an installation without scripts', async () => {
    const home = await installWithoutScripts(root)
    const { initdb, postgres, major } = await prepareBinaries(home, dataDir, undefined)
    expect(postgres.startsWith(home)).toBe(true)
    expect((await run(initdb, ['--version'])).stdout).toContain(`(PostgreSQL) ${major}.`)
    expect(await readlink(join(home, 'native/lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/)
  })

  it.runIf(isRoot)('are copied when the account of the server cannot reach the package', async () => {
    const closed = join(root, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const home = await installWithoutScripts(closed)
    const { initdb } = await prepareBinaries(home, dataDir, NOBODY)
    expect(initdb.startsWith(join(dataDir, 'postgres-bin'))).toBe(true)
    expect((await run(initdb, ['--version'], NOBODY)).stdout).toContain('(PostgreSQL)')
    expect(await prepareBinaries(home, dataDir, NOBODY)).toMatchObject({ initdb })
  })
})
