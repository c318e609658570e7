import { randomUUID } from 'node:crypto'
import type { AdditionalCostPaymentView } from '@cotation/contracts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Trx } from '#db/database.ts'
import { costBill } from '#features/payment/intent/payable.repository.ts'
import { openPayment } from '#features/payment/methods/open-payment.service.ts'
import { findCreditStanding } from '#src/money/credit.ts'
import { netUsd } from '#src/money/order-payments.ts'
import { keyIn } from '#test/app.ts'
import { aStaffBrowser, useStaff } from '#test/builders.ts'
import { aRequestedCost, type CostPayer } from '#test/orders/additional-costs.ts'
import { codeOf, expectSoundLedger, payCard, reconcileNow, usePaymentApp, walletOf } from '#test/orders/payments.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { untilBlockedBy } from '#test/until-blocked.ts'
import { expireOverdueCosts } from './additional-cost.service.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const dayMs = 86_400_000

const receive = (reference: string, amountMinor: number, by = staff) =>
  by.call('POST /global/staff/bank/receipt', {
    body: { bankTransactionId: randomUUID(), reference, amountMinor, currency: 'USD' },
  })

const paymentsOf = (cost: CostPayer) => rowsOf(app, 'payment_intent', { additional_cost_id: cost.cost.id })

/** What was captured for a cost and not refunded, in cents. */
const keptMinor = async (cost: CostPayer) => (await paymentsOf(cost)).reduce((sum, intent) => sum + netUsd(intent), 0)

/** Runs with another time, which the other tests do not see. */
async function atLater(days: number, work: () => Promise<void>): Promise<void> {
  const before = app.clock.now
  app.clock.now = new Date(before.getTime() + days * dayMs)
  try {
    await work()
  } finally {
    app.clock.now = before
  }
}

describe('an additional cost', () => {
  it('is paid by card, and the customer gets a mail', async () => {
    const cost = await aRequestedCost(app, staff)
    const { data } = await cost.begin({ method: 'card' })
    expect(data).toMatchObject({ result: 'due', open: { method: 'card' }, cost: { number: cost.cost.number } })

    await payCard(app, data.redirectUrl)
    expect(await cost.resultIs('paid')).toMatchObject({ paidMinor: 2500, dueMinor: 0, cost: { state: 'paid' } })
    expect(codeOf(await cost.begin({ method: 'card' }))).toBe('ADDITIONAL_COST_STATE')
    expect((await app.mails()).map(({ kind }) => kind)).toContain('additional-cost-paid')
  })

  it('leaves what a failed payment returned out of its refunds', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 1000 })
    await cost.begin({ method: 'bank_transfer', useBalance: true })
    await cost.browser.call('POST /global/payment/additional-cost/{costId}/abandon', { params: cost.params })
    await reconcileNow(app)
    expect(await cost.payer.wallet()).toBe(1000)

    app.clock.advance(60)
    await cost.payByCard()
    await cost.resultIs('paid')
    await cost.refund(staff, 500)

    const isRefunded = ({ payments }: AdditionalCostPaymentView) => payments.at(-1)?.refundedMinor === 500
    const { cost: shown } = await cost.seen(isRefunded, 'the refund')
    const returns = [{ to: 'card', amountMinor: 500 }]
    expect(shown).toMatchObject({ state: 'paid', paidMinor: 2500, refundedMinor: 500, returns })

    const { email } = await rowOf(app, 'customer', { id: cost.payer.customerId })
    const { text } = await app.mail(email, 'additional-cost-partly-refunded')
    expect(text).toMatch(/5,00\s\$US/)
    expect(text).not.toContain('sur votre solde')
  })

  it('is paid by bank transfer, which is awaited until the deadline and found by its reference', async () => {
    const cost = await aRequestedCost(app, staff)
    const { data } = await cost.begin({ method: 'bank_transfer' })
    expect(data.open).toMatchObject({ state: 'awaiting_funds', expiresAt: cost.cost.deadline })
    // The tab that still offers a card: nothing of the order is being paid.
    const stale = await cost.begin({ method: 'card' })
    expect(codeOf(stale)).toBe('PAYMENT_PENDING')
    expect(stale.error.message).toMatch(/^Un paiement a déjà été commencé ou un virement annoncé\./)

    const { data: receipt } = await receive(`Facture ${data.open?.bank?.reference} merci`, 2500)
    expect(receipt).toMatchObject({ state: 'matched', orderNumber: cost.cost.number })
    expect(await cost.state()).toBe('paid')
  })

  it('is paid from the balance, for a part or all of it', async () => {
    const whole = await aRequestedCost(app, staff, { balanceMinor: 2500 })
    expect((await whole.begin({ method: 'balance' })).data.result).toBe('paid')
    expect(await whole.payer.wallet()).toBe(0)

    const part = await aRequestedCost(app, staff, { balanceMinor: 1000 })
    const { data } = await part.begin({ method: 'card', useBalance: true })
    expect(data).toMatchObject({ paidMinor: 1000, dueMinor: 1500 })
    await payCard(app, data.redirectUrl)
    expect((await part.resultIs('paid')).payments).toHaveLength(2)

    const short = await aRequestedCost(app, staff, { balanceMinor: 2499 })
    expect(codeOf(await short.begin({ method: 'balance' }))).toBe('BALANCE_TOO_LOW')
  })

  it('is paid on credit, which is a debt of its own until it is settled', async () => {
    const cost = await aRequestedCost(app, staff, { creditMinor: 9000 })
    expect((await cost.begin({ method: 'credit' })).data).toMatchObject({ result: 'paid', creditMinor: 6500 })
    await cost.seen(({ payments }) => payments[0]?.state === 'captured', 'the capture')

    const standing = await findCreditStanding(app.deps.db, cost.payer.customerId, app.clock.now)
    expect(standing).toMatchObject({ owedMinor: 2500, overdueMinor: 0, nextDueAt: expect.any(Date) })
  })

  it('is paid by the holder of the mailed link, without a login and by card or transfer only', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 9000 })
    const key = await mailedKey(cost)
    const stranger = app.browser()

    const { data } = await stranger.call('POST /global/payment/link', { body: { key } })
    expect(data).toMatchObject({
      number: cost.cost.number,
      dueMinor: 2500,
      result: 'due',
      methods: [{ method: 'card' }, { method: 'bank_transfer' }],
      expiresAt: cost.cost.deadline,
      additionalCost: { orderNumber: cost.payer.order.number, reason: 'drawing', totalMinor: 2500 },
    })
    for (const secret of [cost.payer.customerId, cost.payer.orderId, 'Martin', 'Lilas', '9000'])
      expect(JSON.stringify(data)).not.toContain(secret)

    const begun = await stranger.call('POST /global/payment/link/begin', { body: { key, method: 'card' } })
    expect(codeOf(await cost.begin({ method: 'balance' }))).toBe('PAYMENT_PENDING')
    await payCard(app, begun.data.redirectUrl)
    await cost.resultIs('paid')

    const after = await stranger.call('POST /global/payment/link', { body: { key } })
    expect(after.data).toMatchObject({ result: 'paid', methods: [] })

    const { data: records } = await cost.browser.call('POST /global/member/paymentList', { body: {} })
    const record = records.records.find(({ subject }) => subject === 'additional-cost')
    expect(record).toMatchObject({ number: cost.cost.number, method: 'card', state: 'captured' })
  })

  it('shows the pictures of the parts to the holder of the link until it expires (B17)', async () => {
    const cost = await aRequestedCost(app, staff)
    await app.deps.files.put(`thumbnails/${'ab'.repeat(16)}`, Buffer.from('a picture'), { contentType: 'image/webp' })
    await app.deps.db
      .updateTable('order_line')
      .set({ thumbnail_id: 'ab'.repeat(16) })
      .where('order_id', '=', cost.payer.orderId)
      .execute()
    const { data } = await app.browser().call('POST /global/payment/link', { body: { key: await mailedKey(cost) } })
    const thumbnailKey = data.additionalCost?.items.find(({ orderLineId }) => orderLineId !== null)?.thumbnailId
    const load = async () => (await app.browser().fetch(`/gateway/global/quote/thumbnail/${thumbnailKey}`)).status

    expect(await load()).toBe(200)
    await atLater(60, async () => expect(await load()).toBe(404))
  })
})

/** The key in the mail that asks for the cost. */
async function mailedKey({ payer }: CostPayer): Promise<string> {
  const { email } = await rowOf(app, 'customer', { id: payer.customerId })
  await app.mails()
  return keyIn(await app.mail(email, 'additional-cost-requested'))
}

describe('the link of an additional cost that its customer is paying', () => {
  it('says what was begun and what is due, and pays nothing beside it', async () => {
    const cost = await aRequestedCost(app, staff)
    const key = await mailedKey(cost)
    const stranger = app.browser()
    const see = async () => (await stranger.call('POST /global/payment/link', { body: { key } })).data
    const beginByLink = (method: 'card' | 'bank_transfer') =>
      stranger.call('POST /global/payment/link/begin', { body: { key, method } })

    const transfer = (await cost.begin({ method: 'bank_transfer' })).data.open?.bank
    expect(await see()).toMatchObject({
      result: 'pending',
      dueMinor: 2500,
      open: null,
      customerPayment: { method: 'bank_transfer', reference: transfer?.reference, expiresAt: cost.cost.deadline },
      methods: [],
    })
    expect(codeOf(await beginByLink('card'))).toBe('PAYMENT_PENDING')

    await cost.browser.call('POST /global/payment/additional-cost/{costId}/abandon', { params: cost.params })
    const { data: page } = await cost.begin({ method: 'card' })
    expect(await see()).toMatchObject({
      result: 'due',
      dueMinor: 2500,
      open: null,
      customerPayment: { method: 'card', amountMinor: 2500, startedAt: page.open?.createdAt },
      methods: [],
    })
    expect(codeOf(await beginByLink('card'))).toBe('PAYMENT_PENDING')
    expect(codeOf(await beginByLink('bank_transfer'))).toBe('PAYMENT_PENDING')

    await payCard(app, page.redirectUrl)
    await cost.resultIs('paid')
    expect(await see()).toMatchObject({ result: 'paid', dueMinor: 0, customerPayment: null })
    expect(await keptMinor(cost)).toBe(2500)
  })
})

describe('concurrent payments of an additional cost (PAY-5)', () => {
  const methods = ['balance', 'credit', 'card', 'bank_transfer'] as const
  const ways = [
    ...methods.map((method) => ({ by: 'customer', method }) as const),
    ...(['card', 'bank_transfer'] as const).map((method) => ({ by: 'link', method }) as const),
  ]

  it('pay it once, by whatever methods and browsers, also through its link', {
    timeout: 120_000,
  }, async () => {
    const attempts = fc.array(fc.constantFrom(...ways), { minLength: 4, maxLength: 8 })

    await fc.assert(
      fc.asyncProperty(attempts, async (attempted) => {
        const cost = await aRequestedCost(app, staff, { balanceMinor: 5000, creditMinor: 5000 })
        const key = await mailedKey(cost)

        const answers = await Promise.all(
          attempted.map(({ by, method }) =>
            by === 'customer'
              ? cost.begin({ method })
              : app.browser().call('POST /global/payment/link/begin', { body: { key, method } }),
          ),
        )

        // The first one pays: on the card page that exists, or by the transfer that is awaited.
        const pages = new Set(answers.flatMap(({ data }) => data?.redirectUrl ?? []))
        for (const page of pages) await payCard(app, page)
        const transfers = new Set(answers.flatMap(({ data }) => data?.open?.bank?.reference ?? []))
        for (const reference of transfers) await receive(reference, 2500)

        await cost.resultIs('paid')
        expect(await keptMinor(cost)).toBe(2500)
        await expectSoundLedger(app)
      }),
      { numRuns: 6, seed: 9 },
    )
  })

  it('pay it twice in a control that takes no lock', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 5000 })
    const unlocked = await cost.stored()
    const payUnlocked = (trx: Trx) =>
      openPayment(app.deps, trx, costBill(unlocked), { method: 'balance', useBalance: false }, app.clock.now)

    // The second one reads the amount due before the first one is stored, and waits for the wallet.
    const { second } = await app.deps.db.transaction().execute(async (trx) => {
      await payUnlocked(trx)
      const paidAgain = app.deps.db.transaction().execute(payUnlocked)
      await untilBlockedBy(trx)
      return { second: paidAgain }
    })
    await second

    expect(await keptMinor(cost)).toBe(5000)
    expect((await cost.refund(staff, 2500)).status).toBe(200)
  })
})

describe('a transfer of another amount than the additional cost', () => {
  const decide = (receiptId: string, as: 'matched' | 'returned') =>
    staff.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
      params: { receiptId },
      body: { as, reason: 'Vu' },
    })

  /** What each page says about the cost. */
  async function pagesOf({ browser, params, payer, cost }: CostPayer) {
    const { data: page } = await browser.call('GET /global/additional-cost/{costId}', { params })
    const { data: list } = await browser.call('GET /global/additional-cost', { query: {} })
    const { data: order } = await browser.call('GET /global/order/{orderId}', { params: { orderId: payer.orderId } })
    const { data: home } = await browser.call('GET /global/home', {})
    const { data: deletion } = await browser.call('GET /global/account/deletion', {})

    return {
      page,
      list: list.costs[0],
      order: order.additionalCosts[0],
      home: home.tasks.find((task) => task.kind === 'additional-cost'),
      obstacle: deletion.obstacles.find(({ id }) => id === cost.id),
    }
  }

  it('is shown as received on every page; while staff check it, nothing is paid or declined', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 9000 })
    const key = await mailedKey(cost)
    const { data } = await cost.begin({ method: 'bank_transfer' })
    const { data: receipt } = await receive(String(data.open?.bank?.reference), 1000)
    expect(receipt).toMatchObject({ state: 'held', why: 'short' })

    const unconfirmed = {
      method: 'bank_transfer',
      amountMinor: 1000,
      currency: 'USD',
      at: app.clock.now.toISOString(),
    }
    const { page, list, order, home, obstacle } = await pagesOf(cost)
    for (const shown of [page, list, order, home]) expect(shown).toMatchObject({ unconfirmed, transfer: null })
    for (const shown of [page, list]) expect(shown?.can).toMatchObject({ pay: false, decline: false })
    expect(obstacle).toMatchObject({ remedy: 'await-check', receivedMinor: 0 })

    const { data: linked } = await app.browser().call('POST /global/payment/link', { body: { key } })
    expect(linked).toMatchObject({ result: 'pending', unconfirmed, customerPayment: null, methods: [] })
    expect(codeOf(await cost.begin({ method: 'balance' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await cost.decline('Trop cher'))).toBe('PAYMENT_PENDING')
    expect(await cost.state()).toBe('requested')
  })

  it('pays the cost, and its surplus goes to the balance and is shown', async () => {
    const cost = await aRequestedCost(app, staff)
    const { data } = await cost.begin({ method: 'bank_transfer' })
    const { data: large } = await receive(String(data.open?.bank?.reference), 2700)
    expect(large).toMatchObject({ state: 'held', why: 'over' })
    await decide(large.id, 'matched')

    const { page } = await pagesOf(cost)
    expect(page).toMatchObject({
      state: 'paid',
      paidMinor: 2700,
      refundedMinor: 200,
      paidWith: ['bank_transfer'],
      returns: [{ to: 'balance', amountMinor: 200 }],
    })
    expect(await cost.payer.wallet()).toBe(200)
  })

  it('leaves the rest to be paid, and is returned to the balance if the cost is declined', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 9000 })
    const { data } = await cost.begin({ method: 'bank_transfer' })
    const reference = String(data.open?.bank?.reference)
    const { data: short } = await receive(reference, 1000)
    await decide(short.id, 'matched')

    const partly = await pagesOf(cost)
    for (const shown of [partly.page, partly.list, partly.order, partly.home])
      expect(shown).toMatchObject({ totalMinor: 2500, dueMinor: 1500, unconfirmed: null })
    expect(partly.page).toMatchObject({
      returns: [{ to: 'balance', amountMinor: 1000 }],
      can: { pay: true, decline: true },
    })
    expect(partly.obstacle).toMatchObject({ amountMinor: 1500, receivedMinor: 1000, remedy: 'pay-or-decline' })

    // The rest under the same reference: its payment has ended, and the money waits for staff.
    const { data: rest } = await receive(reference, 1500)
    expect(rest).toMatchObject({ state: 'held', why: 'payment-closed' })
    expect((await cost.view()).data).toMatchObject({ result: 'pending', unconfirmed: { amountMinor: 1500 } })
    expect(codeOf(await cost.begin({ method: 'balance' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await cost.decline())).toBe('PAYMENT_PENDING')
    await decide(rest.id, 'returned')

    const { data: declined } = await cost.decline()
    expect(declined).toMatchObject({
      state: 'declined',
      dueMinor: 0,
      refundedMinor: 1000,
      returns: [{ to: 'balance', amountMinor: 1000 }],
    })
    expect(await cost.payer.wallet()).toBe(10_000)

    const { email } = await rowOf(app, 'customer', { id: cost.payer.customerId })
    await app.mails()
    const mail = await app.mail(email, 'additional-cost-declined')
    expect(mail.text).toMatch(/Ce que nous avions reçu est rendu\s: 10,00.+ sur votre solde\./)
    expect(mail.text).not.toContain('Rien n’est débité')
  })
})

describe('money that comes too late', () => {
  it('is held if a transfer arrives after the deadline', async () => {
    const cost = await aRequestedCost(app, staff)
    const { data } = await cost.begin({ method: 'bank_transfer' })

    await atLater(8, async () => {
      await reconcileNow(app)
      await expireOverdueCosts(app.deps)
      expect((await cost.stored()).state).toBe('expired')

      const later = await aStaffBrowser(app)
      const { data: receipt } = await receive(String(data.open?.bank?.reference), 2500, later)
      expect(receipt).toMatchObject({ state: 'held', why: 'rate-expired' })

      const resolution = { params: { receiptId: receipt.id }, body: { as: 'matched', reason: 'Essai' } } as const
      expect(codeOf(await later.call('POST /global/staff/bank/receipt/{receiptId}/resolve', resolution))).toBe(
        'VALIDATION',
      )
      const toBalance = { params: { receiptId: receipt.id }, body: { as: 'to-balance', reason: 'Vu' } } as const
      await later.call('POST /global/staff/bank/receipt/{receiptId}/resolve', toBalance)
      expect(await walletOf(app, cost.payer.customerId)).toBe(2500)
    })
  })

  it('is held if a card is captured after the request was withdrawn, and refunded by staff', async () => {
    const cost = await aRequestedCost(app, staff)
    const { data } = await cost.begin({ method: 'card' })

    // As if the provider had taken the money while it confirmed that the page is closed.
    await sql`update additional_cost set state = 'withdrawn' where id = ${cost.cost.id}`.execute(app.deps.db)
    await payCard(app, data.redirectUrl)
    const held = await cost.seen(({ open }) => open?.state === 'held', 'the held payment')
    expect(held).toMatchObject({ result: 'closed', paidMinor: 0 })

    await cost.refund(staff, 2500)
    await cost.seen(({ payments }) => payments[0]?.state === 'refunded', 'the refund')
    expect(await cost.state()).toBe('withdrawn')
  })

  it('cannot come through a card page: declining and withdrawing close it first', async () => {
    const cost = await aRequestedCost(app, staff)
    await cost.begin({ method: 'card' })

    await controlCards(app, { switches: { trouble: 'fault' } })
    expect(codeOf(await cost.decline())).toBe('PAYMENT_PENDING')
    expect(await cost.state()).toBe('requested')

    await controlCards(app, { switches: { trouble: 'none' } })
    expect((await cost.decline()).data.state).toBe('declined')
    expect((await paymentsOf(cost))[0]?.state).toBe('expired')
  })
})

describe('the reconcile job', () => {
  it('finds a card payment whose webhook was lost, and returns a balance part that nobody completes', async () => {
    await controlCards(app, { switches: { loss: true } })
    const lost = await aRequestedCost(app, staff)
    await lost.payByCard()
    expect((await lost.view()).data.result).not.toBe('paid')

    await reconcileNow(app)
    expect((await lost.view()).data.result).toBe('paid')

    const idle = await aRequestedCost(app, staff, { balanceMinor: 1000 })
    await app.mails()
    await idle.begin({ method: 'agency', useBalance: true })
    expect(await idle.payer.wallet()).toBe(0)

    await atLater(0.05, () => reconcileNow(app))
    expect(await idle.payer.wallet()).toBe(1000)
    expect(await idle.state()).toBe('requested')

    // A link of the customer's own says that another person pays the rest; the mailed one does not.
    await idle.begin({ method: 'agency', useBalance: true })
    await idle.browser.call('POST /global/payment/additional-cost/{costId}/link', { params: idle.params })
    await atLater(0.05, () => reconcileNow(app))
    expect(await idle.payer.wallet()).toBe(0)

    await idle.browser.call('DELETE /global/payment/additional-cost/{costId}/link', { params: idle.params })
    expect(await idle.payer.wallet()).toBe(1000)
  })
})
