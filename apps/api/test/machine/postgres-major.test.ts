import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { applicationName, openDatabase } from '#db/database.ts'
import { readManifest } from '#src/backup/manifest.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { post } from '#src/money/ledger.ts'
import { toolProcess } from '#src/tools/tool-process.fixture.ts'
import { Browser } from '#test/browser.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { previousPostgresFolder } from '#test/servers/previous-postgres.ts'
import { withClient } from '#test/test-databases.ts'

let folder: string
let previous: EmbeddedPostgres
let demoAccount: { email: string; password: string }

const previousDir = () => join(folder, 'previous')
const restoredDir = () => join(folder, 'restored')
const backupDir = () => join(folder, 'backup')

const startPrevious = () =>
  startEmbeddedPostgres({
    name: applicationName,
    dataDir: previousDir(),
    ...(previousPostgresFolder && { packageFolder: previousPostgresFolder }),
  })

async function startProduct(env: Record<string, string>): Promise<ProductProcess> {
  const settings = { LOG_LEVEL: 'silent', PORT: String(await freePort()), DEMO: 'accounts' }
  return ProductProcess.start('main', { ...settings, ...env })
}

/** A shop with demo customers, their balances and a stored part, on the previous PostgreSQL. */
async function makeShop(): Promise<void> {
  const product = await startProduct({ DATA_DIR: previousDir(), DATABASE_URL: previous.connectionString })
  await product.says('Demo coupon')
  const printed = /Demo account: +(?<email>\S+) +(?<password>\S+)/.exec(product.stdout)
  demoAccount = { email: printed?.groups?.email ?? '', password: printed?.groups?.password ?? '' }
  await product.stop()

  const bytes = Buffer.from('solid part')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await createDiskFileStore(join(previousDir(), 'files')).put(`parts/${sha256}`, bytes, { contentType: 'model/stl' })
  await withClient(previous.connectionString, (client) =>
    client.query('insert into file_content (sha256, bytes, stored_at) values ($1, $2, now())', [sha256, bytes.length]),
  )
  await postGoodwill()
}

async function postGoodwill(): Promise<void> {
  const db = openDatabase(previous.connectionString)
  const { id: customerId } = await db.selectFrom('customer').select('id').orderBy('id').executeTakeFirstOrThrow()
  const lines = [
    { account: { kind: 'goodwill' as const }, amountMinor: 250_00 },
    { account: { kind: 'wallet' as const, customerId }, amountMinor: -250_00 },
  ]
  await db
    .transaction()
    .execute((trx) => post(trx, new Date(), { kind: 'adjustment', key: 'goodwill', customerId, lines }))
  await db.destroy()
}

/** A digest of the rows of each table, and where each sequence is. */
async function contentOf(connectionString: string): Promise<Record<string, string>> {
  const { tables } = await readManifest(backupDir())

  return withClient(connectionString, async (client) => {
    const content: Record<string, string> = {}
    for (const { name } of tables) {
      // The backup is an entry of the one installation, and the restore an entry of the other.
      const isShared = name === 'public.audit_entry' ? `stored.subject_kind <> 'installation'` : 'true'
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(stored::text), '' order by md5(stored::text))), '') as digest
         from ${name} stored where ${isShared}`,
      )
      content[name] = rows[0]?.digest ?? ''
    }

    const sequences = await client.query<{ name: string; value: string }>(
      `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences`,
    )
    for (const { name, value } of sequences.rows) content[`sequence ${name}`] = value

    return content
  })
}

async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const files = createDiskFileStore(join(dataDir, 'files'))
  const digests: Record<string, string> = {}
  for await (const { key } of files.list('')) {
    const stored = await files.get(key)
    if (stored)
      digests[key] = createHash('sha256')
        .update(await buffer(stored.body))
        .digest('hex')
  }

  return digests
}

const majorOf = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    )
    return rows[0]?.major
  })

describe.skipIf(previousPostgresFolder === null)('a shop on the major version of PostgreSQL before ours (B15)', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cotation-major-'))
    previous = await startPrevious()
    await makeShop()
  })

  afterAll(async () => {
    await previous.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  it('is backed up there and restored into an empty installation with ours', async () => {
    expect(await majorOf(previous.connectionString)).toBe(17)

    const backup = await toolProcess('backup', ['backup', '--to', backupDir()], {
      DATA_DIR: previousDir(),
      DATABASE_URL: previous.connectionString,
    })
    expect(backup).toMatchObject({ code: 0, stderr: '' })

    const restored = await toolProcess('backup', ['restore', '--from', backupDir()], { DATA_DIR: restoredDir() })
    expect(restored).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Restored ') })

    const embedded = await startEmbeddedPostgres({ name: applicationName, dataDir: restoredDir() })
    expect(await majorOf(embedded.connectionString)).toBe(18)
    expect(await contentOf(embedded.connectionString)).toEqual(await contentOf(previous.connectionString))
    expect(await filesOf(restoredDir())).toMatchObject(await filesOf(previousDir()))

    const db = openDatabase(embedded.connectionString)
    expect(await ledgerViolations(db)).toEqual([])
    expect(await db.selectFrom('ledger_entry').select('id').execute()).not.toEqual([])
    await db.destroy()
    await embedded.stop()
  })

  it('lets customers log in after the restore', async () => {
    // Without the demo, which would set the password again.
    const port = String(await freePort())
    const product = await startProduct({ DATA_DIR: restoredDir(), PORT: port, DEMO: 'off' })
    await product.says('is ready')

    const browser = new Browser(`http://127.0.0.1:${port}`)
    const login = await browser.send('POST /global/account/login', { body: demoAccount })
    expect(login.status).toBe(200)
    await product.stop()
  })

  it('keeps its data folder from our PostgreSQL, which refuses to start and says how to move it', async () => {
    const before = await contentOf(previous.connectionString)
    await previous.stop()

    const product = await startProduct({ DATA_DIR: previousDir() })
    expect(await product.exitCode).toBe(1)
    expect(product.stderr).toBe(
      `${join(previousDir(), 'postgres')} was written by PostgreSQL 17, this release brings 18; back it up with the release that wrote it, and restore that backup with this release into another data folder.\n`,
    )

    previous = await startPrevious()
    expect(await contentOf(previous.connectionString)).toEqual(before)
  })
})
