import { randomUUID } from 'node:crypto'
import { noSwitches } from '@cotation/card-simulator'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, useStaff } from '#test/builders.ts'
import { aBasket, aCheckout, aPlacedOrder } from '#test/orders/orders.ts'
import {
  codeOf,
  expectSoundLedger,
  OrderPayer,
  payCard,
  reconcileNow,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'
import { applyCardEvents } from './methods/card.service.ts'
import { creditDueReloads } from './reload.service.ts'

const app = usePaymentApp()
const staff = useStaff(app)

async function aReloader({ isRecharge = true } = {}) {
  const { id: customerId } = await aCustomer(app)
  await app.deps.db.updateTable('customer').set({ is_recharge: isRecharge }).where('id', '=', customerId).execute()
  return { customerId, browser: await aBrowserOf(app, customerId) }
}

const reload = (browser: Browser, amountUsd: unknown = 100, change: Record<string, unknown> = {}) =>
  browser.send<{
    id: string
    number: string
    state: string
    redirectUrl: string | null
    payment: { bank: { reference: string } | null }
  }>('POST /global/account/balance/reload', {
    body: { amountUsd, method: 'card', submissionKey: randomUUID(), ...change },
  })

const see = (browser: Browser, reloadId: string) =>
  browser.call('GET /global/account/balance/reload/{reloadId}', { params: { reloadId } })
const check = (browser: Browser, reloadId: string) =>
  browser.call('POST /global/account/balance/reload/{reloadId}/check', { params: { reloadId } })

const stateIs = (browser: Browser, reloadId: string, state: string) =>
  until(async () => {
    const { data } = await see(browser, reloadId)
    return data.state === state ? data : undefined
  }, `the state "${state}"`)

const giveBack = (reloadId: string, amountMinor: number, key: string = randomUUID()) =>
  staff.call('POST /global/staff/reload/{reloadId}/refund', {
    params: { reloadId },
    body: { amountMinor, reason: 'Erreur', key },
  })

/** A reload that was paid by card. */
async function aPaidReload(amountUsd = 100) {
  const customer = await aReloader()
  const { data } = await reload(customer.browser, amountUsd)
  await payCard(app, data.redirectUrl)
  await stateIs(customer.browser, data.id, 'pending')
  return { ...customer, reloadId: data.id }
}

async function aCreditedReload(amountUsd = 100) {
  const made = await aPaidReload(amountUsd)
  app.clock.advance(300)
  await creditDueReloads(app.deps)
  return made
}

describe('the methods of a customer whose reload is pending', () => {
  it('name the amount that is on its way, until it is spendable', async () => {
    const { customerId, browser } = await aPaidReload(250)
    const { id: orderId } = await aPlacedOrder(app, customerId)
    const payer = new OrderPayer(browser, orderId)
    expect((await payer.view()).data).toMatchObject({ balanceMinor: 0, pendingReloadMinor: 250_00 })

    const { basket } = await aBasket(app, customerId)
    const { view } = await aCheckout(browser, basket)
    expect(view).toMatchObject({ balanceMinor: 0, pendingReloadMinor: 250_00 })

    app.clock.advance(300)
    await creditDueReloads(app.deps)
    expect((await payer.view()).data).toMatchObject({ balanceMinor: 250_00, pendingReloadMinor: 0 })
  })

  it('name nothing that is not paid', async () => {
    const { customerId, browser } = await aReloader()
    await reload(browser, 250)
    const { id: orderId } = await aPlacedOrder(app, customerId)
    expect((await new OrderPayer(browser, orderId).view()).data.pendingReloadMinor).toBe(0)
  })
})

describe('reloads of the balance', () => {
  it('are pending for five minutes and then spendable when paid by card (spec 9, PAY-11)', async () => {
    const { customerId, browser } = await aReloader()
    const { data } = await reload(browser, 250)

    expect(data).toMatchObject({
      state: 'unpaid',
      number: expect.stringMatching(/^R-\d+$/),
      redirectUrl: expect.any(String),
    })

    await payCard(app, data.redirectUrl)

    const pending = await stateIs(browser, data.id, 'pending')
    expect(new Date(String(pending.availableAt)).getTime() - app.clock.now.getTime()).toBe(300_000)
    expect(await walletOf(app, customerId)).toBe(0)

    const order = new OrderPayer(browser, (await aPlacedOrder(app, customerId, { totalMinor: 25_000 })).id)
    expect(codeOf(await order.begin({ method: 'balance' }))).toBe('BALANCE_TOO_LOW')

    app.clock.advance(299)
    await creditDueReloads(app.deps)

    expect((await see(browser, data.id)).data.state).toBe('pending')
    expect(codeOf(await order.begin({ method: 'balance' }))).toBe('BALANCE_TOO_LOW')

    await expectSoundLedger(app)
    app.clock.advance(1)
    await Promise.all(Array.from({ length: 8 }, () => creditDueReloads(app.deps)))

    expect((await see(browser, data.id)).data.state).toBe('credited')
    expect(await walletOf(app, customerId)).toBe(25_000)
    expect((await order.begin({ method: 'balance' })).data.result).toBe('paid')
  })

  it('are credited at once when the customer opens a reload that is due', async () => {
    const { browser, customerId, reloadId } = await aPaidReload()
    app.clock.advance(300)
    expect((await see(browser, reloadId)).data.state).toBe('credited')
    expect(await walletOf(app, customerId)).toBe(10_000)
  })

  it('are credited after staff has recorded the transfer', async () => {
    const { customerId, browser } = await aReloader()
    const { data } = await reload(browser, 100, { method: 'bank_transfer', bankCurrency: 'EUR' })
    const { reference = '' } = data.payment.bank ?? {}
    await staff.call('POST /global/staff/bank/receipt', {
      body: { bankTransactionId: randomUUID(), reference, amountMinor: 8600, currency: 'EUR' },
    })
    await stateIs(browser, data.id, 'pending')
    app.clock.advance(300)
    await creditDueReloads(app.deps)

    expect(await walletOf(app, customerId)).toBe(10_000)
  })

  it('are created once per submission key', async () => {
    const { browser } = await aReloader()
    const submissionKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 12 }, () => reload(browser, 100, { submissionKey })))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(new Set(answers.map(({ data }) => data.redirectUrl)).size).toBe(1)
  })

  it.each([99, 100.5, 1e15, -100, 0, '1e3', '100', null, Number.NaN, 100_001])(
    'are refused for an amount of %s (PAY-10)',
    async (amountUsd) => {
      const { browser } = await aReloader()
      expect((await reload(browser, amountUsd)).status).toBe(422)
    },
  )

  it.each([100, 100_000])('are accepted for an amount of %s', async (amountUsd) => {
    const { browser } = await aReloader()
    expect((await reload(browser, amountUsd)).status).toBe(200)
  })

  it('are refused without staff’s permission and for unknown methods (PAY-10)', async () => {
    const { browser } = await aReloader({ isRecharge: false })
    expect(await reload(browser)).toMatchObject({ status: 403, error: { code: 'RELOAD_NOT_ALLOWED' } })
    const allowed = await aReloader()
    expect((await reload(allowed.browser, 100, { method: 'balance' })).status).toBe(422)
    expect((await reload(allowed.browser, 100, { method: 'credit' })).status).toBe(422)
  })

  it('answer NOT_FOUND for another customer’s reload (BOL-1)', async () => {
    const { reloadId } = await aPaidReload()
    const { browser } = await aReloader()
    expect(codeOf(await see(browser, reloadId))).toBe('NOT_FOUND')
    expect(codeOf(await check(browser, reloadId))).toBe('NOT_FOUND')
  })

  it('are found paid by a check and by the job if the webhook is lost (PAY-6)', async () => {
    await controlCards(app, { switches: { loss: true } })

    const one = await aReloader()
    const other = await aReloader()
    const first = await reload(one.browser)
    const second = await reload(other.browser)
    for (const { data } of [first, second]) await payCard(app, data.redirectUrl)

    expect((await check(one.browser, first.data.id)).data.state).toBe('pending')

    app.clock.advance(60)
    await reconcileNow(app)

    expect((await see(other.browser, second.data.id)).data.state).toBe('pending')
  })

  it('are held and not credited if another amount was paid (PAY-4)', async () => {
    await controlCards(app, { switches: { amountOff: -500 } })

    const { customerId, browser } = await aReloader()
    const { data } = await reload(browser)
    await payCard(app, data.redirectUrl)
    await stateIs(browser, data.id, 'paying')
    app.clock.advance(600)
    await creditDueReloads(app.deps)

    expect(await walletOf(app, customerId)).toBe(0)

    await expectSoundLedger(app)
    expect((await giveBack(data.id, 9500)).status).toBe(200)

    await stateIs(browser, data.id, 'returned')
  })
})

describe('refunds of reloads', () => {
  it('reserve the balance before the provider is asked, once', async () => {
    const { browser, customerId, reloadId } = await aCreditedReload()
    await controlCards(app, { switches: { trouble: 'fault' } })

    const key = randomUUID()
    expect((await giveBack(reloadId, 10_000, key)).status).toBe(200)
    expect((await giveBack(reloadId, 10_000, key)).status).toBe(200)
    expect(await walletOf(app, customerId)).toBe(0)

    await expectSoundLedger(app)
    await controlCards(app, { switches: noSwitches })
    app.clock.advance(60)
    await reconcileNow(app)
    await stateIs(browser, reloadId, 'returned')

    expect(await walletOf(app, customerId)).toBe(0)
  })

  it('are refused if even a cent of the reload was spent (PAY-9)', async () => {
    const { browser, customerId, reloadId } = await aCreditedReload()
    const order = new OrderPayer(browser, (await aPlacedOrder(app, customerId, { totalMinor: 1 })).id)
    await order.begin({ method: 'balance' })
    expect(codeOf(await giveBack(reloadId, 10_000))).toBe('REFUND_TOO_HIGH')
    expect((await giveBack(reloadId, 9_999)).status).toBe(200)
    expect(await walletOf(app, customerId)).toBe(0)
  })

  it('never refund more than was paid, also for concurrent requests (PAY-9)', async () => {
    const { customerId, reloadId } = await aCreditedReload()
    const answers = await Promise.all(Array.from({ length: 10 }, () => giveBack(reloadId, 4000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await walletOf(app, customerId)).toBe(2000)
  })

  it('prevent the credit if they come before it', async () => {
    const { browser, customerId, reloadId } = await aPaidReload()
    await giveBack(reloadId, 10_000)
    await stateIs(browser, reloadId, 'returned')
    app.clock.advance(600)
    await creditDueReloads(app.deps)
    expect(await walletOf(app, customerId)).toBe(0)
  })

  it('cost the shop if made in the provider’s dashboard after the money was spent, and the ledger stays balanced', async () => {
    const { browser, customerId, reloadId } = await aCreditedReload()
    const order = new OrderPayer(browser, (await aPlacedOrder(app, customerId, { totalMinor: 6000 })).id)
    await order.begin({ method: 'balance' })

    const { intent_id, event_id } = await app.deps.db
      .selectFrom('payment_event')
      .innerJoin('payment_intent', 'payment_intent.id', 'payment_event.intent_id')
      .select(['intent_id', 'event_id'])
      .where('reload_id', '=', reloadId)
      .where('type', '=', 'captured')
      .executeTakeFirstOrThrow()
    await applyCardEvents(app.deps, [
      {
        id: `refunded:${intent_id}`,
        type: 'refunded',
        amountMinor: 10_000,
        currency: 'USD',
        intentId: null,
        captureId: event_id,
      },
    ])

    expect(await walletOf(app, customerId)).toBe(0)

    const { rows } = await sql<{ borne: string }>`select sum(entry.amount_minor) as borne from ledger_entry entry
      join ledger_account account on account.id = entry.account_id
      join ledger_transaction posting on posting.id = entry.transaction_id
      where account.kind = 'goodwill' and posting.intent_id = ${intent_id}`.execute(app.deps.db)

    expect(Number(rows[0]?.borne)).toBe(6000)
  })

  it('answer NOT_FOUND for an unknown reload', async () => {
    expect(codeOf(await giveBack(randomUUID(), 100))).toBe('NOT_FOUND')
  })
})
