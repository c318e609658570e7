import { randomUUID } from 'node:crypto'
import type { ReceiptView } from '@cotation/contracts'
import type { Currency } from '@cotation/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Browser } from '#test/browser.ts'
import { aBrowserOf, aStaffBrowser } from '#test/builders.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import {
  aPayer,
  codeOf,
  expectSoundLedger,
  OrderPayer,
  type Payer,
  reconcileNow,
  refund,
  usePaymentApp,
} from '#test/orders/payments.ts'
import { newBankReference } from './bank-reference.ts'

const app = usePaymentApp()
let staff: Browser
let second: Browser

beforeAll(async () => {
  staff = await aStaffBrowser(app)
  second = await aStaffBrowser(app)
})

interface Transfer {
  reference: string
  amountMinor: number
  currency: Currency
  bankTransactionId: string
}

const receive = (by: Browser, transfer: Partial<Transfer> & { amountMinor: number }): Promise<Answer<ReceiptView>> =>
  by.call('POST /global/staff/bank/receipt', {
    body: { reference: '', currency: 'USD', bankTransactionId: randomUUID(), ...transfer },
  })

const approve = (by: Browser, receiptId: string): Promise<Answer<ReceiptView>> =>
  by.call('POST /global/staff/bank/receipt/{receiptId}/approve', { params: { receiptId } })

async function resolve(by: Browser, receiptId: string, as: 'matched' | 'to-balance' | 'returned') {
  const { status, data, error } = await by.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
    params: { receiptId },
    body: { as, reason: 'Vu avec le client' },
  })
  return { status, data: data?.receipt, error }
}

/** An order that awaits a bank transfer. */
async function aTransfer(totalMinor = 100_00, bankCurrency?: 'EUR', balanceMinor = 0) {
  const payer = await aPayer(app, { totalMinor, balanceMinor })
  const { data } = await payer.begin({
    method: 'bank_transfer',
    ...(bankCurrency && { bankCurrency }),
    useBalance: balanceMinor > 0,
  })
  const { reference = '', amountMinor = 0 } = data.open?.bank ?? {}

  return { payer, reference, amountMinor }
}

const transferOf = ({ reference, amountMinor }: { reference: string; amountMinor: number }) => ({
  reference,
  amountMinor,
})

const seen = async (payer: Payer) => (await payer.view()).data

describe('transfers that match the request', () => {
  it('pays the order when the transfer is recorded', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    const { data } = await receive(staff, { reference: `Facture ${reference}`, amountMinor })
    expect(data).toMatchObject({ state: 'matched', why: '', orderNumber: payer.order.number, approvedBy: null })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
  })

  it('moves the dates of an order by the days that its transfer took', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    const { dates } = payer.order
    app.clock.advance(7 * 86_400)
    staff = await aStaffBrowser(app)
    second = await aStaffBrowser(app)
    await receive(staff, { reference, amountMinor })

    const inAWeek = (day: string) => new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10)
    const browser = await aBrowserOf(app, payer.customerId)
    const { data } = await browser.call('GET /global/order/{orderId}', { params: { orderId: payer.orderId } })
    expect(data?.status).toBe('paid')
    expect(data?.dates.ship).toBe(inAWeek(dates.ship))
    expect(data?.dates.deliveryEarliest).toBe(inAWeek(dates.deliveryEarliest))
  })

  it('keeps the dates of an order that is paid on the same day', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    await receive(staff, { reference, amountMinor })
    const { data } = await payer.browser.call('GET /global/order/{orderId}', { params: { orderId: payer.orderId } })
    expect(data?.dates).toEqual(payer.order.dates)
  })

  it('pays the order although other words of the transfer look like a reference', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    const { data } = await receive(staff, { reference: `${newBankReference()} ${reference}`, amountMinor })
    expect(data).toMatchObject({ state: 'matched', why: '', orderNumber: payer.order.number })
  })

  it('pays the agreed amount in another currency, whatever the rate is now', async () => {
    const { payer, reference, amountMinor } = await aTransfer(99_99, 'EUR')
    expect(amountMinor).toBe(85_99)
    await receive(staff, { reference, amountMinor, currency: 'EUR' })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 99_99 })
  })

  it('records a bank transaction once, however often it is entered', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    const transfer = { reference, amountMinor, bankTransactionId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(staff, transfer)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
  })

  it('pays the rest of an order partly paid from the balance', async () => {
    const { payer, reference, amountMinor } = await aTransfer(100_00, undefined, 40_00)
    expect(amountMinor).toBe(60_00)
    await receive(staff, { reference, amountMinor })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
  })
})

describe('transfers that differ from the request', () => {
  it.each([
    ['short', 'short', { amountMinor: 99_99 }],
    ['over', 'over', { amountMinor: 100_01 }],
    ['of another currency', 'other-currency', { amountMinor: 100_00, currency: 'EUR' }],
  ] as const)('holds a transfer that is %s and does not pay the order (PAY-12)', async (_, why, change) => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, ...change })

    expect(data).toMatchObject({ state: 'held', why, orderNumber: payer.order.number })
    expect(await seen(payer)).toMatchObject({
      result: 'pending',
      status: 'payment_pending',
      open: { state: 'held' },
      paidMinor: 0,
    })
    expect(codeOf(await payer.cancel())).toBe('PAYMENT_PENDING')
    expect(codeOf(await payer.begin({ method: 'card' }))).toBe('PAYMENT_PENDING')
  })

  it('holds a transfer with an unknown reference without an order (PAY-12)', async () => {
    const { payer, amountMinor } = await aTransfer()
    const { data } = await receive(staff, { reference: 'CT2222222222 00', amountMinor })

    expect(data).toMatchObject({ state: 'held', why: 'unknown-reference', orderNumber: null })
    expect(await seen(payer)).toMatchObject({ result: 'pending', open: { state: 'awaiting_funds' } })
    expect((await resolve(staff, data.id, 'matched')).status).toBe(422)
    expect((await resolve(staff, data.id, 'to-balance')).status).toBe(422)
    expect((await resolve(staff, data.id, 'returned')).data.state).toBe('returned')
  })

  it('holds a transfer that names two payments (PAY-12)', async () => {
    const one = await aTransfer()
    const other = await aTransfer()
    const reference = `${one.reference} ${other.reference}`
    const { data } = await receive(staff, { reference, amountMinor: one.amountMinor })

    expect(data).toMatchObject({ state: 'held', why: 'unknown-reference', orderNumber: null })
    for (const { payer } of [one, other]) expect(await seen(payer)).toMatchObject({ result: 'pending' })
  })

  it('holds a second transfer and pays the order once (PAY-12)', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    await receive(staff, { reference, amountMinor })

    const { data } = await receive(staff, { reference, amountMinor })
    expect(data).toMatchObject({ state: 'held', why: 'payment-closed' })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    expect((await resolve(staff, data.id, 'matched')).status).toBe(422)
    expect((await resolve(staff, data.id, 'to-balance')).data.state).toBe('to-balance')
    expect(await payer.wallet()).toBe(10_000)
    expect(codeOf(await resolve(staff, data.id, 'to-balance'))).toBe('RECEIPT_SETTLED')
  })

  it('holds a transfer after its rate expired, before and after the job closed the payment (PAY-12)', async () => {
    const one = await aTransfer()
    const other = await aTransfer()
    app.clock.advance(14 * 86_400)
    staff = await aStaffBrowser(app)
    second = await aStaffBrowser(app)

    expect((await receive(staff, transferOf(one))).data).toMatchObject({ state: 'held', why: 'rate-expired' })

    await reconcileNow(app)

    const late = await receive(staff, transferOf(other))
    expect(late.data).toMatchObject({ state: 'held', why: 'rate-expired' })

    for (const { payer } of [one, other]) payer.browser = await aBrowserOf(app, payer.customerId)
    expect(await seen(one.payer)).toMatchObject({ result: 'pending' })
    expect(await seen(other.payer)).toMatchObject({ result: 'due' })
    expect((await resolve(staff, late.data.id, 'matched')).data.state).toBe('matched')
    expect(await seen(other.payer)).toMatchObject({ result: 'paid' })
  })
})

describe('decisions about held transfers', () => {
  it('counts a short transfer at its value and leaves the rest due', async () => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 60_00 })

    expect((await resolve(staff, data.id, 'matched')).data).toMatchObject({ state: 'matched', why: 'short' })
    expect(await seen(payer)).toMatchObject({
      result: 'due',
      status: 'awaiting_payment',
      paidMinor: 6000,
      dueMinor: 4000,
    })

    const rest = await payer.begin({ method: 'bank_transfer' })
    await receive(staff, { reference: String(rest.data.open?.bank?.reference), amountMinor: 40_00 })

    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
  })

  it('counts a transfer that is too high and puts the surplus on the balance', async () => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 110_00 })
    await resolve(staff, data.id, 'matched')

    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    expect(await payer.wallet()).toBe(1000)
    expect(codeOf(await refund(staff, payer.orderId, 100_01))).toBe('REFUND_TOO_HIGH')
    await expectSoundLedger(app)
  })

  it('puts the surplus of a transfer in euros on the balance in dollars, after a part from the balance', async () => {
    const { payer, reference, amountMinor } = await aTransfer(100_00, 'EUR', 50_00)
    expect(amountMinor).toBe(43_00)

    const { data } = await receive(staff, { reference, amountMinor: 51_60, currency: 'EUR' })
    await resolve(staff, data.id, 'matched')

    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    expect(await payer.wallet()).toBe(10_00)
    await expectSoundLedger(app)
  })

  it('counts no transfer whose surplus exceeds what one person may put on a balance (STF-2)', async () => {
    const { payer, reference } = await aTransfer()
    const surplusMinor = app.deps.config.payments.soloLimitsMinor.balance + 1
    const { data } = await receive(staff, { reference, amountMinor: 100_00 + surplusMinor })

    expect(codeOf(await resolve(staff, data.id, 'matched'))).toBe('SECOND_PERSON_NEEDED')
    expect(await seen(payer)).toMatchObject({ result: 'pending', paidMinor: 0 })
    expect(await payer.wallet()).toBe(0)
  })

  it('counts a transfer in another currency at its value', async () => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 86_00, currency: 'EUR' })
    await resolve(staff, data.id, 'matched')
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
  })

  it.each(['to-balance', 'returned'] as const)(
    'ends the payment as %s, after which the order can be paid again',
    async (as) => {
      const { payer, reference } = await aTransfer()
      const { data } = await receive(staff, { reference, amountMinor: 60_00 })
      expect((await resolve(staff, data.id, as)).data.state).toBe(as)
      expect(await seen(payer)).toMatchObject({
        result: 'due',
        status: 'awaiting_payment',
        open: null,
        dueMinor: 10_000,
      })
      expect(await payer.wallet()).toBe(as === 'to-balance' ? 6000 : 0)
    },
  )

  it('refunds a part of a transfer in euros to the balance, exact to the cent', async () => {
    const { payer, reference, amountMinor } = await aTransfer(99_99, 'EUR')
    await receive(staff, { reference, amountMinor, currency: 'EUR' })
    for (const part of [4, 33_33, 1]) await refund(staff, payer.orderId, part)

    expect(await payer.wallet()).toBe(33_38)

    await expectSoundLedger(app)
    expect(codeOf(await refund(staff, payer.orderId, 66_62))).toBe('REFUND_TOO_HIGH')

    await refund(staff, payer.orderId, 66_61)
    expect(await payer.wallet()).toBe(99_99)
    expect((await seen(payer)).status).toBe('refunded')
  })
})

describe('large transfers', () => {
  it('counts a large transfer only after a second person has confirmed it (STF-2)', async () => {
    const { payer, reference, amountMinor } = await aTransfer(5000_01)
    const { data } = await receive(staff, { reference, amountMinor })

    expect(data).toMatchObject({ state: 'unapproved', why: '' })
    expect(await seen(payer)).toMatchObject({ result: 'pending', paidMinor: 0 })
    expect(codeOf(await approve(staff, data.id))).toBe('SECOND_PERSON_NEEDED')
    expect(codeOf(await resolve(second, data.id, 'matched'))).toBe('SECOND_PERSON_NEEDED')

    app.clock.advance(14 * 86_400 + 60)
    staff = await aStaffBrowser(app)
    second = await aStaffBrowser(app)
    await reconcileNow(app)

    const approved = await approve(second, data.id)
    expect(approved.data).toMatchObject({ state: 'held', why: 'rate-expired', approvedBy: expect.any(String) })
    expect((await resolve(second, data.id, 'matched')).data.state).toBe('matched')
  })

  it('pays the order if the transfer is confirmed in time', async () => {
    const { payer, reference, amountMinor } = await aTransfer(5000_01)
    const { data } = await receive(staff, { reference, amountMinor })
    expect((await approve(second, data.id)).data.state).toBe('matched')
    expect(await seen(payer)).toMatchObject({ result: 'paid' })
    expect(codeOf(await approve(second, data.id))).toBe('RECEIPT_SETTLED')
  })

  it('refuses a decision by the person who recorded it, in any currency (STF-2)', async () => {
    const { reference } = await aTransfer(100_00)
    const { data } = await receive(staff, { reference, amountMinor: 4300_01, currency: 'EUR' })
    expect(data.state).toBe('unapproved')
    await approve(second, data.id)
    expect(codeOf(await resolve(staff, data.id, 'to-balance'))).toBe('SECOND_PERSON_NEEDED')
    expect((await resolve(second, data.id, 'returned')).data.state).toBe('returned')
  })

  it('adds up the transfers of a customer for 24 hours, so that splitting does not help (STF-2)', async () => {
    const { payer, reference, amountMinor } = await aTransfer(3000_00)
    const bankTransactionId = randomUUID()
    for (let i = 0; i < 2; i++)
      expect((await receive(staff, { reference, amountMinor, bankTransactionId })).data.state).toBe('matched')

    const another = async () => {
      const order = await aPlacedOrder(app, payer.customerId, { totalMinor: 2000_01 })
      const { data } = await new OrderPayer(payer.browser, order.id).begin({ method: 'bank_transfer' })
      return receive(staff, { reference: data.open?.bank?.reference ?? '', amountMinor: 2000_01 })
    }
    const { data } = await another()
    expect(data.state).toBe('unapproved')
    expect((await approve(second, data.id)).data.state).toBe('matched')

    app.clock.advance(86_400)
    staff = await aStaffBrowser(app)
    second = await aStaffBrowser(app)
    expect((await another()).data.state).toBe('matched')
  })

  it('needs one person for an amount at the limit', async () => {
    const { reference, amountMinor } = await aTransfer(5000_00)
    expect((await receive(staff, { reference, amountMinor })).data.state).toBe('matched')
  })
})

describe('access to receipts', () => {
  it('answers NOT_FOUND for an unknown receipt and refuses customers (STF-1)', async () => {
    expect(codeOf(await approve(staff, randomUUID()))).toBe('NOT_FOUND')
    expect(codeOf(await resolve(staff, randomUUID(), 'returned'))).toBe('NOT_FOUND')
    const { payer } = await aTransfer()
    expect(codeOf(await receive(payer.browser, { amountMinor: 1 }))).toBe('FORBIDDEN')
  })
})
