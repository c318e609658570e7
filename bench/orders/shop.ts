import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '@cotation/api/src/app.ts'
import { readConfig } from '@cotation/api/src/core/config.ts'
import { wire } from '@cotation/api/src/wiring.ts'
import type { TestApp } from '@cotation/api/test/app.ts'
import { Browser } from '@cotation/api/test/browser.ts'
import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The product on its own database, without job workers, so that only the measured work runs. */
export interface Shop {
  app: TestApp
  connectionString: string
}

export interface BenchDatabase {
  openShop(name: string): Promise<Shop>
  close(): Promise<void>
}

/** PostgreSQL as the product starts it, with durable commits. */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-orders-'))
  const server = await startEmbeddedPostgres({ name: 'cotation', dataDir })
  const closers: (() => Promise<void>)[] = []

  return {
    async openShop(name) {
      await withPlainClient(server.connectionString, (client) => client.query(`create database ${name}`))
      const url = new URL(server.connectionString)
      url.pathname = `/${name}`
      return openShop(url.href, join(dataDir, name), closers)
    },
    async close() {
      for (const close of closers.reverse()) await close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openShop(connectionString: string, dataDir: string, closers: (() => Promise<void>)[]): Promise<Shop> {
  const config = readConfig({
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    PORT: '0',
    PAYMENT_SIMULATOR: 'off',
  })
  const wired = await wire(config, { log: silent })
  closers.push(() => wired.close())

  const server = await createApp(wired.deps)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => server.close().then(() => undefined))

  const noMail = () => Promise.reject(new Error('the benchmark sends no mails'))
  const app: TestApp = {
    deps: wired.deps,
    url,
    clock: { now: new Date(), advance: () => undefined },
    browser: () => new Browser(url),
    mail: noMail,
    mails: noMail,
    close: async () => undefined,
  }

  return { app, connectionString }
}
