import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applicationName } from '#db/database.ts'
import { freePort, ownBrandFile, ProductProcess } from '#test/product-process.ts'
import { until } from '#test/until.ts'

vi.setConfig({ testTimeout: 480_000, hookTimeout: 300_000 })

let dataDir: string
let servers: ProductProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotation-survival-'))
  servers = []
})

afterEach(async () => {
  for (const server of servers) server.child.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.exitCode))
  await (await startEmbeddedPostgres({ name: applicationName, dataDir })).stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function startServer(port: number): Promise<ProductProcess> {
  const server = await ProductProcess.start('main', {
    DATA_DIR: dataDir,
    PORT: String(port),
    TRUST_PROXY: '127.0.0.1',
    BRAND_FILE: ownBrandFile,
    DEMO: 'off',
  })
  servers.push(server)
  await server.says('is ready:')

  return server
}

async function killDatabase(): Promise<void> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  process.kill(postmaster?.pid ?? 0, 'SIGKILL')
}

/** Writes answers through a server; acknowledged ones must never be lost. */
class Writer {
  readonly acknowledged: string[] = []
  readonly #port: number
  readonly #name: string
  #count = 0
  #running = true

  constructor(port: number, name: string) {
    this.#port = port
    this.#name = name
  }

  async run(): Promise<void> {
    while (this.#running) {
      this.#count++

      const other = `${this.#name} ${this.#count}`
      const response = await fetch(`http://127.0.0.1:${this.#port}/gateway/global/tools/detain`, {
        method: 'POST',
        // Each from another IP address because of the rate limit.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${this.#port % 250}.${this.#count >> 8}.${this.#count & 255}`,
        },
        body: JSON.stringify({ reasons: ['other'], other }),
      }).catch(() => null)
      if (response?.status === 200) this.acknowledged.push(other)
      else await new Promise((resolve) => setImmediate(resolve))
    }
  }

  stop(): void {
    this.#running = false
  }

  /** Waits for `count` more acknowledged answers. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count
    await until(async () => (this.acknowledged.length >= goal ? true : undefined), `${count} more acknowledged writes`)
  }
}

async function storedAnswers(): Promise<string[]> {
  const embedded = await startEmbeddedPostgres({ name: applicationName, dataDir })
  const client = new Client({ connectionString: embedded.connectionString })
  await client.connect()
  const { rows } = await client.query<{ other: string }>('select other from leave_reason')
  await client.end()
  await embedded.stop()
  return rows.map((row) => row.other)
}

describe('two servers on one data folder', () => {
  it('share the database and lose no acknowledged write if a server or the database is killed (FLT-1, FLT-2)', async () => {
    const onePort = await freePort()
    const otherPort = await freePort()
    const [one] = await Promise.all([startServer(onePort), startServer(otherPort)])
    const writers = [new Writer(onePort, 'one'), new Writer(otherPort, 'other')]
    const running = writers.map((writer) => writer.run())
    const everyoneWrites = () => Promise.all(writers.map((writer) => writer.more(30)))

    await everyoneWrites()
    await one.stop('SIGKILL')
    await writers[1]?.more(30)
    await startServer(onePort)
    await everyoneWrites()
    await killDatabase()
    await everyoneWrites()
    await Promise.all([killDatabase(), ...servers.map((server) => server.stop('SIGKILL'))])
    await startServer(onePort)
    await writers[0]?.more(30)

    for (const writer of writers) writer.stop()
    await Promise.all(running)
    for (const server of servers) await server.stop('SIGTERM')
    const stored = await storedAnswers()
    expect(writers.flatMap((writer) => writer.acknowledged).filter((answer) => !stored.includes(answer))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
  })
})
