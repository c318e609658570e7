import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestFolder, query, type TestFolder, withServer } from '#test/embedded-postgres/folder.ts'
import { AppProcess } from '#test/embedded-postgres/process.ts'
import { DataFolderError, startEmbeddedPostgres } from './embedded-postgres.ts'

// A recovery first writes every file of the cluster to disk: seconds, on a busy one.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NOBODY = { uid: 65_534, gid: 65_534 }
const CREATE_NOTE = "create table note as select 'kept' as text"
const NOTES = 'select text from note'

let folder: TestFolder

beforeEach(async () => {
  folder = await createTestFolder()
})

afterEach(() => folder.remove())

async function refusal(): Promise<string> {
  const error = await startEmbeddedPostgres({ dataDir: folder.dataDir }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DataFolderError)
  const message = error instanceof Error ? error.message : ''
  expect(message).not.toContain('\n')
  return message
}

describe('what a crash leaves behind', () => {
  const isHalfMade = (name: string) => name.startsWith('postgres.new-')

  it('a process killed while it creates the cluster does not stop the next one', async () => {
    const killed = new AppProcess(folder.dataDir)
    while (!(await readdir(folder.dataDir).catch(() => [])).some(isHalfMade)) await pause(5)
    await killed.kill()
    await mkdir(join(folder.dataDir, 'postgres.new-older/cluster'), { recursive: true })
    await withServer(folder.dataDir, async ({ startedHere }) => expect(startedHere).toBe(true))
    expect(await readdir(folder.dataDir)).not.toContain('postgres.new-older')
  })

  it('a postmaster.pid of the past is no obstacle', async () => {
    await withServer(folder.dataDir, ({ connectionString }) => query(connectionString, CREATE_NOTE))

    const rest = `${folder.cluster}\n1\n5432\n\n127.0.0.1\n  1 2\nready   \n`
    const reusedNumber = `${process.pid}\n${rest}`
    const deadNumber = `4194303\n${rest}`
    const emptiedByPowerCut = ''

    for (const content of [reusedNumber, deadNumber, emptiedByPowerCut]) {
      await writeFile(join(folder.cluster, 'postmaster.pid'), content)
      await withServer(folder.dataDir, async ({ startedHere, connectionString }) => {
        expect(startedHere).toBe(true)
        expect(await query(connectionString, NOTES)).toEqual([['kept']])
      })
    }
  })
})

describe('a folder that cannot be used is refused in one line', () => {
  it('foreign files, which stay as they are', async () => {
    await mkdir(folder.cluster, { recursive: true })
    await writeFile(join(folder.cluster, 'thesis.txt'), 'precious')
    expect(await refusal()).toMatch(/holds foreign files; move it away or choose another data folder/)
    expect(await readFile(join(folder.cluster, 'thesis.txt'), 'utf8')).toBe('precious')
  })

  it("another program's cluster", async () => {
    await mkdir(folder.cluster, { recursive: true })
    await writeFile(join(folder.cluster, 'PG_VERSION'), '18\n')
    expect(await refusal()).toMatch(/another program's PostgreSQL data/)
  })

  it('another major version, a damaged cluster', async () => {
    await withServer(folder.dataDir, async () => undefined)
    await writeFile(join(folder.cluster, 'PG_VERSION'), '17\n')

    expect(await refusal()).toMatch(/written by PostgreSQL 17, this release brings 18; .*pg_dump/)

    await writeFile(join(folder.cluster, 'PG_VERSION'), '18\n')
    await rm(join(folder.cluster, 'pg_wal'), { recursive: true })

    expect(await refusal()).toMatch(/directory "pg_wal" does not exist"\); restore the data folder from a backup/)

    await rm(join(folder.cluster, 'global/pg_control'))
    expect(await refusal()).toMatch(/is damaged .*restore it from a backup/)
  })

  it('a file in its place', async () => {
    await writeFile(folder.dataDir, '')
    expect(await refusal()).toMatch(/data is not a folder; /)
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('works under a folder that is closed to the account of the server', async () => {
    await chmod(folder.root, 0o700)
    await withServer(folder.dataDir, ({ connectionString }) => query(connectionString, CREATE_NOTE))
    await withServer(folder.dataDir, async ({ connectionString }) => {
      expect(await query(connectionString, NOTES)).toEqual([['kept']])
    })
  })

  it('leaves the folder of an ordinary user usable for that user', async () => {
    await chmod(folder.root, 0o777)

    const owner = new AppProcess(folder.dataDir, NOBODY)
    expect(await owner.report()).toMatchObject({ startedHere: true })

    await owner.tell('write by the owner')
    await owner.tell('stop')
    await withServer(folder.dataDir, async ({ connectionString }) => {
      expect(await query(connectionString, NOTES)).toEqual([['by the owner']])
    })

    const again = new AppProcess(folder.dataDir, NOBODY)
    expect(await again.report()).toMatchObject({ startedHere: true })

    await again.tell('stop')
  })

  it("refuses an ordinary user on root's folder", async () => {
    await mkdir(folder.dataDir)
    const { error } = await new AppProcess(folder.dataDir, NOBODY).report()
    expect(error).toMatch(/^DataFolderError: .*data is closed to this user; give this user the folder/)
  })
})
