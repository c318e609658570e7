import { randomUUID } from 'node:crypto'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noSwitches } from '@cotation/card-simulator'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Db, openDatabase } from '#db/database.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { startApp } from '#test/app.ts'
import { aCustomer } from '#test/builders.ts'
import { someOrders } from '#test/orders/order-status.ts'
import { freePort } from '#test/product-process.ts'
import { KillableProduct } from '#test/servers/killable-product.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'

const sources = join(import.meta.dirname, '../../src')

/** All failpoints, in the sequence of a payment. */
const points = [
  'begin:before-call',
  'begin:after-call',
  'webhook:before-commit',
  'webhook:after-commit',
  'capture:before-commit',
  'capture:after-commit',
  'refund:before-call',
  'refund:after-call',
  'reload:before-credit',
  'reload:after-credit',
] as const

type Point = (typeof points)[number]

/** Some seconds each: one per failpoint by default, `PAYMENT_KILLS=200` for more. */
const kills = Number(process.env.PAYMENT_KILLS ?? 10)

/** Nothing may be stuck for longer (PAY-6). */
const healingMs = 60_000
const refundMinor = 1_00
const reloadUsd = 100

vi.setConfig({ testTimeout: 600_000 + kills * 60_000, hookTimeout: 300_000 })

/** A customer's action and what the product has acknowledged. */
interface Purchase {
  orderId: string
  isPaid: boolean
  refundKey: string | null
}

interface Reload {
  submissionKey: string
  isPaid: boolean
}

let dataDir: string
let db: Db
let product: KillableProduct
let buyerId: string
let staffId: string
let orderIds: string[]

/** A customer who may reload, a member of staff, and an order for each kill. */
async function prepare(database: string): Promise<void> {
  const app = await startApp({ DATABASE_URL: database })
  app.clock.now = new Date()
  buyerId = (await aCustomer(app)).id
  await db.updateTable('customer').set({ is_recharge: true }).where('id', '=', buyerId).execute()
  orderIds = (await someOrders(app, buyerId, kills)).map(({ id }) => id)

  const person = { email: 'caisse@example.com', name: 'Caisse', role: 'administrator', created_at: new Date() } as const
  staffId = (await db.insertInto('staff_member').values(person).returning('id').executeTakeFirstOrThrow()).id
  await app.close()
}

async function pay(purchase: Purchase): Promise<void> {
  const browser = await product.customer(buyerId)
  const params = { orderId: purchase.orderId }
  const { data, error } = await browser.call('POST /global/payment/order/{orderId}/begin', {
    params,
    body: { method: 'card' },
  })
  if (!data?.redirectUrl) throw new Error(`no page: ${error.code}`)

  await product.pay(data.redirectUrl)
  purchase.isPaid = true
}

/** Waits until the order is reported as paid; `ask` queries the provider: no webhook comes. */
async function isTold({ orderId }: Purchase, ask: boolean): Promise<void> {
  const browser = await product.customer(buyerId)
  const call = ask ? 'POST /global/payment/order/{orderId}/check' : 'GET /global/payment/order/{orderId}'
  await until(async () => {
    const { data } = await browser.call(call, { params: { orderId } })
    return data.result === 'paid' ? true : undefined
  }, 'the payment')
}

async function refund(purchase: Purchase): Promise<void> {
  const browser = await product.staff(staffId)
  purchase.refundKey ??= randomUUID()

  const body = { amountMinor: refundMinor, reason: 'test', key: purchase.refundKey }
  const { status } = await browser.call('POST /global/staff/order/{orderId}/refund', {
    params: { orderId: purchase.orderId },
    body,
  })

  expect(status).toBe(200)
}

async function reload(made: Reload): Promise<void> {
  const browser = await product.customer(buyerId)
  const { submissionKey } = made
  const body = { amountUsd: reloadUsd, method: 'card', submissionKey } as const
  const { data } = await browser.call('POST /global/account/balance/reload', { body })
  if (!made.isPaid && data.redirectUrl) await product.pay(data.redirectUrl)
  made.isPaid = true
  await until(async () => {
    const { data: view } = await browser.call('POST /global/account/balance/reload/{reloadId}/check', {
      params: { reloadId: data.id },
    })
    return view.state === 'credited' ? true : undefined
  }, 'the balance')
}

/** Runs the journey that reaches the failpoint. */
async function come(point: Point, purchase: Purchase, made: Reload): Promise<void> {
  const isAsked = point === 'capture:after-commit'
  await product.control({ switches: { ...noSwitches, loss: isAsked } })
  if (point.startsWith('reload')) return reload(made)
  await pay(purchase)
  await isTold(purchase, isAsked)
  if (point.startsWith('refund')) await refund(purchase)
}

/** Waits for the final state without any action. */
async function heals(isWell: () => Promise<string[]>): Promise<void> {
  const deadline = performance.now() + healingMs
  let ill = await isWell()
  while (ill.length > 0 && performance.now() < deadline) {
    await pause(250)
    ill = await isWell()
  }
  expect(ill).toEqual([])
}

/** Charges and refunds of an order at the provider and in the ledger. */
async function accountOf(orderId: string) {
  const { rows } = await sql<{ charges: number; charged: number; refunds: number; refunded: number; booked: number }>`
    with payment as (
      select payment.id from payment_intent intent
        join simulator_object payment on payment.kind = 'payment' and payment.data->'metadata'->>'intentId' = intent.id::text
        where intent.order_id = ${orderId}
    ), charge as (
      select (data->>'amount')::int as amount from simulator_object
        where kind = 'charge' and parent_id in (select id from payment)
    ), refund as (
      select (data->>'amount')::int as amount from simulator_object
        where kind = 'refund' and parent_id in (select id from payment)
    )
    select (select count(*)::int from charge) as charges, (select coalesce(sum(amount), 0)::int from charge) as charged,
      (select count(*)::int from refund) as refunds, (select coalesce(sum(amount), 0)::int from refund) as refunded,
      (select coalesce(sum(entry.amount_minor), 0)::int from ledger_entry entry
        join ledger_transaction posting on posting.id = entry.transaction_id
        join ledger_account account on account.id = entry.account_id
        where posting.order_id = ${orderId} and account.kind = 'card') as booked
  `.execute(db)
  return rows[0]
}

async function unfinished(purchases: Purchase[]): Promise<string[]> {
  const orders = await db.selectFrom('customer_order').select(['id', 'status']).execute()
  const due = purchases.filter(({ orderId }) => orders.find(({ id }) => id === orderId)?.status !== 'paid')
  const refunds = await db.selectFrom('payment_refund').select('id').where('state', '<>', 'done').execute()
  const reloads = await db.selectFrom('reload').select('id').where('credited_at', 'is', null).execute()

  return [
    ...due.filter(({ isPaid }) => isPaid).map(({ orderId }) => `order ${orderId}`),
    ...refunds.map(({ id }) => `refund ${id}`),
    ...reloads.map(({ id }) => `reload ${id}`),
  ]
}

it('covers every failpoint in the code', async () => {
  const named = new Set<string>()
  for await (const file of glob('**/*.ts', { cwd: sources })) {
    const text = await readFile(join(sources, file), 'utf8')
    for (const [, name] of text.matchAll(/failpoint\('([^']+)'\)/g)) if (name) named.add(name)
  }
  expect([...named].sort()).toEqual([...points].sort())
})

describe('payments through a server that is killed at every point', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cotation-payment-survival-'))
    const database = await copyDatabase()
    db = openDatabase(database)
    await prepare(database)
    const env = { DATA_DIR: dataDir, DATABASE_URL: database, DEMO: 'off', RELOAD_MINUTES: '0', LOG_LEVEL: 'silent' }
    product = new KillableProduct({ ...env, PORT: String(await freePort()) }, db)
    await product.warmUp()
  })
  afterEach(async () => {
    await product.stop()
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })

  it(`${kills} times: nothing is lost, doubled or stuck (FLT-2, PAY-6)`, async () => {
    const purchases: Purchase[] = orderIds.map((orderId) => ({ orderId, isPaid: false, refundKey: null }))
    const reloads: Reload[] = []
    for (const [index, purchase] of purchases.entries()) {
      const point = points[index % points.length] ?? 'begin:before-call'
      const made: Reload = { submissionKey: randomUUID(), isPaid: false }
      if (point.startsWith('reload')) reloads.push(made)
      await product.start(point)
      await product.dieDuring(() => come(point, purchase, made))
    }

    await product.start()
    await product.control({ switches: noSwitches })
    // Unanswered requests are retried with the same key.
    for (const made of reloads.filter(({ isPaid }) => !isPaid)) await reload(made)
    await heals(() => unfinished(purchases))
    for (const purchase of purchases.filter(({ isPaid }) => !isPaid)) await pay(purchase)
    for (const purchase of purchases.filter(({ refundKey }) => refundKey)) await refund(purchase)
    await heals(() => unfinished(purchases))

    for (const { orderId, refundKey } of purchases) {
      const { total_minor } = await db
        .selectFrom('customer_order')
        .select('total_minor')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const charged = Number(total_minor)
      const refunded = refundKey ? refundMinor : 0
      const account = { charges: 1, charged, refunds: refundKey ? 1 : 0, refunded, booked: charged - refunded }

      expect(await accountOf(orderId), orderId).toEqual(account)
    }
    const { data: balance } = await (await product.customer(buyerId)).call('GET /global/account/balance', {})
    expect(balance).toMatchObject({ availableMinor: reloads.length * reloadUsd * 100, pendingMinor: 0 })
    expect(await ledgerViolations(db)).toEqual([])
  })
})
