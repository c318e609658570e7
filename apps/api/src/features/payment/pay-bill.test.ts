import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { orderBill } from '#features/payment/intent/payable.repository.ts'
import { captureCreditJob } from '#features/payment/methods/credit.service.ts'
import { openPayment } from '#features/payment/methods/open-payment.service.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import {
  aPayer,
  codeOf,
  expectSoundLedger,
  OrderPayer,
  type Payer,
  payCard,
  reconcileNow,
  settled,
  usePaymentApp,
} from '#test/orders/payments.ts'

const app = usePaymentApp()

const refusals = (methods: readonly { method: string; refusal: string | null }[]) =>
  Object.fromEntries(methods.map(({ method, refusal }) => [method, refusal]))

describe('offered payment methods', () => {
  it('gives the reason for each method that is not offered (spec 9)', async () => {
    const payer = await aPayer(app)
    const { data } = await payer.view()

    expect(refusals(data.methods)).toEqual({
      card: null,
      bank_transfer: null,
      balance: 'balance-too-low',
      credit: 'credit-not-granted',
      agency: null,
    })
    expect(data).toMatchObject({ result: 'due', balanceMinor: 0, creditMinor: null, dueMinor: payer.totalMinor })
    expect(data.bankAmounts.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP', 'HKD', 'CNY'])
    expect(data.bankAmounts[0]?.minor).toBe(payer.totalMinor)
  })

  it('charges a card in USD whatever currency the prices are shown in (MON-3)', async () => {
    const payer = await aPayer(app)
    await app.deps.db.updateTable('customer_order').set({ currency: 'EUR' }).where('id', '=', payer.orderId).execute()

    const { data } = await payer.view()
    expect(data.currency).toBe('EUR')
    expect(refusals(data.methods).card).toBeNull()
    expect(codeOf(await payer.begin({ method: 'card', bankCurrency: 'EUR' }))).toBe('METHOD_NOT_OFFERED')

    const { open, redirectUrl } = (await payer.begin({ method: 'card' })).data
    expect(open).toMatchObject({ method: 'card', currency: 'USD', amountMinor: payer.totalMinor })
    expect(codeOf(await payer.begin({ method: 'card', bankCurrency: 'EUR' }))).toBe('METHOD_NOT_OFFERED')

    await payCard(app, redirectUrl)
    await payer.resultIs('paid')
  })
})

describe('payment from the balance', () => {
  it('pays the order at once', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    expect((await payer.begin({ method: 'balance' })).data).toMatchObject({
      result: 'paid',
      status: 'paid',
      dueMinor: 0,
    })
    expect(await payer.wallet()).toBe(1_000_000 - payer.totalMinor)
    expect(codeOf(await payer.begin({ method: 'balance' }))).toBe('ORDER_STATE')
  })

  it('pays nothing if the balance is a cent too low', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 4999 })
    expect(codeOf(await payer.begin({ method: 'balance' }))).toBe('BALANCE_TOO_LOW')
    expect(await payer.wallet()).toBe(4999)
    expect((await payer.view()).data).toMatchObject({ result: 'due', payments: [] })
  })
})

describe('payment on credit', () => {
  it('pays at once: the credit is reserved, then captured by a job', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 9000 })
    const { data } = await payer.begin({ method: 'credit' })
    expect(data).toMatchObject({ result: 'paid', status: 'paid', creditMinor: 4000 })
    await payer.stateIs('captured')
    expect((await payer.view()).data).toMatchObject({ paidMinor: 5000, creditMinor: 4000 })
  })

  it('is captured by the reconcile job if the capture job was lost (PAY-6)', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 9000 })
    await app.deps.db.transaction().execute(async (trx) => {
      await openPayment(app.deps, trx, orderBill(payer.order), { method: 'credit', useBalance: false }, app.clock.now)
      await sql`delete from pgboss.job where name = ${captureCreditJob}`.execute(trx)
    })

    expect((await payer.view()).data.payments[0]?.state).toBe('authorized')

    await expectSoundLedger(app)
    await reconcileNow(app)

    expect((await payer.view()).data.payments[0]?.state).toBe('captured')
  })

  it('is refused above the limit (PAY-1)', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 4999 })
    expect(refusals((await payer.view()).data.methods).credit).toBe('credit-limit-reached')
    expect(codeOf(await payer.begin({ method: 'credit' }))).toBe('CREDIT_TOO_LOW')
  })

  it('is refused while an amount is overdue and allowed again once it is settled', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 100_000 })
    await payer.begin({ method: 'credit' })
    await payer.stateIs('captured')
    app.clock.advance(31 * 86_400)
    payer.browser = await aBrowserOf(app, payer.customerId)

    const next = new OrderPayer(payer.browser, (await aPlacedOrder(app, payer.customerId)).id)
    expect(refusals((await next.view()).data.methods).credit).toBe('credit-overdue')
    expect(codeOf(await next.begin({ method: 'credit' }))).toBe('METHOD_NOT_OFFERED')

    await settled(app, payer.customerId, 5000)
    expect((await next.begin({ method: 'credit' })).data.result).toBe('paid')
  })

  it('is not offered if staff has granted no limit', async () => {
    const payer = await aPayer(app)
    expect(codeOf(await payer.begin({ method: 'credit' }))).toBe('METHOD_NOT_OFFERED')
  })
})

describe('payment by bank transfer', () => {
  it('is pending with an account, a reference and an amount fixed for 14 days (quality, Payments)', async () => {
    const payer = await aPayer(app)
    const { data } = await payer.begin({ method: 'bank_transfer', bankCurrency: 'EUR' })

    expect(data).toMatchObject({
      result: 'pending',
      status: 'payment_pending',
      open: { state: 'awaiting_funds', currency: 'EUR' },
    })

    const bank = data.open?.bank
    expect(bank).toMatchObject({ currency: 'EUR', amountMinor: Math.round(payer.totalMinor * 0.86) })
    expect(bank?.reference).toMatch(/^CT[2-9A-HJKMNP-Z]{10}\d{2}$/)
    expect(new Date(String(bank?.expiresAt)).getTime() - app.clock.now.getTime()).toBe(14 * 86_400_000)

    const again = await payer.begin({ method: 'bank_transfer', bankCurrency: 'EUR' })
    expect(again.data.open?.bank).toEqual(bank)
    expect(codeOf(await payer.begin({ method: 'bank_transfer' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await payer.begin({ method: 'card' }))).toBe('PAYMENT_PENDING')
  })

  it('is cancelled with its order by the customer, as long as nothing has arrived', async () => {
    const payer = await aPayer(app)
    await payer.begin({ method: 'bank_transfer' })
    expect((await payer.cancel()).status).toBe(200)
    expect((await payer.view()).data).toMatchObject({
      status: 'cancelled',
      open: null,
      payments: [{ state: 'voided' }],
    })
  })

  it('can be abandoned, after which another method can pay the order', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await payer.begin({ method: 'bank_transfer' })
    expect((await payer.abandon()).data).toMatchObject({ result: 'due', open: null, payments: [{ state: 'voided' }] })
    expect((await payer.begin({ method: 'balance' })).data.result).toBe('paid')
  })

  it('expires after 14 days and returns the part paid from the balance', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    await payer.begin({ method: 'bank_transfer', useBalance: true })

    expect(await payer.wallet()).toBe(0)

    app.clock.advance(14 * 86_400)
    await reconcileNow(app)
    payer.browser = await aBrowserOf(app, payer.customerId)

    expect((await payer.view()).data).toMatchObject({ result: 'due', open: null, dueMinor: payer.totalMinor })
    expect(await payer.wallet()).toBe(1000)
  })
})

describe('a payment that is resumed from a stale tab', () => {
  it('is the one that was begun: the balance cannot be added to it', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 2000 })
    const begun = await payer.begin({ method: 'card' })

    expect(codeOf(await payer.begin({ method: 'card', useBalance: true }))).toBe('PAYMENT_PENDING')
    expect(await payer.wallet()).toBe(2000)
    expect((await payer.begin({ method: 'card' })).data).toMatchObject({
      redirectUrl: begun.data.redirectUrl,
      open: { id: begun.data.open?.id, usdMinor: 5000 },
    })

    await payer.abandon()
    expect((await payer.begin({ method: 'card', useBalance: true })).data.open?.usdMinor).toBe(3000)
  })

  it('keeps the part that the balance has paid, whatever the tab asks for', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 2000 })
    const begun = await payer.begin({ method: 'card', useBalance: true })

    for (const useBalance of [true, false]) {
      const { data } = await payer.begin({ method: 'card', useBalance })
      expect(data).toMatchObject({ paidMinor: 2000, dueMinor: 3000, redirectUrl: begun.data.redirectUrl })
      expect(data.open).toEqual(begun.data.open)
    }
    expect((await payer.view()).data.payments).toHaveLength(2)
  })

  it('is resumed although the balance left the smallest card payment', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 4980 })
    const begun = await payer.begin({ method: 'card', useBalance: true })
    expect(begun.data.open?.usdMinor).toBe(50)
    expect((await payer.begin({ method: 'card', useBalance: true })).data.open).toEqual(begun.data.open)
  })
})

describe('payment of another customer’s order', () => {
  it('answers NOT_FOUND for another customer’s order (BOL-1)', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const other = new OrderPayer(await aBrowserOf(app, (await aCustomer(app)).id), payer.orderId)
    for (const call of ['view', 'check', 'abandon', 'cancel'] as const)
      expect(codeOf(await other[call]())).toBe('NOT_FOUND')
    expect(codeOf(await other.begin({ method: 'card' }))).toBe('NOT_FOUND')
    expect((await payer.view()).data.payments).toEqual([])
  })
})

describe('concurrent payments', () => {
  it('accepts one of several methods chosen at once and refuses the others as pending (PAY-5)', async () => {
    const payer = await aPayer(app)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        payer.begin(index % 2 === 0 ? { method: 'card' } : { method: 'bank_transfer' }),
      ),
    )
    const kinds = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data.open?.method))

    expect(kinds.size).toBe(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['PAYMENT_PENDING']))
    expect((await payer.view()).data.payments).toHaveLength(1)
  })

  it('charges the balance once (PAY-1, PAY-5)', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => payer.begin({ method: 'balance' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await payer.wallet()).toBe(1_000_000 - payer.totalMinor)
  })

  it('are stopped by a unique index even without the lock (control)', async () => {
    const payer = await aPayer(app)
    await payer.begin({ method: 'card' })

    const second = app.deps.db
      .insertInto('payment_intent')
      .values({
        customer_id: payer.customerId,
        order_id: payer.orderId,
        method: 'bank_transfer',
        state: 'awaiting_funds',
        amount_minor: 1,
        currency: 'USD',
        usd_minor: 1,
        created_at: app.clock.now,
      })
      .execute()

    await expect(second).rejects.toThrow(/payment_intent_one_open/)
  })
})

describe('payment of a paid order', () => {
  const postingsOf = (orderId: string) =>
    app.deps.db.selectFrom('ledger_transaction').select('id').where('order_id', '=', orderId).orderBy('id').execute()

  it('refuses a second payment from a stale tab (PAY-7)', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await payer.begin({ method: 'card' })
    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')
    const postings = await postingsOf(payer.orderId)

    for (const method of ['card', 'balance', 'bank_transfer', 'agency'] as const)
      expect(codeOf(await payer.begin({ method }))).toBe('ORDER_STATE')

    const { data: seen } = await payer.view()
    expect(seen).toMatchObject({ status: 'paid', result: 'paid', dueMinor: 0, redirectUrl: null })
    expect(seen.payments).toMatchObject([{ method: 'card', state: 'captured', refundedMinor: 0 }])
    expect(await payer.wallet()).toBe(1_000_000)
    expect(await postingsOf(payer.orderId)).toEqual(postings)
  })

  it('does not mark an order paid because its success page was opened (PAY-7)', async () => {
    const payer = await aPayer(app)
    await payer.begin({ method: 'card' })
    for (let visit = 0; visit < 3; visit++)
      expect((await payer.check()).data).toMatchObject({ result: 'due', status: 'awaiting_payment' })

    expect((await payer.view()).data).toMatchObject({ dueMinor: payer.totalMinor, payments: [{ method: 'card' }] })
    expect(await payer.status()).toBe('awaiting_payment')
    expect(await postingsOf(payer.orderId)).toEqual([])
  })
})

describe('the amounts of an order after a payment failed', () => {
  /** The balance pays a part, the transfer of the rest is given up, and the part goes back. */
  async function failPayment(payer: Payer): Promise<void> {
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.abandon()
    await reconcileNow(app)
    expect(await payer.wallet()).toBe(30_00)
    app.clock.advance(60)
  }

  async function amountsOf({ browser, orderId }: Payer) {
    const { data } = await browser.call('GET /global/order/{orderId}', { params: { orderId } })
    const { paidMinor, refundedMinor, dueMinor } = data
    return { paidMinor, refundedMinor, dueMinor }
  }

  it('leave out the part of the balance that went back', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
    await failPayment(payer)
    expect(await amountsOf(payer)).toEqual({ paidMinor: 0, refundedMinor: 0, dueMinor: 100_00 })

    await payer.payByCard()
    await payer.statusIs('paid')
    expect(await amountsOf(payer)).toEqual({ paidMinor: 100_00, refundedMinor: 0, dueMinor: 0 })
  })

  it('count the part that a cancellation returns, once', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
    await failPayment(payer)
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.cancel()

    expect(await payer.wallet()).toBe(30_00)
    expect(await amountsOf(payer)).toEqual({ paidMinor: 30_00, refundedMinor: 30_00, dueMinor: 0 })
  })
})
