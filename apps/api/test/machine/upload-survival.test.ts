import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { binaryStl, sphere } from '@cotation/geometry/solids'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { createS3FileStore } from '#adapters/files.s3.ts'
import { sha256Of } from '#adapters/files.ts'
import { readConfig } from '#core/config.ts'
import { createJobs, type Jobs } from '#core/jobs.ts'
import { secretHash } from '#core/secrets.ts'
import { StorageRoom } from '#core/storage-room.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { issueTemporarySession } from '#features/auth/session.service.ts'
import { watchAnalyses } from '#features/upload/analysis/analyse-part.service.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { announceUploads } from '#features/upload/records/upload.service.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { mib, sendBytes, someBytes } from '#test/quote/uploads.ts'
import { startS3Server, type TestS3Server } from '#test/servers/s3/s3.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

/** The fractions sent at which it is killed; none is at the end of a chunk. */
const shares = [0.07, 0.4, 0.83]

let dataDir: string
let env: Record<string, string>
let db: Db
let server: ProductProcess
let worker: ProductProcess | null
let jobs: Jobs | null
let s3: TestS3Server | null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotation-upload-survival-'))
  s3 = null
  worker = null
  jobs = null
  env = { DATA_DIR: dataDir, DATABASE_URL: await copyDatabase(), PORT: String(await freePort()), DEMO: 'off' }
  db = openDatabase(env.DATABASE_URL ?? '')
})

afterEach(async () => {
  await server.stop('SIGKILL')
  await worker?.stop('SIGKILL')
  await jobs?.stop()
  await db.destroy()
  await s3?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = await ProductProcess.start('main', env)
  await server.says('is ready:')
}

async function useS3(): Promise<void> {
  s3 = await startS3Server()
  env.S3_BUCKET = 'cotation'
  env.S3_ENDPOINT = `http://127.0.0.1:${s3.port}`
  env.S3_ACCESS_KEY_ID = s3.credentials.accessKeyId
  env.S3_SECRET_ACCESS_KEY = s3.credentials.secretAccessKey
}

/** A visitor's token that is valid now. */
async function announce(bytes: number): Promise<{ token: string; id: string }> {
  const clock = () => new Date()
  const { accessToken: token } = await issueTemporarySession(db, clock(), '127.0.0.1')
  const owner = { customerId: null, visitorHash: secretHash(token) }
  const config = readConfig(env)
  const freeBytes = async () => Number.POSITIVE_INFINITY
  const storageRoom = new StorageRoom({ freeBytes, reserveBytes: 0, log: silentLog })
  const [row] = await db
    .transaction()
    .execute((trx) =>
      announceUploads({ clock, config, storageRoom }, trx, owner, [{ name: 'part.stl', bytes }], 'part'),
    )

  return { token, id: row?.id ?? '' }
}

async function keptContents(): Promise<Map<string, Buffer>> {
  const config = readConfig(env)
  const files = config.s3 ? createS3FileStore(config.s3) : createDiskFileStore(join(dataDir, 'files'))
  const contents = new Map<string, Buffer>()
  for await (const { key } of files.list('parts/')) {
    const file = await files.get(key)
    if (file) contents.set(key, await buffer(file.body))
  }

  return contents
}

describe('an upload through a server that is killed again and again', () => {
  it.each(['disk', 's3'])('is resumed on %s without loss or duplication', async (kind) => {
    if (kind === 's3') await useS3()
    await start()
    const content = someBytes(24 * mib)
    const { token, id } = await announce(content.length)
    const moments = shares.map((share) => share * content.length)
    let killed = 0
    let restarting: Promise<void> = Promise.resolve()
    const killAndStart = async () => {
      await server.stop('SIGKILL')
      await start()
    }
    await sendBytes({ url: `http://127.0.0.1:${env.PORT}`, token }, id, content, {
      chunkSize: 3 * mib,
      retryDelays: Array.from({ length: 300 }, () => 100),
      onProgress: (sent) => {
        if (sent < (moments[killed] ?? Number.POSITIVE_INFINITY)) return
        killed++
        restarting = restarting.then(killAndStart)
      },
    })
    await restarting
    expect(killed).toBe(shares.length)

    const row = await until(async () => {
      const found = await db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      // Random bytes are not a part, so the analysis refuses them.
      return found.state === 'failed' ? found : undefined
    }, 'the verdict')
    expect(row.sha256).toBe(sha256Of(content))
    const kept = await keptContents()
    expect([...kept.keys()]).toEqual([partKey(sha256Of(content))])
    expect(kept.get(partKey(sha256Of(content)))?.equals(content)).toBe(true)
    expect(await db.selectFrom('part_analysis').select('id').execute()).toHaveLength(1)
    if (kind === 'disk') expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
  })
})

/** Analysis processes have a low priority. */
const patienceMs = 240_000

/** A part that takes a worker some seconds, with n × (n − 2) triangles. */
const largePart = Buffer.from(binaryStl(sphere(30, 240)))

/** The queue, to enqueue jobs for the worker, which has declared them. */
async function openJobs(): Promise<Jobs> {
  jobs ??= await createJobs(env.DATABASE_URL ?? '', silentLog)
  return jobs
}

async function startWorker(): Promise<void> {
  worker = await ProductProcess.start('worker', env)
  await worker.says('is ready')
}

describe('an analysis whose worker is killed', () => {
  it.each(['disk', 's3'])('is done once by another worker, with files on %s', async (kind) => {
    if (kind === 's3') await useS3()
    env.JOBS = 'off'
    await start()
    env.JOBS = 'on'
    await startWorker()
    const { token, id } = await announce(largePart.length)
    await sendBytes({ url: `http://127.0.0.1:${env.PORT}`, token }, id, largePart)
    const analysis = () => db.selectFrom('part_analysis').selectAll().executeTakeFirst()
    await until(
      async () => ((await analysis())?.state === 'running' ? true : undefined),
      'the beginning of the analysis',
    )
    await worker?.stop('SIGKILL')
    expect(await analysis()).toMatchObject({ state: 'running', attempts: 1 })

    await startWorker()
    // Skips the worker's heartbeat timeout and the minute until the queue is checked.
    await db
      .updateTable('part_analysis')
      .set({ lease_until: new Date(0) })
      .execute()
    await watchAnalyses({ db, jobs: await openJobs(), clock: () => new Date() })
    await until(
      async () => ((await analysis())?.state === 'done' ? true : undefined),
      'the end of the analysis',
      patienceMs,
    )

    expect(await analysis()).toMatchObject({ attempts: 2, refusal: null })
    expect(await db.selectFrom('part_body').select('name').execute()).toHaveLength(1)
    const upload = await db.selectFrom('upload').select(['state', 'sha256']).executeTakeFirstOrThrow()
    expect(upload).toEqual({ state: 'done', sha256: sha256Of(largePart) })
    expect([...(await keptContents()).values()].map((content) => content.equals(largePart))).toEqual([true])
  })
})
