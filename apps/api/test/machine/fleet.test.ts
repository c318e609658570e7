import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type EmbeddedPostgres, findPostmaster, startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { binaryStl, sphere } from '@cotation/geometry/solids'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sha256Of } from '#adapters/files.ts'
import { applicationName, type Db, openDatabase } from '#db/database.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { Browser } from '#test/browser.ts'
import { freePort, ownBrandFile } from '#test/product-process.ts'
import { aProject } from '#test/quote/quotes.ts'
import { mib, someBytes } from '#test/quote/uploads.ts'
import { hasNginx, type Nginx, startNginx } from '#test/servers/nginx.ts'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '#test/servers/pgbouncer.ts'
import { startS3Server, type TestS3Server } from '#test/servers/s3/s3.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/servers/smtp.ts'
import { until } from '#test/until.ts'
import { Client } from './fleet/client.ts'
import { Customers } from './fleet/customers.ts'
import { patienceMs, priceOf, sendPart } from './fleet/parts.ts'
import { release, sampleEnvironment, sampleSite } from './fleet/sample-files.ts'
import { Service } from './fleet/service.ts'
import { Traffic } from './fleet/traffic.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let dataDir: string
let postgres: EmbeddedPostgres
let pool: Pgbouncer
let s3: TestS3Server
let smtp: TestSmtpServer
let nginx: Nginx
let db: Db
let servers: Service[]
let workers: Service[]
let serverPorts: number[]
let customers: Customers

/** All visitors of all tests, for the figures. */
const traffics: Traffic[] = []
const secondsPerReplacement: number[] = []
let busySeconds = 0
const metricsToken = 'a-token-of-the-fleet-test'

/** What all machines share. Load shedding is tested elsewhere, and this machine may be busy. */
function sharedSettings(): Record<string, string> {
  const sample = sampleEnvironment({
    DATA_DIR: dataDir,
    BRAND_FILE: ownBrandFile,
    SMTP_URL: smtp.url,
    DATABASE_URL: pool.url(postgres.connectionString),
    DATABASE_SESSION_URL: postgres.connectionString,
    S3_BUCKET: 'cotation',
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    METRICS_TOKEN: metricsToken,
  })

  return {
    ...sample,
    REQUESTS_AT_ONCE: '10000',
    LOOP_DELAY_MS: '60000',
    LOG_LEVEL: 'silent',
  }
}

async function startFleet(): Promise<void> {
  // Ahead of time, as docs/operations.md says: a start then changes nothing in the release's folder.
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: release, stdio: 'ignore' })

  const settings = sharedSettings()
  serverPorts = [await freePort(), await freePort(), await freePort()]
  servers = serverPorts.map((port) => new Service('cotation', { ...settings, PORT: String(port), JOBS: 'off' }))
  workers = [new Service('cotation-worker', settings), new Service('cotation-worker', settings)]
  for (const service of [...servers, ...workers]) await service.start()
}

/** A visitor with a token, at the address of the proxy. */
async function aVisitor(): Promise<Browser> {
  const browser = new Browser(nginx.url)
  const { data } = await browser.call('POST /global/quote/visitor', { body: { agreeDisclaimer: true } })
  browser.token = data.accessToken
  return browser
}

describe.skipIf(!hasNginx || !hasPgbouncer || process.platform !== 'linux')(
  'three servers and two workers, started by the files of deploy/ behind nginx and PgBouncer, with files on S3',
  () => {
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'cotation-fleet-'))
      postgres = await startEmbeddedPostgres({ name: applicationName, dataDir })
      pool = await startPgbouncer(postgres.connectionString)
      s3 = await startS3Server()
      smtp = await startSmtpServer()
      db = openDatabase(postgres.connectionString)
      await startFleet()

      nginx = await startNginx((places) => sampleSite({ ...places, serverPorts }))
      setDefaultCACertificates([...getCACertificates('default'), nginx.certificate])

      customers = new Customers(nginx.url, db)
      await customers.add(4)
    })

    afterAll(async () => {
      await Promise.all([...servers, ...workers].map((service) => service.stop()))
      await nginx?.stop()
      await db.destroy()
      await Promise.all([pool.stop(), s3.close(), smtp.close()])
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    })

    it('serve pages over TLS only, and no metrics', async () => {
      const plain = await fetch(`${nginx.plainUrl}/manufacture/`, { redirect: 'manual' })
      expect(plain.status).toBe(301)
      expect(plain.headers.get('location')).toMatch(/^https:\/\//)

      const page = await fetch(`${nginx.url}/manufacture/`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<title>')

      const headers = { authorization: `Bearer ${metricsToken}` }
      expect((await fetch(`${nginx.url}/metrics`, { headers })).status).toBe(404)
      expect((await fetch(`http://127.0.0.1:${serverPorts[0]}/metrics`, { headers })).status).toBe(200)
    })

    it('pass the health check of the container', async () => {
      const containerfile = await readFile(join(release, 'deploy/container/Containerfile'), 'utf8')
      const check: string[] = JSON.parse(/^HEALTHCHECK CMD (.*)$/m.exec(containerfile)?.[1] ?? '[]')
      const [program = '', ...words] = check.map((word) => word.replace('8080', String(serverPorts[1])))
      expect(program).toBe('node')
      execFileSync(process.execPath, words)
    })

    it('count the limits of an address together, whatever it claims to be', async () => {
      const path = '/gateway/global/tools/captchaImage'
      const greedy = new Client(nginx.url, '127.201.0.1')
      const statuses: number[] = []
      while (statuses.at(-1) !== 429 && statuses.length < 200) statuses.push((await greedy.call({ path })).status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(120)

      const headers = { 'x-forwarded-for': '203.0.113.9' }
      expect((await greedy.call({ path, headers })).status).toBe(429)
      greedy.close()

      const other = new Client(nginx.url, '127.201.0.2')
      expect((await other.call({ path })).status).toBe(200)
      other.close()
    })

    it('price a file that arrives in chunks at any server, and report it to the open page', async () => {
      const visitor = await aVisitor()
      const { id: projectId } = await aProject(visitor)
      const stream = await visitor.fetch('/gateway/global/live', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ projectIds: [projectId] }),
      })
      expect(stream.headers.get('content-type')).toBe('text/event-stream')
      const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      expect((await events?.read())?.value).toContain('"topic":null')

      await visitor.call('PATCH /global/project/{projectId}', { params: { projectId }, body: { name: 'Support' } })
      expect((await events?.read())?.value).toContain(`project:${projectId}`)
      await events?.cancel()

      const part = Buffer.from(binaryStl(sphere(20, 60)))
      const sent = await sendPart(visitor, 'sphere.stl', part, { chunkSize: 100_000 })
      expect(await priceOf(visitor, sent.projectId)).toBeGreaterThan(0)
    })

    it('lose no request and no order while every server is replaced', async () => {
      const traffic = startTraffic(1, 6)
      customers.start()
      await Promise.all([traffic.more(100), customers.more(4)])

      const content = someBytes(24 * mib)
      const visitor = await aVisitor()
      const sending = sendPart(visitor, 'large.stl', content, { chunkSize: mib })

      for (const server of servers) {
        const stopSeconds = await secondsOf(async () => expect(await server.stop()).toBe(0))
        await Promise.all([traffic.more(60), customers.more(2)])

        secondsPerReplacement.push(stopSeconds + (await secondsOf(() => server.start())))
        await Promise.all([traffic.more(60), customers.more(2)])
      }
      const { uploadId } = await sending
      await Promise.all([traffic.stop(), customers.stop()])

      expect([...traffic.failures, ...customers.failures], nginx.errorLog()).toEqual([])
      expect([...traffic.refusedAt, ...customers.refusedAt]).toEqual([])
      await expectStored(traffic)
      await expectPaidOnce()

      const stored = await until(async () => {
        const row = await db
          .selectFrom('upload')
          .select(['sha256', 'state'])
          .where('id', '=', uploadId)
          .executeTakeFirst()
        return row?.sha256 ?? undefined
      }, 'the stored file')
      expect(stored).toBe(sha256Of(content))
    })

    it('finish an analysis whose worker is killed, and the orders of customers meanwhile', async () => {
      customers.start()
      const visitor = await aVisitor()
      const { projectId, uploadId } = await sendPart(visitor, 'ball.stl', Buffer.from(binaryStl(sphere(30, 240))))
      const analysis = () =>
        db
          .selectFrom('part_analysis')
          .innerJoin('upload', 'upload.analysis_id', 'part_analysis.id')
          .select(['part_analysis.state', 'attempts'])
          .where('upload.id', '=', uploadId)
          .executeTakeFirst()
      await until(async () => ((await analysis())?.state === 'running' ? true : undefined), 'the analysis', patienceMs)

      // Nobody knows which of them works on it, so both are killed; systemd starts them again.
      await Promise.all(workers.map((worker) => worker.kill()))
      for (const worker of workers) await worker.start()

      expect(await priceOf(visitor, projectId)).toBeGreaterThan(0)
      expect(await analysis()).toMatchObject({ state: 'done', attempts: 2 })

      await customers.more(4)
      await customers.stop()
      expect(customers.failures).toEqual([])
      expect(customers.refusedAt).toEqual([])
      await expectPaidOnce()
    })

    it('answer busy while the database restarts after a crash, and keep all they have acknowledged', async () => {
      const traffic = startTraffic(101, 4)
      customers.start()
      await Promise.all([traffic.more(60), customers.more(2)])

      const before = await findPostmaster(join(dataDir, 'postgres'))
      // After an orderly stop, the embedded server would choose another port.
      const crashedAt = Date.now()
      process.kill(before?.pid ?? 0, 'SIGKILL')
      await until(async () => {
        const running = await findPostmaster(join(dataDir, 'postgres'))
        return running && running.pid !== before?.pid && running.status === 'ready' ? true : undefined
      }, 'the restarted database')

      const answersAfter = traffic.acknowledged.length + 40
      await until(async () => (traffic.acknowledged.length >= answersAfter ? true : undefined), 'answers after it')
      await customers.more(4)

      const backAt = Date.now()
      await Promise.all([traffic.more(60), customers.more(2)])
      await Promise.all([traffic.stop(), customers.stop()])

      const refusedAt = [...traffic.refusedAt, ...customers.refusedAt]
      busySeconds = (Math.max(crashedAt, ...refusedAt) - crashedAt) / 1000
      expect(refusedAt.filter((at) => at < crashedAt || at > backAt)).toEqual([])
      expect([...traffic.failures, ...customers.failures]).toEqual([])
      await expectStored(traffic)
      await expectPaidOnce()
      await printFigures()
    })
  },
)

function startTraffic(network: number, people: number): Traffic {
  const traffic = new Traffic(nginx.url, network)
  traffics.push(traffic)
  traffic.start(people)
  return traffic
}

/** Every acknowledged answer is in the database, once. */
async function expectStored({ acknowledged }: Traffic): Promise<void> {
  const rows = await db.selectFrom('leave_reason').select('other').execute()
  const stored = rows.map(({ other }) => other)
  expect(acknowledged.filter((answer) => !stored.includes(answer))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
}

/** Every acknowledged order is in the database, once, and was paid once. */
async function expectPaidOnce(): Promise<void> {
  expect(await customers.findWrongs()).toEqual([])
  expect(await ledgerViolations(db)).toEqual([])
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return (performance.now() - begunAt) / 1000
}

/** For docs/operations.md. */
async function printFigures(): Promise<void> {
  const { uploads } = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll().as('uploads'))
    .where('sha256', 'is not', null)
    .executeTakeFirstOrThrow()
  const everyone = [...traffics, customers]
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const lines = [
    `answers: ${sum(everyone.map(({ answered }) => answered))}`,
    `orders: ${customers.orders.length}`,
    `uploads: ${uploads}`,
    `refused requests: ${sum(everyone.map(({ refusedAt }) => refusedAt.length))}`,
    `seconds per replaced server: ${secondsPerReplacement.map((seconds) => seconds.toFixed(1)).join(', ')}`,
    `seconds of 503 after the database crash: ${busySeconds.toFixed(1)}`,
  ]
  process.stdout.write(
    lines
      .map(
        (line) => `fleet: ${line}
`,
      )
      .join(''),
  )
}
