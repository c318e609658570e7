import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { noSwitches } from '@cotation/card-simulator'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertRefund } from '#features/payment/refund.repository.ts'
import { creditDueReloads } from '#features/payment/reload.service.ts'
import { aBrowserOf, aCustomer, aLoggedInBrowser } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import {
  aPayer,
  expectSoundLedger,
  OrderPayer,
  type Payer,
  payCard,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { freePort, ownBrandFile, ProductProcess } from '#test/product-process.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'
import { type DemoAccount, demoCoupon, passwordFileOf, seedDemo } from './demo.ts'
import { listTrialRests } from './demo-end.ts'
import { toolProcess } from './tools/tool-process.fixture.ts'

const app = usePaymentApp()
let accounts: DemoAccount[]
let customerId: string
/** Has spent the whole simulated reload. */
let spenderId: string
/** Has also reloaded with money. */
let payerId: string
let spentOrder: string
/** Has opened the card page of an order, and paid a part from the balance. */
let openPayer: Payer
/** Has paid on the card page, and the result is not known yet. */
let pendingPayer: Payer

const tool = (...words: string[]) =>
  toolProcess('demo', words, {
    DATABASE_URL: app.deps.config.databaseUrl ?? '',
    DATA_DIR: app.deps.config.dataDir,
  })

const trialEnds = () => rowsOf(app, 'audit_entry', { action: 'installation.trial-ended' })

async function startLive(): Promise<ProductProcess> {
  return ProductProcess.start('main', {
    DATABASE_URL: app.deps.config.databaseUrl ?? '',
    PORT: String(await freePort()),
    BRAND_FILE: ownBrandFile,
    JOBS: 'off',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: 'sk_live_of_nobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
  })
}

/** A balance that a customer of the trial has reloaded with the simulator. */
async function reloadBySimulator(amountUsd: number, customer?: string): Promise<string> {
  const id = customer ?? (await aCustomer(app)).id
  await app.deps.db.updateTable('customer').set({ is_recharge: true }).where('id', '=', id).execute()
  const browser = await aBrowserOf(app, id)

  const body = { amountUsd, method: 'card' as const, submissionKey: randomUUID() }
  const { data } = await browser.call('POST /global/account/balance/reload', { body })
  await payCard(app, data.redirectUrl)

  const params = { reloadId: data.id }
  await until(async () => {
    const reload = await browser.call('GET /global/account/balance/reload/{reloadId}', { params })
    return reload.data.state === 'pending' ? true : undefined
  }, 'the payment')
  return id
}

/** Turns the newest reload of a customer into one of the live mode. */
async function reloadWithMoney(id: string, amountUsd: number): Promise<void> {
  await reloadBySimulator(amountUsd, id)
  const { id: intentId } = await app.deps.db
    .selectFrom('payment_intent')
    .select('id')
    .where('customer_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const session = { provider_session: `cs_live_${intentId}` }
  await app.deps.db.updateTable('payment_intent').set(session).where('id', '=', intentId).execute()
}

async function spendAll(id: string): Promise<string> {
  const order = await aPlacedOrder(app, id, { totalMinor: await walletOf(app, id) })
  const payer = new OrderPayer(await aBrowserOf(app, id), order.id)
  await payer.begin({ method: 'balance' })
  await payer.resultIs('paid')
  return order.number
}

beforeAll(async () => {
  accounts = await seedDemo(app.deps)
  customerId = await reloadBySimulator(250)
  spenderId = await reloadBySimulator(100)
  payerId = await reloadBySimulator(100)
  app.clock.advance(1)
  await reloadWithMoney(payerId, 200)

  const [account] = accounts
  const browser = await aLoggedInBrowser(app, {
    email: account?.email ?? '',
    password: account?.password ?? '',
    id: '',
  })
  const redeemed = await browser.call('POST /global/account/promoCode/redeem', { body: { code: demoCoupon } })
  expect(redeemed.status).toBe(200)
})

describe('npm run demo -- end (B8)', () => {
  it('waits until simulated reloads are credited', async () => {
    const refused = await tool('end')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^A simulated reload waits to be credited/)
  })

  it('is asked for in one line by a start with a live key', async () => {
    app.clock.advance(300)
    await creditDueReloads(app.deps)
    expect(await walletOf(app, customerId)).toBe(25_000)
    spentOrder = await spendAll(spenderId)
    expect(await walletOf(app, spenderId)).toBe(0)

    openPayer = await aPayer(app, { balanceMinor: 500 })
    await openPayer.begin({ method: 'card', useBalance: true })
    await controlCards(app, { switches: { ...noSwitches, settleSeconds: 86_400 } })
    pendingPayer = await aPayer(app)
    await pendingPayer.payByCard('pending-accepted')
    await pendingPayer.resultIs('pending')

    const live = await startLive()
    expect(await live.exitCode).toBe(1)
    expect(live.stderr).toBe(
      'STRIPE_SECRET_KEY is a live key, but this database still has the data of a trial (demo accounts: 2, balances from simulated payments: 3, open simulated card payments: 2, the coupon code WELCOME10). Run: npm run demo -- end\n',
    )
  })

  it('removes everything that is worth money, and the start succeeds', async () => {
    const ended = await tool('end')
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('Closed 2 demo accounts and removed USD 350.00 of simulated money from 2 balances.')
    expect(ended.stdout).toContain(`Not paid with money, cancel them if they are not to be made: ${spentOrder}\n`)

    expect(ended.stdout).toContain(
      `Ended 2 open simulated card payments. To be paid again: ${openPayer.order.number}, ${pendingPayer.order.number}\n`,
    )

    expect(await listTrialRests(app.deps.db)).toEqual([])
    expect(await walletOf(app, customerId)).toBe(0)
    expect(await walletOf(app, payerId)).toBe(20_000)
    await expect(access(passwordFileOf(app.deps.config.dataDir))).rejects.toThrow()
    expect(await rowsOf(app, 'demo_password', {})).toEqual([])
    const usable = await app.deps.db.selectFrom('coupon').selectAll().where('withdrawn_at', 'is', null).execute()
    expect(usable).toEqual([])

    expect(await trialEnds()).toMatchObject([{ actor: 'tool', after: { accounts: 2, removedMinor: 35_000 } }])

    const [account] = accounts
    const login = aLoggedInBrowser(app, { email: account?.email ?? '', password: account?.password ?? '', id: '' })
    await expect(login).rejects.toThrow()
    await expectSoundLedger(app)

    const live = await startLive()
    await live.says('is ready')
    expect(await live.stop()).toBe(0)
  })

  it('lets customers pay again whose simulated card payment was open, and mails those who had paid', async () => {
    for (const payer of [openPayer, pendingPayer]) {
      expect(await payer.status()).toBe('awaiting_payment')
      expect((await payer.view()).data).toMatchObject({ open: null, dueMinor: payer.totalMinor })
    }
    expect(await openPayer.wallet()).toBe(500)

    const { email } = await rowOf(app, 'customer', { id: pendingPayer.customerId })
    const mail = await app.mail(email, 'order-payment-failed')
    expect(mail.text).toContain('Rien ne vous a été débité.')
  })

  it('waits until the simulator has executed refunds', async () => {
    const { id } = await rowOf(app, 'payment_intent', { order_id: pendingPayer.orderId })
    await insertRefund(app.deps.db, {
      id: randomUUID(),
      intent_id: id,
      amount_minor: 100,
      usd_minor: 100,
      state: 'asked',
      reason: '',
      asked_by: 'staff',
      asked_at: app.clock.now,
      done_at: null,
    })

    const refused = await tool('end')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^The refund of a simulated card payment is under way/)
    await app.deps.db.deleteFrom('payment_refund').where('intent_id', '=', id).execute()
  })

  it('never takes money that comes after the trial, also if the simulated money was spent', async () => {
    await funded(app.deps.db, spenderId, 7_500, app.clock.now)
    expect(await listTrialRests(app.deps.db)).toEqual([])

    const again = await tool('end')
    expect(again.stdout).toContain('removed USD 0.00')
    expect(await walletOf(app, spenderId)).toBe(7_500)
  })

  it('leaves out orders that are finished', async () => {
    await app.deps.db
      .updateTable('customer_order')
      .set({ status: 'completed' })
      .where('number', '=', spentOrder)
      .execute()
    expect((await tool('end')).stdout).not.toContain('Not paid with money')
  })

  it('leaves simulated payments marked, and does nothing the second time', async () => {
    const again = await tool('end')
    expect(again.stdout).toContain('Closed 0 demo accounts and removed USD 0.00')
    expect(await trialEnds()).toHaveLength(1)

    const payments = await app.deps.db
      .selectFrom('payment_intent')
      .select('customer_id')
      .where('provider_session', 'like', 'cs\\_test\\_%')
      .execute()
    const payers = [customerId, spenderId, payerId, openPayer.customerId, pendingPayer.customerId]
    expect(payments.map(({ customer_id }) => customer_id).sort()).toEqual(payers.sort())
  })
})
