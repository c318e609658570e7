import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppProcess } from './app-process.fixture.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostmaster } from './postmaster.ts'
import { createTestFolder, name, query, type TestFolder, withServer } from './test-folder.fixture.ts'

// Crash recovery writes every file of the cluster, which takes seconds on a busy disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const selectNotes = 'select text from note order by text'

describe('the embedded server', () => {
  let folder: TestFolder
  let server: EmbeddedPostgres

  beforeAll(async () => {
    folder = await createTestFolder()
    server = await startEmbeddedPostgres({ name, dataDir: folder.dataDir, settings: { work_mem: '7MB' } })
  })
  afterAll(async () => {
    await server.stop()
    await folder.remove()
  })

  it.each([
    ['fsync', 'on'],
    ['full_page_writes', 'on'],
    ['synchronous_commit', 'on'],
    ['data_checksums', 'on'],
    ['listen_addresses', '127.0.0.1'],
    ['password_encryption', 'scram-sha-256'],
    ['server_encoding', 'UTF8'],
    ['timezone', 'UTC'],
    ['work_mem', '7MB'],
  ])('runs with %s = %j', async (setting, value) => {
    expect(await query(server.connectionString, `select current_setting('${setting}')`)).toEqual([[value]])
  })

  it('gives the product a role that is not a superuser', async () => {
    const sql = 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user'
    expect(await query(server.connectionString, sql)).toEqual([[false, true]])
  })

  it('requires the password, which only the owner of the folder can read', async () => {
    const url = new URL(server.connectionString)
    url.password = randomBytes(32).toString('base64url')
    await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(join(folder.cluster, 'shop-password'))).mode & 0o777).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')('answers over a socket, which requires the password too', async () => {
    const isSocket = 'select inet_server_addr() is null, current_user::text, current_database()::text'
    expect(await query(server.localConnectionString, isSocket)).toEqual([[true, name, name]])
    expect(await query(server.connectionString, isSocket)).toEqual([[false, name, name]])

    const url = new URL(server.localConnectionString)
    url.password = 'guess'
    await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(folder.cluster)).mode & 0o777).toBe(0o700)
  })

  it('answers over TCP only if the path of its folder is too long for a socket', async () => {
    const deep = await startEmbeddedPostgres({ name, dataDir: join(folder.root, 'long'.repeat(20)) })
    try {
      expect(deep.localConnectionString).toBe(deep.connectionString)
      expect(await query(deep.localConnectionString, 'select 1')).toEqual([[1]])
    } finally {
      await deep.stop()
    }
  })

  it('writes neither statements nor values to its log', async () => {
    await query(server.connectionString, 'create table person (email text primary key)')
    const insert = "insert into person values ('ada@example.test')"
    await query(server.connectionString, insert)
    await expect(query(server.connectionString, insert)).rejects.toMatchObject({ code: '23505' })
    const log = await readFile(join(folder.dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('ada@example.test')
  })

  it('serves a second database to a second caller', async () => {
    const other = await startEmbeddedPostgres({ name, dataDir: folder.dataDir, database: 'other one' })
    expect(other.startedHere).toBe(false)
    expect(await query(other.connectionString, 'select current_database()')).toEqual([['other one']])
    await other.stop()
    expect(await query(server.connectionString, 'select 1')).toEqual([[1]])
  })

  it('renews its lease after PostgreSQL has recovered from a crashed session', async () => {
    const victim = new Client(server.connectionString)
    victim.on('error', () => undefined)
    await victim.connect()

    const lease = "select pid from pg_stat_activity where application_name = 'shop-lease'"
    const findLease = () => query(server.connectionString, lease).catch(() => [])
    const before = await findLease()

    const { rows } = await victim.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGKILL')

    // The lease of before may still be there: PostgreSQL notices the crash a moment later.
    const isRenewed = async () => {
      const now = await findLease()
      return now.length === 1 && now[0]?.[0] !== before[0]?.[0]
    }
    await expect.poll(isRenewed, { timeout: 40_000 }).toBe(true)
  })
})

describe('several processes on one folder', () => {
  let folder: TestFolder
  let apps: AppProcess[]

  beforeEach(async () => {
    apps = []
    folder = await createTestFolder()
  })
  afterEach(async () => {
    for (const app of apps) app.child.kill('SIGKILL')
    await folder.remove()
  })

  function startApp(): AppProcess {
    const app = new AppProcess(folder.dataDir)
    apps.push(app)
    return app
  }

  it('share one server if ten start at once, and the last to stop shuts it down', async () => {
    const reports = await Promise.all(Array.from({ length: 10 }, () => startApp().report()))
    expect(reports.filter(({ startedHere }) => startedHere)).toHaveLength(1)
    expect(new Set(reports.map(({ connectionString }) => connectionString)).size).toBe(1)

    const [starter, ...others] = apps.toSorted((one) => (reports[apps.indexOf(one)]?.startedHere ? -1 : 1))
    await starter?.send('stop')

    expect(await others[0]?.send('write after the starter left')).toEqual({ written: true })

    await Promise.all(others.map((app) => app.send('stop')))
    expect(await findPostmaster(folder.cluster)).toBeUndefined()
  })

  it('leave the server running for a connected tool; the next process stops it and keeps the data', async () => {
    const { dataDir, cluster } = folder
    const server = await startEmbeddedPostgres({ name, dataDir })
    const tool = new Client(server.connectionString.replace('application_name=shop', 'application_name=pg_dump'))
    await tool.connect()
    await server.stop()
    await tool.query("create table note as select 'by the tool' as text")
    await tool.end()

    const toolSessions = "select from pg_stat_activity where application_name = 'pg_dump'"
    await expect.poll(() => query(server.connectionString, toolSessions)).toEqual([])

    await withServer(dataDir, async ({ startedHere }) => expect(startedHere).toBe(false))
    expect(await findPostmaster(cluster)).toBeUndefined()

    await withServer(dataDir, async ({ startedHere, connectionString }) => {
      expect(startedHere).toBe(true)
      expect(await query(connectionString, selectNotes)).toEqual([['by the tool']])
    })
  })

  it('adopt the server of a killed process with all its data', async () => {
    const killed = startApp()
    const { connectionString } = await killed.report()
    await killed.send('write acknowledged')
    await killed.kill()
    await withServer(folder.dataDir, async (server) => {
      expect(server).toMatchObject({ startedHere: false, connectionString })
      expect(await query(connectionString, selectNotes)).toEqual([['acknowledged']])
    })
  })

  it('recover the committed rows after server and application were killed', async () => {
    const killed = startApp()
    await killed.report()
    await killed.send('write committed')
    await killed.kill()
    process.kill((await findPostmaster(folder.cluster))?.pid ?? 0, 'SIGKILL')
    await withServer(folder.dataDir, async ({ startedHere, connectionString }) => {
      expect(startedHere).toBe(true)
      expect(await query(connectionString, selectNotes)).toEqual([['committed']])
    })
  })

  it('restart a killed server at the same address', async () => {
    const one = startApp()
    const other = startApp()
    const { connectionString = '', localConnectionString = '' } = await one.report()

    await other.report()
    await one.send('write committed')
    process.kill((await findPostmaster(folder.cluster))?.pid ?? 0, 'SIGKILL')

    const notes = () => query(connectionString, selectNotes).catch(() => undefined)
    await expect.poll(notes, { timeout: 40_000 }).toEqual([['committed']])
    expect(await query(localConnectionString, selectNotes)).toEqual([['committed']])

    await one.send('stop')
    await other.send('stop')

    expect(await findPostmaster(folder.cluster)).toBeUndefined()
  })
})
