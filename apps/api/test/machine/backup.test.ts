import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { areMailsHeld } from '#adapters/mail.held.ts'
import { createDiskUploads } from '#adapters/uploads.disk.ts'
import { applicationName, type Db, openDatabase } from '#db/database.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { toolProcess } from '#src/tools/tool-process.fixture.ts'
import { Browser } from '#test/browser.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { withClient } from '#test/test-databases.ts'

let folder: string
let server: ProductProcess
let port: number
const running: ProductProcess[] = []

const sourceDir = () => join(folder, 'source')
const restoredDir = () => join(folder, 'restored')
const backupDir = () => join(folder, 'backup')

const tool = (words: readonly string[], dataDir: string) => toolProcess('backup', words, { DATA_DIR: dataDir })

async function start(dataDir: string, env: Record<string, string> = {}) {
  const freed = await freePort()
  const settings = { DATA_DIR: dataDir, PORT: String(freed), LOG_LEVEL: 'silent', DEMO: 'accounts' }
  const product = await ProductProcess.start('main', { ...settings, ...env })
  running.push(product)
  await product.says(env.DEMO === 'off' ? 'is ready' : 'Demo coupon')
  return { product, port: freed }
}

/** Runs `use` on the embedded database of a data folder. */
async function onDatabase<T>(dataDir: string, use: (connectionString: string) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedPostgres({ name: applicationName, dataDir })
  try {
    return await use(embedded.connectionString)
  } finally {
    await embedded.stop()
  }
}

/** What operators did to the whole installation, as the audit knows it. */
async function toolActions(db: Db): Promise<string[]> {
  const entries = await db
    .selectFrom('audit_entry')
    .select('action')
    .where('subject_kind', '=', 'installation')
    .orderBy('position')
    .execute()
  return entries.map(({ action }) => action)
}

const partOf = (i: number) => Buffer.from(`solid part ${i}\u2028 ${'facet '.repeat(i % 50)}`)
const keyOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Stores parts as the product does (the upload has arrived, its content is registered, then stored,
 * then the upload is done) and visitors' answers, until it is stopped.
 */
async function writeUnderWay(connectionString: string, isStopped: () => boolean): Promise<number> {
  const files = createDiskFileStore(join(sourceDir(), 'files'))
  const uploads = await createDiskUploads(join(sourceDir(), 'uploads'))
  const browser = new Browser(`http://127.0.0.1:${port}`)
  let written = 0

  await withClient(connectionString, async (client) => {
    while (!isStopped()) {
      const bytes = partOf(written)
      const sha256 = keyOf(bytes)
      const id = randomUUID()
      await uploads.data.create(new Upload({ id, size: bytes.length, offset: 0 }))
      await uploads.data.write(Readable.from([bytes]), id, 0)
      await client.query(
        `insert into upload (id, customer_id, purpose, name, bytes, state, created_at, last_used_at)
         select $1, id, 'part', 'part.stl', $2, 'received', now(), now() from customer order by id limit 1`,
        [id, bytes.length],
      )

      await client.query('insert into file_content (sha256, bytes, stored_at) values ($1, $2, now())', [
        sha256,
        bytes.length,
      ])
      await client.query('update upload set sha256 = $2 where id = $1', [id, sha256])
      await files.put(`parts/${sha256}`, bytes, { contentType: 'model/stl' })
      await client.query(`update upload set state = 'done' where id = $1`, [id])
      await uploads.remove(id)

      await client.query("insert into leave_reason (reasons, other, created_at) values ('{other}', $1, now())", [
        `answer ${written}\u2028\n"é"`,
      ])
      await browser.fetch('/gateway/global/tools/captchaImage')
      written++
    }
  })
  return written
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-backup-'))
  const started = await start(sourceDir())
  server = started.product
  port = started.port
})

afterAll(async () => {
  await Promise.all(running.map((product) => product.stop()))
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

describe('a backup of a running installation (B15)', () => {
  it('is taken under load, verified and restored elsewhere', async () => {
    let isStopped = false
    const { backup, written } = await onDatabase(sourceDir(), async (connectionString) => {
      const writing = writeUnderWay(connectionString, () => isStopped)
      const taken = await tool(['backup', '--to', backupDir()], sourceDir()).finally(() => {
        isStopped = true
      })
      return { backup: taken, written: await writing }
    })
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(written).toBeGreaterThan(10)

    const verified = await tool(['verify', '--from', backupDir()], sourceDir())
    expect(verified).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Sound backup of ') })

    await onDatabase(sourceDir(), async (connectionString) => {
      const db = openDatabase(connectionString)
      expect(await toolActions(db)).toEqual(['installation.backed-up'])
      await db.destroy()
    })

    const restored = await tool(['restore', '--from', backupDir()], restoredDir())
    expect(restored).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Restored ') })
    expect(restored.stdout).toContain('Its mails are held.')

    await onDatabase(restoredDir(), async (connectionString) => {
      const db = openDatabase(connectionString)
      expect(await ledgerViolations(db)).toEqual([])
      expect(await toolActions(db)).toEqual(['installation.restored'])

      const parts = await db.selectFrom('file_content').select(['sha256', 'bytes']).execute()
      const answers = await db.selectFrom('leave_reason').select('other').execute()
      // One moment: an answer is written after its part.
      expect([parts.length - 1, parts.length]).toContain(answers.length)
      expect(answers[0]?.other).toBe('answer 0\u2028\n"é"')

      const files = createDiskFileStore(join(restoredDir(), 'files'))
      expect(await areMailsHeld(files)).toBe(true)
      const uploads = await createDiskUploads(join(restoredDir(), 'uploads'))
      const waiting = await db.selectFrom('upload').select(['id', 'sha256']).where('state', '=', 'received').execute()
      for (const { id } of waiting) expect(await uploads.arrived(id)).toBeGreaterThan(0)
      for (const { sha256 } of parts) {
        const stored = await files.get(`parts/${sha256}`)
        if (!stored && waiting.some((upload) => upload.sha256 === sha256)) continue
        expect(stored && keyOf(await buffer(stored.body))).toBe(sha256)
      }
      await db.destroy()
    })
  })

  it('serves the same customers with their passwords', async () => {
    const [, email = '', password = ''] = /Demo account: +(\S+) +(\S+)/.exec(server.stdout) ?? []
    // Without the demo, which would set its password again.
    const copy = await start(restoredDir(), { DEMO: 'off' })
    const browser = new Browser(`http://127.0.0.1:${copy.port}`)

    const login = await browser.fetch('/gateway/global/account/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(login.status).toBe(200)
    await copy.product.stop()
  })

  it('goes on past a file that is damaged in the installation, and names it', async () => {
    const folderOfParts = join(sourceDir(), 'files', 'parts')
    const [name = ''] = (await readdir(folderOfParts)).filter((file) => file.endsWith('.bin'))
    const intact = await readFile(join(folderOfParts, name))
    await writeFile(join(folderOfParts, name), 'other')

    const target = join(folder, 'without-damaged')
    const backup = await tool(['backup', '--to', target], sourceDir())
    await writeFile(join(folderOfParts, name), intact)
    expect(backup.code).toBe(1)
    expect(backup.stderr).toMatch(new RegExp(`damaged there:\\nparts/${name.split('.')[0]}\\n$`))

    const verified = await tool(['verify', '--from', target], sourceDir())
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('Lost before the backup: parts/') })
  })

  it('is not restored over data', async () => {
    const refused = await tool(['restore', '--from', backupDir()], restoredDir())
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^The database is not empty\./)
  })

  it('is refused if anything of it is damaged or missing', async () => {
    for (const [damage, fault] of await damages()) {
      await damage()
      const verified = await tool(['verify', '--from', backupDir()], sourceDir())
      expect(verified).toMatchObject({ code: 1, stdout: '' })
      expect(verified.stderr).toMatch(fault)
    }
  })
})

/** Each comes on top of those before it. */
async function damages(): Promise<[() => Promise<void>, RegExp][]> {
  const [table = ''] = await readdir(join(backupDir(), 'database'))
  const [part = ''] = await readdir(join(backupDir(), 'files', 'parts'))
  return [
    [() => writeFile(join(backupDir(), 'files', 'parts', part), 'other'), /The file parts\/\w+ is damaged/],
    [() => rm(join(backupDir(), 'files', 'parts', part)), /The file parts\/\w+ is missing/],
    [() => appendFile(join(backupDir(), 'database', table), 'x'), /The table \S+ is damaged/],
    [() => rm(join(backupDir(), 'manifest.json')), /is no complete backup/],
  ]
}
