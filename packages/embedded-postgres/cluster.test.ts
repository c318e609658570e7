import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppProcess } from './app-process.fixture.ts'
import { DataFolderError } from './error.ts'
import { createTestFolder, query, type TestFolder, withServer } from './test-folder.fixture.ts'

// Crash recovery writes every file of the cluster, which takes seconds on a busy disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const nobody = { uid: 65_534, gid: 65_534 }
const createNote = "create table note as select 'kept' as text"
const selectNotes = 'select text from note'

let folder: TestFolder

beforeEach(async () => {
  folder = await createTestFolder()
})

afterEach(() => folder.remove())

async function refusal(): Promise<string> {
  const error = await withServer(folder.dataDir, async () => undefined).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DataFolderError)
  const message = error instanceof Error ? error.message : ''
  expect(message).not.toContain('\n')
  return message
}

describe('a start after a crash', () => {
  const isStaging = (name: string) => name.startsWith('postgres.new-')

  it('succeeds if the previous process was killed while it created the cluster', async () => {
    const killed = new AppProcess(folder.dataDir)
    while (!(await readdir(folder.dataDir).catch(() => [])).some(isStaging)) await pause(5)
    await killed.kill()
    await mkdir(join(folder.dataDir, 'postgres.new-older/cluster'), { recursive: true })
    await withServer(folder.dataDir, async ({ startedHere }) => expect(startedHere).toBe(true))
    expect(await readdir(folder.dataDir)).not.toContain('postgres.new-older')
  })

  it('ignores a stale postmaster.pid and the lock of its socket', async () => {
    await withServer(folder.dataDir, ({ connectionString }) => query(connectionString, createNote))

    const rest = `${folder.cluster}\n1\n5432\n\n127.0.0.1\n  1 2\nready   \n`
    const reusedPid = `${process.pid}\n${rest}`
    const deadPid = `4194303\n${rest}`
    const emptiedByPowerCut = ''

    for (const content of [reusedPid, deadPid, emptiedByPowerCut]) {
      await writeFile(join(folder.cluster, 'postmaster.pid'), content)
      await writeFile(join(folder.cluster, '.s.PGSQL.5432.lock'), content)
      await withServer(folder.dataDir, async ({ startedHere, connectionString }) => {
        expect(startedHere).toBe(true)
        expect(await query(connectionString, selectNotes)).toEqual([['kept']])
      })
    }
  })
})

describe('a start on an unusable folder', () => {
  it('refuses foreign files and leaves them untouched', async () => {
    await mkdir(folder.cluster, { recursive: true })
    await writeFile(join(folder.cluster, 'thesis.txt'), 'precious')
    expect(await refusal()).toMatch(/holds foreign files; move it away or choose another data folder/)
    expect(await readFile(join(folder.cluster, 'thesis.txt'), 'utf8')).toBe('precious')
  })

  it("refuses another program's cluster", async () => {
    await mkdir(folder.cluster, { recursive: true })
    await writeFile(join(folder.cluster, 'PG_VERSION'), '18\n')
    expect(await refusal()).toMatch(/another program's PostgreSQL data/)
  })

  it('refuses another major version and a damaged cluster', async () => {
    await withServer(folder.dataDir, async () => undefined)
    await writeFile(join(folder.cluster, 'PG_VERSION'), '17\n')

    expect(await refusal()).toMatch(
      /written by PostgreSQL 17, this release brings 18; back it up with the release that wrote it/,
    )

    await writeFile(join(folder.cluster, 'PG_VERSION'), '18\n')
    await rm(join(folder.cluster, 'pg_wal'), { recursive: true })

    expect(await refusal()).toMatch(/directory "pg_wal" does not exist"\); restore the data folder from a backup/)

    await rm(join(folder.cluster, 'global/pg_control'))
    expect(await refusal()).toMatch(/is damaged .*restore it from a backup/)
  })

  it('refuses a file instead of a folder', async () => {
    await writeFile(folder.dataDir, '')
    expect(await refusal()).toMatch(/data is not a folder; /)
  })
})

describe.runIf(process.getuid?.() === 0)('a start as root', () => {
  it('works in a folder that is closed to the account of the server', async () => {
    await chmod(folder.root, 0o700)
    await withServer(folder.dataDir, ({ connectionString }) => query(connectionString, createNote))
    await withServer(folder.dataDir, async ({ connectionString }) => {
      expect(await query(connectionString, selectNotes)).toEqual([['kept']])
    })
  })

  it('leaves the folder of an ordinary user usable for that user', async () => {
    await chmod(folder.root, 0o777)

    const owner = new AppProcess(folder.dataDir, nobody)
    expect(await owner.report()).toMatchObject({ startedHere: true })

    await owner.send('write by the owner')
    await owner.send('stop')
    await withServer(folder.dataDir, async ({ connectionString }) => {
      expect(await query(connectionString, selectNotes)).toEqual([['by the owner']])
    })

    const restarted = new AppProcess(folder.dataDir, nobody)
    expect(await restarted.report()).toMatchObject({ startedHere: true })

    await restarted.send('stop')
  })

  it("refuses an ordinary user on root's folder", async () => {
    await mkdir(folder.dataDir)
    const { error } = await new AppProcess(folder.dataDir, nobody).report()
    expect(error).toMatch(/^DataFolderError: .*data is closed to this user; give this user the folder/)
  })
})
