import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from '@cotation/api/test/browser.ts'
import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'
import { freePort, ProductProcess } from '@cotation/api/test/product-process.ts'
import { until } from '@cotation/api/test/until.ts'
import { type EmbeddedPostgres, findPostmaster } from '@cotation/embedded-postgres'
import { familyCpuMs, processCpuMs, residentMb } from './cpu.ts'
import type { Tree } from './tree.ts'

/** What the product has used since its start. */
export interface Usage {
  serverMs: number
  databaseMs: number
  statements: number
}

/** The product of one revision: a server process with its job workers, and its own PostgreSQL. */
export interface Product {
  tree: Tree
  url: string
  connectionString: string
  /** For what the product's own role may not do. */
  superuserConnection: string
  usage(): Promise<Usage>
  residentMb(): Promise<number>
  /** Resolves when no job waits or runs: the work of earlier requests is done. */
  idle(): Promise<void>
  /** Every caller may spend its budgets again. */
  forgetLimits(): Promise<void>
  close(): Promise<void>
}

const countStatements = 'select coalesce(sum(calls), 0)::int as count from pg_stat_statements'
const findJob = `select from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%' limit 1`

/** The product's own limits; tests lift them. */
const ordinaryLoad = { REQUESTS_AT_ONCE: '32', LOOP_DELAY_MS: '10' }

/** PostgreSQL as the product starts it, with durable commits and a count of statements. */
export async function startProduct(tree: Tree, environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-product-'))
  const { startEmbeddedPostgres }: typeof import('@cotation/embedded-postgres') = await import(
    join(tree.dir, 'packages/embedded-postgres/index.ts')
  )
  const database = await startEmbeddedPostgres({
    name: 'cotation',
    dataDir,
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  })
  const { connectionString } = database
  const superuser = new URL(connectionString)
  superuser.username = 'postgres'
  const query = (text: string) => withPlainClient(superuser.href, (client) => client.query(text))
  await query('create extension pg_stat_statements')
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))

  const port = await freePort()
  const memory = await serverMemoryOf(tree)
  const settings = { DATABASE_URL: productConnection(database), PORT: String(port), LOG_LEVEL: 'silent' }
  const server = await ProductProcess.start(
    'main',
    { ...memory.environment, ...settings, DEMO: 'off', PAYMENT_SIMULATOR: 'off', ...ordinaryLoad, ...environment },
    { sources: join(tree.dir, 'apps/api/src'), flags: memory.flags },
  )
  await server.says('is ready')
  const pid = server.child.pid ?? 0

  return {
    tree,
    url: `http://127.0.0.1:${port}`,
    connectionString,
    superuserConnection: superuser.href,
    async usage() {
      const { rows } = await query(countStatements)
      return {
        serverMs: await processCpuMs(pid),
        databaseMs: await familyCpuMs(postmaster?.pid ?? 0),
        statements: Number(rows[0]?.count),
      }
    },
    residentMb: () => residentMb(pid),
    async idle() {
      await until(async () => ((await query(findJob)).rows.length === 0 ? true : undefined), 'the end of all jobs')
    },
    async forgetLimits() {
      await query('truncate rate_limit')
    },
    async close() {
      await server.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** How the product of the revision connects to its embedded database; earlier ones used TCP. */
function productConnection(
  database: Pick<EmbeddedPostgres, 'connectionString'> & Partial<Pick<EmbeddedPostgres, 'localConnectionString'>>,
): string {
  return database.localConnectionString ?? database.connectionString
}

interface ServerMemory {
  flags: string[]
  environment: Record<string, string>
}

/** How `npm start` of the revision limits memory; earlier ones did not. */
async function serverMemoryOf({ dir }: Tree): Promise<ServerMemory> {
  const runtime: { serverMemory?: ServerMemory } = await import(join(dir, 'scripts/node-runtime.mjs'))
  return runtime.serverMemory ?? { flags: [], environment: {} }
}

/** A customer with money, an address and an analysed file. */
export interface Buyer {
  browser: Browser
  addressId: string
  uploadId: string
}

/** Created by the builders of the product's own revision, whose tables they know. */
export async function createBuyers({ tree, url, connectionString }: Product, count: number): Promise<Buyer[]> {
  const inTree = (path: string) => join(tree.dir, 'apps/api', path)
  const { openDatabase }: typeof import('@cotation/api/src/db/database.ts') = await import(inTree('src/db/database.ts'))
  const { issueSession }: typeof import('@cotation/api/src/features/auth/session.service.ts') = await import(
    inTree('src/features/auth/session.service.ts')
  )
  const { aLedgerCustomer, funded }: typeof import('@cotation/api/test/orders/ledger.ts') = await import(
    inTree('test/orders/ledger.ts')
  )
  const { anAddress }: typeof import('@cotation/api/test/orders/orders.ts') = await import(
    inTree('test/orders/orders.ts')
  )
  const { anUploadOf }: typeof import('@cotation/api/test/quote/quotes.ts') = await import(
    inTree('test/quote/quotes.ts')
  )

  const db = openDatabase(connectionString, { maxConnections: 2 })
  const now = new Date()
  const shop = { deps: { db }, clock: { now } }
  const buyers: Buyer[] = []

  for (let i = 0; i < count; i++) {
    const customerId = await aLedgerCustomer(db)
    await funded(db, customerId, 1_000_000_000, now)

    const browser = new Browser(url)
    browser.token = (await issueSession(db, now, customerId)).accessToken

    const addressId = await anAddress(shop, customerId)
    const uploadId = await anUploadOf(shop, browser)
    buyers.push({ browser, addressId, uploadId })
  }

  await db.destroy()
  return buyers
}
