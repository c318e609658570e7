import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { refuseStream } from '../e2e/no-stream.ts'
import { Staff } from '../e2e/staff.ts'
import { freePort, startProduct } from '../e2e/start-product.ts'
import { fillShop } from './lists/fill.ts'
import { fillVendure } from './lists/vendure-fill.ts'
import { quantile, timed, verdict } from './orders/measures.ts'

/**
 * Compares our list of orders with the one of Vendure's dashboard, on the same number of orders:
 * the bytes of the first load (signed in, empty cache) and the time of the HTTP call, measured in
 * turns. Vendure must run with its built dashboard. Its orders are replaced if there are more or
 * fewer.
 * Options: --database (Vendure's), --dashboard, --email, --password, --orders, --rounds, --data (a
 * folder that keeps our shop for the next run).
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    dashboard: { type: 'string', default: 'http://localhost:3000/dashboard' },
    email: { type: 'string', default: 'superadmin' },
    password: { type: 'string', default: 'superadmin' },
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '30' },
    data: { type: 'string' },
  },
})
const orderCount = Number(options.orders)
const rounds = Number(options.rounds)
const loadRounds = 3
const goals = { firstLoadBytes: 300_000, p95Ms: 100 }
/** A list of Vendure with a million orders takes seconds on a busy machine. */
const timeoutMs = 300_000
const soughtNumber = `-${Math.floor(orderCount * 0.765)}`

/** The HTTP call that a list makes. */
interface Call {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

interface Shop {
  name: string
  listUrl: string
  signIn(page: Page): Promise<void>
  isListCall(request: Request): boolean
  /** How the call of each case is made from the call of the first page, by name of the case. */
  cases: Readonly<Record<string, (firstPage: Call) => Call>>
  rowsIn(answer: string): number
}

function withParameter(call: Call, name: string, value: string): Call {
  const url = new URL(call.url)
  url.searchParams.set(name, value)
  return { ...call, url: url.href }
}

function ourShop(productUrl: string): Shop {
  return {
    name: 'Cotation',
    listUrl: `${productUrl}/manufacture/staff/orders`,
    async signIn(page) {
      const staff = await Staff.hire(page.request)
      await staff.signIn(page)
    },
    isListCall: (request) => request.url().includes('/staff/list/orders'),
    cases: {
      'first page': (call) => call,
      'search of a number': (call) => withParameter(call, 'search', soughtNumber),
      'in one state': (call) => withParameter(call, 'status', 'in:in_production'),
    },
    rowsIn: (answer) => (JSON.parse(answer) as { data: { rows: unknown[] } }).data.rows.length,
  }
}

/** Filters as the dashboard's list of orders does, in `orders.tsx` of its package. */
function withFilter(call: Call, filter: object): Call {
  const { variables, ...rest } = JSON.parse(call.body ?? '') as { variables: { options: object } }
  return { ...call, body: JSON.stringify({ ...rest, variables: { options: { ...variables.options, filter } } }) }
}

const vendure: Shop = {
  name: 'Vendure',
  listUrl: `${options.dashboard}/orders`,
  async signIn(page) {
    await page.goto(`${options.dashboard}/login`)
    await page.locator('[name=username]').fill(options.email)
    await page.locator('[name=password]').fill(options.password)
    await page.locator('[type=submit]').click()
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  },
  isListCall: (request) => request.postData()?.includes('orders(options') ?? false,
  cases: {
    'first page': (call) => call,
    'search of a number': (call) => {
      const contains = { contains: soughtNumber }
      return withFilter(call, {
        _or: [{ code: contains }, { customerLastName: contains }, { transactionId: contains }],
      })
    },
    'in one state': (call) => withFilter(call, { _and: [{ state: { in: ['PartiallyShipped'] } }] }),
  },
  rowsIn: (answer) => (JSON.parse(answer) as { data: { orders: { items: unknown[] } } }).data.orders.items.length,
}

interface Visit {
  shop: Shop
  state: Awaited<ReturnType<BrowserContext['storageState']>>
  firstPage: Call
}

/** Opens the list and waits for its rows. */
async function openList(page: Page, { listUrl }: Shop): Promise<void> {
  await page.goto(listUrl, { timeout: timeoutMs })
  const numbers = page.getByText(/C-26-\d/)
  await numbers.first().waitFor({ timeout: timeoutMs })
  await page.waitForLoadState('networkidle')
}

/** Signs in, and reads the call off the list. */
async function visit(browser: Browser, shop: Shop): Promise<Visit> {
  const context = await browser.newContext()
  await refuseStream(context)
  const page = await context.newPage()
  await shop.signIn(page)

  const asked = page.waitForRequest(shop.isListCall, { timeout: timeoutMs })
  await openList(page, shop)
  const request = await asked
  const state = await context.storageState()
  const all = await request.allHeaders()
  await context.close()

  const kept = ['authorization', 'cookie', 'content-type', 'vendure-token']
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name)))
  return { shop, state, firstPage: { url: request.url(), method: request.method(), headers, body: request.postData() } }
}

interface Load {
  bytes: number
  /** Bytes if a proxy in front of the server compressed what the server does not. */
  compressedBytes: number
}

async function firstLoad(browser: Browser, { shop, state }: Visit): Promise<Load> {
  const context = await browser.newContext({ storageState: state })
  // Also switches the cache off.
  await refuseStream(context)
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await openList(page, shop)

  const load = { bytes: 0, compressedBytes: 0 }
  for (const request of requests) {
    const response = await request.response()
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    const isCompressed = response?.headers()['content-encoding'] !== undefined
    const body = isCompressed || responseBodySize === 0 ? undefined : await response?.body()

    load.bytes += responseHeadersSize + responseBodySize
    load.compressedBytes += responseHeadersSize + Math.min(responseBodySize, body ? gzipSync(body).length : Infinity)
  }
  await context.close()
  return load
}

async function answerTo({ url, ...init }: Call): Promise<string> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer.slice(0, 500)}`)
  return answer
}

const inKb = (bytes: number) => bytes / 1000

/** Prints a row of the table: our figure, Vendure's, and how many times larger Vendure's is. */
function row(name: string, [ours = 0, theirs = 0]: readonly number[], digits: number): void {
  const figures = [ours.toFixed(digits), theirs.toFixed(digits), (theirs / ours).toFixed(1)]
  console.info(`${name.padEnd(46)}${figures.map((figure) => figure.padStart(10)).join('')}`)
}

/** Prints the first loads of both shops. Returns whether ours meets the goal. */
async function compareLoads(browser: Browser, visits: readonly Visit[]): Promise<boolean> {
  const measured = visits.map((visit) => ({ visit, loads: [] as Load[] }))
  for (let round = 0; round < loadRounds; round++)
    for (const { visit, loads } of measured) loads.push(await firstLoad(browser, visit))

  const medians = (bytesOf: (load: Load) => number) => measured.map(({ loads }) => quantile(loads.map(bytesOf), 0.5))
  const sent = medians(({ bytes }) => bytes)
  const compressed = medians(({ compressedBytes }) => compressedBytes)
  row('first load, kB', sent.map(inKb), 0)
  row('first load if all is compressed, kB', compressed.map(inKb), 0)
  return (sent[0] ?? 0) <= goals.firstLoadBytes
}

/** Prints the times of one case in both shops. Returns whether ours meets the goal. */
async function compareCalls(name: string, visits: readonly Visit[]): Promise<boolean> {
  const measured = visits.map(({ shop, firstPage }) => {
    const call = shop.cases[name]?.(firstPage)
    if (!call) throw new Error(`${shop.name} has no case "${name}"`)
    return { shop, call, times: [] as number[] }
  })

  const counts: number[] = []
  for (const { shop, call } of measured) {
    const count = shop.rowsIn(await answerTo(call))
    if (count === 0) throw new Error(`${shop.name} finds no rows for "${name}"`)
    counts.push(count)
    // The first calls fill caches and decide on plans.
    for (let warm = 0; warm < 2; warm++) await answerTo(call)
  }

  for (let round = 0; round < rounds; round++)
    for (const { call, times } of measured) times.push(await timed(() => answerTo(call)))

  for (const share of [0.5, 0.95]) {
    const times = measured.map((each) => quantile(each.times, share))
    row(`${name} (${counts.join(' and ')} rows), p${share * 100} ms`, times, 1)
  }
  return quantile(measured[0]?.times ?? [], 0.95) <= goals.p95Ms
}

async function compare(productUrl: string): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
  try {
    const visits = [await visit(browser, ourShop(productUrl)), await visit(browser, vendure)]
    console.info(
      ['Cotation', 'Vendure', 'ratio']
        .map((title) => title.padStart(10))
        .join('')
        .padStart(76),
    )

    const isLoadSmall = await compareLoads(browser, visits)
    const areFast: boolean[] = []
    for (const name of Object.keys(vendure.cases)) areFast.push(await compareCalls(name, visits))

    console.info(`first load at most ${goals.firstLoadBytes / 1000} kB: ${verdict(isLoadSmall)}`)
    console.info(`p95 under ${goals.p95Ms} ms: ${verdict(areFast.every(Boolean))}`)
    return isLoadSmall && areFast.every(Boolean)
  } finally {
    await browser.close()
  }
}

if (options.database === undefined) throw new Error("--database: the address of Vendure's PostgreSQL is missing")
const dataDir = options.data ?? (await mkdtemp(join(tmpdir(), 'cotation-bench-vendure-')))
const server = await startEmbeddedPostgres({ name: 'cotation', dataDir })
try {
  const filled = join(dataDir, `filled-${orderCount}`)
  if (!existsSync(filled)) {
    await fillShop(server.connectionString, orderCount, new Date())
    await writeFile(filled, '')
  }
  await fillVendure(options.database, orderCount)
  console.info(`${orderCount} orders in each shop; load ${loadavg()[0]?.toFixed(1)}`)

  // Without job workers, which Vendure runs as a process of its own. Also for the command that hires staff.
  process.env.DATABASE_URL = server.connectionString
  const product = await startProduct(await freePort(), { DEMO: 'accounts', JOBS: 'off' })
  process.env.PRODUCT_DATA = product.dataDir
  try {
    process.exitCode = (await compare(product.url)) ? 0 : 1
  } finally {
    await product.stop()
  }
} finally {
  await server.stop()
  if (options.data === undefined) await rm(dataDir, { recursive: true, force: true })
}
