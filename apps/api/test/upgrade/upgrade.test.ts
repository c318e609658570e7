import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LineView } from '@cotation/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { createDiskUploads } from '#adapters/uploads.disk.ts'
import { getInstallationSecret } from '#core/installation-secret.ts'
import { createJobs } from '#core/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { takeBackup } from '#src/backup/dump.ts'
import { readManifest } from '#src/backup/manifest.ts'
import { restoreBackup } from '#src/backup/restore.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase, emptyDatabase, withClient } from '#test/test-databases.ts'
import { dumpRows, loadRows, packRelease, type Release, unpackRelease } from './release.ts'
import { buyOnTop, makeShop, readShop, type ShopAnswers } from './shop.ts'

/**
 * The rows of a small shop as a release left them, and its answers to customers. A file is made
 * once, by the code of that release, and never changed. To make one for the next release, run
 * `WRITE_RELEASE=release-0007.json.gz node scripts/run.mjs vitest run --project api upgrade`
 * on the commit of the release, where 0007 is its last migration, and add the file to this list.
 */
const releases = ['release-0006.json.gz']

const packagedMigrations = join(import.meta.dirname, '../../src/db/migrations')

let app: TestApp | undefined
afterEach(() => app?.close())

const readRelease = async (file: string) => unpackRelease(await readFile(join(import.meta.dirname, file)))

/** Entries of an audit wait only until their transaction commits; on loopback no address is recorded. */
const alwaysEmpty = ['audit_pending', 'installation']

const emptyTables = ({ tables }: Pick<Release, 'tables'>) =>
  Object.keys(tables).filter((name) => tables[name]?.length === 0 && !alwaysEmpty.includes(name))

/** A database that has only the migrations and the rows of a release. */
async function databaseOf(release: Release): Promise<string> {
  const url = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cotation-migrations-'))
  for (const name of Object.keys(release.migrations)) await copyFile(join(packagedMigrations, name), join(folder, name))
  await migrate(url, { folder })
  await rm(folder, { recursive: true })
  await withClient(url, (client) => loadRows(client, release))
  return url
}

const storesOf = async (dataDir: string) => ({
  files: createDiskFileStore(join(dataDir, 'files')),
  uploads: await createDiskUploads(join(dataDir, 'uploads')),
})

/**
 * What customers of an older release see today. Members had no levels before migration 0011. Lines
 * of orders are now "ordered", a transfer that was only announced can be cancelled, and a cancelled
 * order has no pro-forma.
 */
function asOfToday({ person, company }: ShopAnswers): ShopAnswers {
  const { member } = person.account
  const level = member?.level === 'standard' ? 'bronze' : (member?.level ?? '')

  const orders = company.orders.map((order) => ({
    ...order,
    can: { ...order.can, cancel: order.can.cancel || order.status === 'payment_pending' },
    documents: order.documents.filter((document) => document !== 'pro-forma' || !wasCancelled(order)),
  }))
  const orderedNames = new Set(orders.flatMap(({ lines }) => lines.map(({ name }) => name)))
  /** Lines of later releases name their order themselves. */
  const isOrdered = ({ order, name }: LineView) => order === undefined && orderedNames.has(name)
  const projects = company.projects.map((answer) => ({
    ...answer,
    project: answer.project && {
      ...answer.project,
      lines: answer.project.lines.map((line) => (isOrdered(line) ? { ...line, status: 'ordered' as const } : line)),
    },
  }))

  return {
    company: { ...company, orders, projects },
    person: { ...person, account: { ...person.account, member: { level } } },
  }
}

const wasCancelled = ({ timeline }: ShopAnswers['company']['orders'][number]): boolean =>
  timeline.some(({ to }) => to === 'cancelled')

/** Keys of thumbnails differ: they are sealed with the secret of an installation, which is no row. */
const withoutThumbnails = (answers: ShopAnswers): ShopAnswers =>
  JSON.parse(JSON.stringify(answers, (name, value) => (name.startsWith('thumbnailId') ? undefined : value)))

/** Starts today's product on a release's database and checks that customers keep all they had. */
async function expectUpgrade(databaseUrl: string, answers: ShopAnswers): Promise<void> {
  app = await startApp({ ...severalVisitors, DATABASE_URL: databaseUrl })
  const { db } = app.deps

  expect(await readShop(app)).toMatchObject(withoutThumbnails(asOfToday(answers)))
  expect(await ledgerViolations(db, app.clock.now)).toEqual([])

  const { unpaid, paid, again, balance } = await buyOnTop(app, answers.company)
  expect(paid.result).toBe('paid')
  expect(balance.availableMinor).toBe(250_00 - unpaid.totalMinor)
  expect(again.status).toBe('paid')
  expect(await ledgerViolations(db, app.clock.now)).toEqual([])
}

describe.each(releases)('an upgrade from %s', (file) => {
  it('finds the migrations of that release unchanged', async () => {
    const { migrations } = await readRelease(file)
    for (const [name, sha256] of Object.entries(migrations)) {
      const bytes = await readFile(join(packagedMigrations, name))
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256)
    }
  })

  it('starts from rows in every table', async () => {
    expect(emptyTables(await readRelease(file))).toEqual([])
  })

  it('keeps logins, projects, orders, coupons and balances, and takes a new order', async () => {
    const release = await readRelease(file)
    await expectUpgrade(await databaseOf(release), release.answers)
  })

  it('keeps them when this release restores a backup of that one', async () => {
    const release = await readRelease(file)
    const original = await databaseOf(release)
    const jobs = await createJobs(original, silentLog)
    await jobs.stop()

    const folder = await mkdtemp(join(tmpdir(), 'cotation-release-'))
    const backup = join(folder, 'backup')
    const source = await storesOf(join(folder, 'source'))
    await getInstallationSecret(source.files)
    await takeBackup({ connectionString: original, ...source }, backup)
    expect((await readManifest(backup)).migrations).toEqual(release.migrations)

    const restored = await emptyDatabase()
    await restoreBackup({ connectionString: restored, ...(await storesOf(join(folder, 'restored'))) }, backup)
    await rm(folder, { recursive: true })
    await expectUpgrade(restored, release.answers)
  })
})

describe('the one express account of release 0006', () => {
  it('moves to the carrier that it names or fits alone, and stays visible otherwise', async () => {
    const url = await databaseOf(await readRelease('release-0006.json.gz'))
    const written = ['DHL 123-456 789', 'Fedex: 987654321', '1234567890', '123456789', 'UPS 1Z999', 'DHL 12345']
    const rows = await withClient(url, async (client) => {
      for (const [index, account] of written.entries())
        await client.query(
          `insert into customer (email, username, account_type, language, created_at, express_account)
            values ($1, 'Zoe', 'personal', 'fr', now(), $2)`,
          [`old-${index}@example.com`, account],
        )
      await migrate(url)
      const found = await client.query(`
        select customer.express_account as kept, carrier, number from customer
        left join express_account on customer_id = customer.id and is_current
        where email like 'old-%' order by email`)
      return found.rows
    })

    expect(rows).toEqual([
      { kept: '', carrier: 'dhl', number: '123456789' },
      { kept: '', carrier: 'fedex', number: '987654321' },
      { kept: '', carrier: 'sf', number: '1234567890' },
      { kept: '123456789', carrier: null, number: null },
      { kept: 'UPS 1Z999', carrier: null, number: null },
      { kept: 'DHL 12345', carrier: null, number: null },
    ])
  })
})

describe('a shop of this release', () => {
  it('is recorded in full, so that the next release can be tested with it', async () => {
    const url = await copyDatabase()
    const shop = await startApp({ ...severalVisitors, DATABASE_URL: url })
    await makeShop(shop)
    const recorded = { ...(await withClient(url, dumpRows)), answers: await readShop(shop) }
    await shop.close()
    expect(emptyTables(recorded)).toEqual([])

    const file = process.env.WRITE_RELEASE
    if (file) await writeFile(join(import.meta.dirname, file), packRelease(recorded))
    const release = unpackRelease(packRelease(recorded))
    await expectUpgrade(await databaseOf(release), release.answers)
  })
})
