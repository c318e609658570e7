import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Db, openDatabase } from '#db/database.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { startApp } from '#test/app.ts'
import { aCustomer } from '#test/builders.ts'
import { manyCheckouts } from '#test/orders/concurrent-checkouts.ts'
import { funded } from '#test/orders/ledger.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { startCardProvider, type TestCardProvider } from '#test/servers/card-provider.ts'
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '#test/servers/smtp.ts'
import { startTcpProxy, type TcpProxy } from '#test/servers/tcp-proxy.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'
import { expectedMails, mailsTriedAgain, unfinished, wrongBalances, wrongs } from './outage/accounts.ts'
import { type Shop, Shopper } from './outage/shopper.ts'

/** The length of each outage; `OUTAGE_SECONDS=60` is the length that must be survived. */
const seconds = Number(process.env.OUTAGE_SECONDS ?? 1.5)

/** Nothing may be stuck for longer than this after an outage. */
const healingMs = 60_000

/** From this length on, each outage must be healed before the next. */
const isLong = 30
const people = 8
const paceMs = 400
const startMinor = 100_000_000_00

vi.setConfig({ testTimeout: 400_000 + seconds * 3000, hookTimeout: 300_000 })

let db: Db
let providerDb: Db
let provider: TestCardProvider
let product: ProductProcess
let proxies: { database: TcpProxy; provider: TcpProxy }
let smtpPort: number
let smtp: TestSmtpServer
const smtps: TestSmtpServer[] = []
let shoppers: Shopper[]

const nowhere = 'http://127.0.0.1:9/'
let webhookUrl: string

async function startMailServer(): Promise<void> {
  smtp = await startSmtpServer({}, smtpPort)
  smtps.push(smtp)
}

/** Customers with money and ready baskets, and a member of staff. */
async function prepare(database: string, shop: Omit<Shop, 'db' | 'staffId'>): Promise<Shopper[]> {
  const app = await startApp({ DATABASE_URL: database })
  app.clock.now = new Date()

  const person = { email: 'caisse@example.com', name: 'Caisse', role: 'administrator', created_at: new Date() } as const
  const { id: staffId } = await db.insertInto('staff_member').values(person).returning('id').executeTakeFirstOrThrow()
  const found: Shopper[] = []
  for (let i = 0; i < people; i++) {
    const { id } = await aCustomer(app)
    await funded(db, id, startMinor, new Date())
    await db.updateTable('customer').set({ is_recharge: true }).where('id', '=', id).execute()
    const { submissions } = await manyCheckouts(app, Math.ceil(60 + 30 * seconds), { customerId: id })
    found.push(new Shopper({ ...shop, db, staffId }, id, submissions))
  }

  await app.close()
  return found
}

beforeAll(async () => {
  const direct = await copyDatabase()
  db = openDatabase(direct)

  const providers = await copyDatabase()
  providerDb = openDatabase(providers)
  provider = await startCardProvider({ database: providers })

  const proxied = new URL(direct)
  proxies = {
    database: await startTcpProxy(Number(proxied.port)),
    provider: await startTcpProxy(Number(new URL(provider.url).port)),
  }
  proxied.port = String(proxies.database.port)
  smtpPort = await freePort()
  await startMailServer()

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const pages = `http://127.0.0.1:${proxies.provider.port}`

  webhookUrl = `${url}/gateway/webhook/card`
  provider.webhookUrl = webhookUrl
  shoppers = await prepare(direct, { url, pages })
  product = await ProductProcess.start('main', {
    DATABASE_URL: proxied.href,
    PORT: String(port),
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    RELOAD_MINUTES: '0',
    STRIPE_SECRET_KEY: provider.secrets.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.secrets.webhookSecret,
    STRIPE_API: pages,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  })
  await product.says('is ready:', 240_000)
})

afterAll(async () => {
  await proxies.database.restore()
  await product.stop('SIGKILL')
  await provider.close()
  await Promise.all([
    proxies.database.close(),
    proxies.provider.close(),
    smtp.close(),
    db.destroy(),
    providerDb.destroy(),
  ])
})

const visits = () => shoppers.flatMap((shopper) => shopper.visits)
const refused = (...codes: ('BUSY' | 'PROVIDER_UNAVAILABLE' | 'LOST')[]) =>
  shoppers.reduce((sum, { refusals }) => sum + codes.reduce((all, code) => all + (refusals.get(code) ?? 0), 0), 0)

/** An outage ends after its length, once a shopper has noticed it. */
const outages = {
  database: {
    begin: () => proxies.database.cut(),
    end: () => proxies.database.restore(),
    felt: async () => refused('BUSY'),
  },
  mail: { begin: () => smtp.close(), end: startMailServer, felt: () => mailsTriedAgain(db) },
  provider: {
    async begin() {
      provider.webhookUrl = nowhere
      await proxies.provider.cut()
    },
    async end() {
      provider.webhookUrl = webhookUrl
      await proxies.provider.restore()
    },
    felt: async () => refused('LOST', 'PROVIDER_UNAVAILABLE'),
  },
}

const more = (count: () => Promise<number>, than: number, what: string) =>
  until(async () => ((await count()) > than ? true : undefined), what, 120_000)

/** Waits until everything that started before a time is finished; returns the duration. */
async function settledAfter(moment: number): Promise<number> {
  let left = await unfinished(db, visits(), moment)
  while (left.length > 0 && Date.now() < moment + healingMs) {
    await pause(100)
    left = await unfinished(db, visits(), moment)
  }
  expect(left).toEqual([])
  return (Date.now() - moment) / 1000
}

/** One outage after another; after each, shoppers progress; after long ones, old work finishes. */
async function sufferAll(): Promise<Record<string, number>> {
  const settled: Record<string, number> = {}
  const done = async (since: number) => visits().filter((visit) => visit.isOver && visit.begunAt > since).length
  await more(() => done(0), people * 3, 'the first visits')

  for (const [name, outage] of Object.entries(outages)) {
    const before = await outage.felt()
    await outage.begin()
    await Promise.all([pause(seconds * 1000), more(outage.felt, before, `trouble without ${name}`)])
    await outage.end()
    const moment = Date.now()
    if (seconds >= isLong) settled[name] = await settledAfter(moment)
    await more(() => done(moment), people, `new visits after ${name}`)
  }

  return settled
}

const messageId = ({ raw }: ReceivedMail) => /^message-id: <([0-9a-f]+)@/im.exec(raw.toString('latin1'))?.[1] ?? ''

describe('customers who order, pay and reload', () => {
  it(`lose nothing and pay nothing twice while database, mail and provider are away for ${seconds} s each (FLT-1, FLT-6, PAY-6)`, async ({
    annotate,
  }) => {
    let isOpen = true
    const running = Promise.all(shoppers.map((shopper) => shopper.shop(() => isOpen, paceMs)))
    // A wrong answer to any shopper stops the test.
    const isWrong = running.then(() => new Promise<never>(() => undefined))
    const settled = await Promise.race([sufferAll(), isWrong])
    isOpen = false
    await running
    const end = await settledAfter(Date.now())

    expect(await wrongs(db, providerDb, shoppers)).toEqual([])
    expect(await wrongBalances(db, shoppers, startMinor)).toEqual([])
    expect(await ledgerViolations(db, new Date())).toEqual([])
    const mails = smtps.flatMap(({ received }) => received).map(messageId)
    const times = new Map<string, number>()
    for (const id of mails) times.set(id, (times.get(id) ?? 0) + 1)
    expect((await expectedMails(db)).filter((id) => !times.has(id))).toEqual([])
    // A mail whose delivery was not recorded is sent again with the same id, never a third time.
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2)
    const told = { busy: refused('BUSY'), unavailable: refused('PROVIDER_UNAVAILABLE'), lost: refused('LOST') }
    const figures = { visits: visits().length, ...told, mails: mails.length, twice: mails.length - times.size }
    await annotate(JSON.stringify({ ...figures, secondsAfter: { ...settled, end } }))
  })
})
