import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { createS3FileStore } from '#adapters/files.s3.ts'
import { createDiskUploads } from '#adapters/uploads.disk.ts'
import { createS3Uploads } from '#adapters/uploads.s3.ts'
import { getInstallationSecret } from '#core/installation-secret.ts'
import { openDatabase } from '#db/database.ts'
import { rememberErasure, repeatErasures } from '#features/personal-data/repeat-erasure.service.ts'
import { storeUpload } from '#features/upload/receiving/store.service.ts'
import { aCustomer } from '#test/builders.ts'
import { insertRow } from '#test/rows.ts'
import { startS3Server } from '#test/servers/s3/s3.ts'
import { emptyDatabase } from '#test/test-databases.ts'
import { useApp } from '#test/use-app.ts'
import { takeBackup } from './dump.ts'
import { type Manifest, manifestOf, readManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verify.ts'

const app = useApp()
let folder: string
let customerId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-backup-'))
  customerId = (await aCustomer(app)).id
  await getInstallationSecret(app.deps.files)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const bytesOf = (text: string) => Buffer.from(`solid ${text}`)
const sha256Of = (text: string) => createHash('sha256').update(bytesOf(text)).digest('hex')
const keyOf = (text: string) => `parts/${sha256Of(text)}`

const registerContent = (text: string) =>
  app.deps.db
    .insertInto('file_content')
    .values({ sha256: sha256Of(text), bytes: bytesOf(text).length, stored_at: app.clock.now, removed_at: null })
    .execute()

const storeBytes = (text: string) =>
  app.deps.files.put(keyOf(text), bytesOf(text), { contentType: 'application/octet-stream' })

/** An upload whose bytes have all arrived and wait for the job that stores them. */
async function aWaitingUpload(text: string, name: string, sha256: string | null = null): Promise<string> {
  const id = await insertRow(app.deps.db, 'upload', {
    customer_id: customerId,
    purpose: 'part',
    name,
    bytes: bytesOf(text).length,
    state: 'received',
    sha256,
    created_at: app.clock.now,
    last_used_at: app.clock.now,
  })
  const { data, keyOf: uploadKey } = app.deps.uploads
  await data.create(new Upload({ id: uploadKey(id), size: bytesOf(text).length, offset: 0 }))
  await data.write(Readable.from([bytesOf(text)]), uploadKey(id), 0)
  return id
}

const sources = () => ({
  connectionString: app.deps.config.databaseUrl ?? '',
  files: app.deps.files,
  uploads: app.deps.uploads,
})

async function aTarget() {
  const dataDir = join(folder, randomUUID())
  return {
    connectionString: await emptyDatabase(),
    files: createDiskFileStore(join(dataDir, 'files')),
    uploads: await createDiskUploads(join(dataDir, 'uploads')),
  }
}

type Target = Awaited<ReturnType<typeof aTarget>>

/** Runs `use` as a server on the restored data. */
async function onRestored(target: Target, use: (deps: typeof app.deps) => Promise<void>): Promise<void> {
  const db = openDatabase(target.connectionString)
  const uploads = { ...target.uploads, locker: app.deps.uploads.locker }
  await use({ ...app.deps, db, files: target.files, uploads }).finally(() => db.destroy())
}

describe('a backup', () => {
  it('holds uploads that wait to be stored, also one that is stored meanwhile', async () => {
    const waiting = await aWaitingUpload('waiting', 'waiting.stl')
    await registerContent('registered')
    const registered = await aWaitingUpload('registered', 'registered.stl', sha256Of('registered'))
    const overtaken = await aWaitingUpload('overtaken', 'overtaken.stl')

    const uploads = {
      async read(id: string) {
        if (id === overtaken) await storeUpload(app.deps, id)
        return app.deps.uploads.read(id)
      },
    }
    const backup = join(folder, 'waiting')
    await takeBackup({ ...sources(), uploads }, backup)
    expect((await verifyBackup(backup)).faults).toEqual([])

    const target = await aTarget()
    await restoreBackup(target, backup)
    await onRestored(target, async (deps) => {
      for (const [id, text] of [
        [waiting, 'waiting'],
        [registered, 'registered'],
        [overtaken, 'overtaken'],
      ] as const) {
        await storeUpload(deps, id)
        const stored = await deps.files.get(keyOf(text))
        expect(stored && (await buffer(stored.body))).toEqual(bytesOf(text))
        expect(await deps.db.selectFrom('upload').select('refusal').where('id', '=', id).execute()).toEqual([
          { refusal: null },
        ])
      }
    })
  })

  it('is sound if a file was removed and the removal not committed at its moment', async () => {
    await registerContent('expiring')
    const isUnderWay = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const removal = app.deps.db.transaction().execute(async (trx) => {
      const removed = { removed_at: app.clock.now }
      await trx.updateTable('file_content').set(removed).where('sha256', '=', sha256Of('expiring')).execute()
      isUnderWay.resolve()
      await mayCommit.promise
    })
    await isUnderWay.promise

    const { files } = app.deps
    const watched = {
      put: files.put.bind(files),
      create: files.create.bind(files),
      remove: files.remove.bind(files),
      list: files.list.bind(files),
      async get(key: string) {
        if (key === keyOf('expiring')) {
          mayCommit.resolve()
          await removal
        }
        return files.get(key)
      },
    }
    const backup = join(folder, 'removed')
    const manifest = await takeBackup({ ...sources(), files: watched }, backup)

    expect(manifest).toMatchObject({ removed: [keyOf('expiring')], lost: [] })
    expect((await verifyBackup(backup)).faults).toEqual([])
  })

  it('names files that are damaged or missing in the installation, and is restored without them', async () => {
    await registerContent('missing')
    await registerContent('damaged')
    await storeBytes('damaged')
    const parts = join(app.deps.config.dataDir, 'files', 'parts')
    const damaged = (await readdir(parts)).find((name) => name.startsWith(sha256Of('damaged')) && name.endsWith('.bin'))
    await writeFile(join(parts, String(damaged)), 'other')

    const backup = join(folder, 'lost')
    await takeBackup(sources(), backup)
    expect((await readManifest(backup)).lost).toEqual([keyOf('damaged'), keyOf('missing')].sort())
    expect((await verifyBackup(backup)).faults).toEqual([])

    await restoreBackup(await aTarget(), backup)
    await app.deps.files.remove(keyOf('damaged'))
    await app.deps.db
      .deleteFrom('file_content')
      .where('sha256', 'in', [sha256Of('missing'), sha256Of('damaged')])
      .execute()
  })

  it('is not sound without the secret of the installation', async () => {
    const { files } = app.deps
    const secret = await getInstallationSecret(files)
    await files.remove('secrets/mailed-keys')

    const backup = join(folder, 'secret')
    await takeBackup(sources(), backup)
    await files.put('secrets/mailed-keys', secret, { contentType: 'application/octet-stream' })
    expect((await verifyBackup(backup)).faults).toEqual([
      'The database needs a file that the backup lacks: secrets/mailed-keys',
    ])
  })
})

describe('a restore', () => {
  it('keeps the marks of customers who were erased after the backup, and erases them again (PRI-3)', async () => {
    const { id } = await aCustomer(app)
    const backup = join(folder, 'erased')
    await takeBackup(sources(), backup)

    const target = await aTarget()
    await rememberErasure(target, id)
    await restoreBackup(target, backup)

    await onRestored(target, async (deps) => {
      const read = () => deps.db.selectFrom('customer').select('deleted_at').where('id', '=', id).execute()
      expect(await read()).toEqual([{ deleted_at: null }])

      await repeatErasures(deps)
      expect(await read()).not.toEqual([{ deleted_at: null }])
    })
  })

  it('puts waiting uploads into a bucket, also after an attempt that was interrupted', async () => {
    // Longer than a part of a multipart upload.
    const text = 'long '.repeat(4_000_000)
    const id = await aWaitingUpload(text, 'long.stl')
    const backup = join(folder, 'bucket')
    await takeBackup(sources(), backup)
    await app.deps.uploads.remove(id)
    await app.deps.db.deleteFrom('upload').where('id', '=', id).execute()

    const server = await startS3Server()
    const endpoint = `http://127.0.0.1:${server.port}`
    const place = { endpoint, bucket: 'cotation', region: 'us-east-1', forcePathStyle: true, ...server.credentials }
    const files = createS3FileStore(place)
    const target = { connectionString: await emptyDatabase(), files, uploads: createS3Uploads(place) }
    await target.uploads.data.create(new Upload({ id: target.uploads.keyOf(id), size: 5, offset: 0 }))

    await restoreBackup(target, backup)
    const restored = await target.uploads.read(id)
    expect(restored && (await buffer(restored)).equals(bytesOf(text))).toBe(true)
    files.close()
    await server.close()
  })

  it('refuses a file store with other files', async () => {
    const target = await aTarget()
    await target.files.put('parts/other', Buffer.from('other'), { contentType: 'model/stl' })
    await expect(restoreBackup(target, join(folder, 'erased'))).rejects.toThrow('The file store is not empty.')
  })

  it.each([
    [
      'a newer release',
      (manifest: Manifest) => ({ migrations: { ...manifest.migrations, '9999-future.sql': 'a'.repeat(64) } }),
      'The backup is of a newer or changed release (its newest migration is 9999-future.sql). Restore it with that release.',
    ],
    [
      'a release with another job queue',
      () => ({ jobQueueVersion: 1 }),
      "The backup has version 1 of the job queue's tables",
    ],
  ])('refuses a backup of %s', async (_, changes, message) => {
    const backup = join(folder, randomUUID())
    await takeBackup(sources(), backup)
    const manifest = await readManifest(backup)
    await writeFile(manifestOf(backup), JSON.stringify({ ...manifest, ...changes(manifest) }))

    await expect(restoreBackup(await aTarget(), backup)).rejects.toThrow(message)
  })
})
