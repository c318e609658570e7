import { randomUUID } from 'node:crypto'
import type { ReceiptView } from '@cotation/contracts'
import type { Currency } from '@cotation/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { startApp, type TestApp } from '#test/app.ts'
import type { Answer, Browser } from '#test/browser.ts'
import { aBrowserOf, aStaffBrowser } from '#test/builders.ts'
import { aPayer, begin, codeOf, look, type Payer, reconcileNow, refund, walletOf } from '#test/orders/payments.ts'

let app: TestApp
let staff: Browser
let second: Browser

beforeAll(async () => {
  app = await startApp()
  staff = await aStaffBrowser(app)
  second = await aStaffBrowser(app)
})

afterAll(() => app.close())

const isSound = async () => expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])

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

const resolve = (
  by: Browser,
  receiptId: string,
  as: 'matched' | 'to-balance' | 'returned',
): Promise<Answer<ReceiptView>> =>
  by.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
    params: { receiptId },
    body: { as, reason: 'Vu avec le client' },
  })

/** An order that waits for a transfer. */
async function aTransfer(totalMinor = 100_00, bankCurrency?: 'EUR', balanceMinor = 0) {
  const payer = await aPayer(app, { totalMinor, balanceMinor })
  const { data } = await begin(payer, {
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

const seen = async (payer: Payer) => (await look(payer)).data

describe('a transfer that is as it was asked for', () => {
  it('pays the order', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    const { data } = await receive(staff, { reference: `Facture ${reference}`, amountMinor })
    expect(data).toMatchObject({ state: 'matched', why: '', orderNumber: payer.order.number, approvedBy: null })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    await isSound()
  })

  it('in another currency pays what was agreed, whatever the rate is', async () => {
    const { payer, reference, amountMinor } = await aTransfer(99_99, 'EUR')
    expect(amountMinor).toBe(85_99)
    await receive(staff, { reference, amountMinor, currency: 'EUR' })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 99_99 })
    await isSound()
  })

  it('is one for each transaction of the bank, however often it is recorded', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    const transfer = { reference, amountMinor, bankTransactionId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(staff, transfer)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    await isSound()
  })

  it('with a part from the balance pays the rest', async () => {
    const { payer, reference, amountMinor } = await aTransfer(100_00, undefined, 40_00)
    expect(amountMinor).toBe(60_00)
    await receive(staff, { reference, amountMinor })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    await isSound()
  })
})

describe('a transfer that is not', () => {
  it.each([
    ['short', 'short', { amountMinor: 99_99 }],
    ['over', 'over', { amountMinor: 100_01 }],
    ['of another currency', 'other-currency', { amountMinor: 100_00, currency: 'EUR' }],
  ] as const)('%s is held, and the order is not paid (PAY-12)', async (_, why, change) => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, ...change })

    expect(data).toMatchObject({ state: 'held', why, orderNumber: payer.order.number })
    expect(await seen(payer)).toMatchObject({
      result: 'pending',
      status: 'payment_pending',
      open: { state: 'held' },
      paidMinor: 0,
    })
    expect(codeOf(await begin(payer, { method: 'card' }))).toBe('PAYMENT_PENDING')

    await isSound()
  })

  it('with a reference of nobody is held and belongs to no order (PAY-12)', async () => {
    const { payer, amountMinor } = await aTransfer()
    const { data } = await receive(staff, { reference: 'CT2222222222 00', amountMinor })

    expect(data).toMatchObject({ state: 'held', why: 'unknown-reference', orderNumber: null })
    expect(await seen(payer)).toMatchObject({ result: 'pending', open: { state: 'awaiting_funds' } })
    expect((await resolve(staff, data.id, 'matched')).status).toBe(422)
    expect((await resolve(staff, data.id, 'to-balance')).status).toBe(422)
    expect((await resolve(staff, data.id, 'returned')).data.state).toBe('returned')

    await isSound()
  })

  it('a second time is held, and the order is paid once (PAY-12)', async () => {
    const { payer, reference, amountMinor } = await aTransfer()
    await receive(staff, { reference, amountMinor })

    const { data } = await receive(staff, { reference, amountMinor })
    expect(data).toMatchObject({ state: 'held', why: 'payment-closed' })
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    expect((await resolve(staff, data.id, 'matched')).status).toBe(422)
    expect((await resolve(staff, data.id, 'to-balance')).data.state).toBe('to-balance')
    expect(await walletOf(app, payer.customerId)).toBe(10_000)
    expect(codeOf(await resolve(staff, data.id, 'to-balance'))).toBe('RECEIPT_SETTLED')

    await isSound()
  })

  it('after the rate has ended is held, before the job has closed the payment and after (PAY-12)', async () => {
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

    await isSound()
  })
})

describe('what staff decides of a transfer that is held', () => {
  it('a short one counts for what it is: the rest is due', async () => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 60_00 })

    expect((await resolve(staff, data.id, 'matched')).data).toMatchObject({ state: 'matched', why: 'short' })
    expect(await seen(payer)).toMatchObject({
      result: 'due',
      status: 'awaiting_payment',
      paidMinor: 6000,
      dueMinor: 4000,
    })

    const rest = await begin(payer, { method: 'bank_transfer' })
    await receive(staff, { reference: String(rest.data.open?.bank?.reference), amountMinor: 40_00 })

    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })

    await isSound()
  })

  it('one that is over counts, and what is over can go back', async () => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 110_00 })
    await resolve(staff, data.id, 'matched')

    expect(await seen(payer)).toMatchObject({ result: 'paid' })
    expect((await refund(staff, payer.orderId, 10_00)).status).toBe(200)
    expect(await walletOf(app, payer.customerId)).toBe(1000)
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })

    await isSound()
  })

  it('one of another currency counts for what it is worth', async () => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 86_00, currency: 'EUR' })
    await resolve(staff, data.id, 'matched')
    expect(await seen(payer)).toMatchObject({ result: 'paid', paidMinor: 10_000 })
    await isSound()
  })

  it.each(['to-balance', 'returned'] as const)('%s ends the payment, and the order can be paid anew', async (as) => {
    const { payer, reference } = await aTransfer()
    const { data } = await receive(staff, { reference, amountMinor: 60_00 })
    expect((await resolve(staff, data.id, as)).data.state).toBe(as)
    expect(await seen(payer)).toMatchObject({ result: 'due', status: 'awaiting_payment', open: null, dueMinor: 10_000 })
    expect(await walletOf(app, payer.customerId)).toBe(as === 'to-balance' ? 6000 : 0)
    await isSound()
  })

  it('a part of a transfer in euros goes back as balance, to the cent', async () => {
    const { payer, reference, amountMinor } = await aTransfer(99_99, 'EUR')
    await receive(staff, { reference, amountMinor, currency: 'EUR' })
    for (const part of [4, 33_33, 1]) await refund(staff, payer.orderId, part)

    expect(await walletOf(app, payer.customerId)).toBe(33_38)

    await isSound()
    expect(codeOf(await refund(staff, payer.orderId, 66_62))).toBe('REFUND_TOO_HIGH')

    await refund(staff, payer.orderId, 66_61)
    expect(await walletOf(app, payer.customerId)).toBe(99_99)
    expect((await seen(payer)).status).toBe('refunded')

    await isSound()
  })
})

describe('a large transfer', () => {
  it('counts when a second person has confirmed it, and not before (STF-2)', async () => {
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

    await isSound()
  })

  it('that is confirmed in time pays the order', async () => {
    const { payer, reference, amountMinor } = await aTransfer(5000_01)
    const { data } = await receive(staff, { reference, amountMinor })
    expect((await approve(second, data.id)).data.state).toBe('matched')
    expect(await seen(payer)).toMatchObject({ result: 'paid' })
    expect(codeOf(await approve(second, data.id))).toBe('RECEIPT_SETTLED')
    await isSound()
  })

  it('is not decided by whoever recorded it, in whatever currency (STF-2)', async () => {
    const { reference } = await aTransfer(100_00)
    const { data } = await receive(staff, { reference, amountMinor: 4300_01, currency: 'EUR' })
    expect(data.state).toBe('unapproved')
    await approve(second, data.id)
    expect(codeOf(await resolve(staff, data.id, 'to-balance'))).toBe('SECOND_PERSON_NEEDED')
    expect((await resolve(second, data.id, 'returned')).data.state).toBe('returned')
    await isSound()
  })

  it('of just the limit needs one person', async () => {
    const { reference, amountMinor } = await aTransfer(5000_00)
    expect((await receive(staff, { reference, amountMinor })).data.state).toBe('matched')
  })
})

describe('a receipt', () => {
  it('is unknown where it is, and nothing for customers (STF-1)', async () => {
    expect(codeOf(await approve(staff, randomUUID()))).toBe('NOT_FOUND')
    expect(codeOf(await resolve(staff, randomUUID(), 'returned'))).toBe('NOT_FOUND')
    const { payer } = await aTransfer()
    expect(codeOf(await receive(payer.browser, { amountMinor: 1 }))).toBe('FORBIDDEN')
  })
})
