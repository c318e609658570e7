import { randomUUID } from 'node:crypto'
import { noSwitches } from '@cotation/card-simulator'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { lockPoints, usePoints } from '#src/money/points.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aStaffBrowser, useStaff } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aCoupon } from '#test/orders/orders.ts'
import {
  aCardOrder,
  aPayer,
  codeOf,
  expectSoundLedger,
  type Payer,
  payCard,
  pointsOf,
  reconcileNow,
  refund,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { rowOf } from '#test/rows.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const refundedIs = (payer: Payer, minor: number) =>
  payer.seen(
    ({ payments }) => payments.reduce((total, { refundedMinor }) => total + refundedMinor, 0) === minor,
    `${minor} refunded`,
  )

/** What the provider has refunded over all payments of an order. */
async function atProvider(orderId: string) {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from simulator_object refund
    where refund.kind = 'refund' and refund.data::text like '%' || (
      select id::text from payment_intent where order_id = ${orderId} and method = 'card' limit 1) || '%'`.execute(
    app.deps.db,
  )
  return Number(rows[0]?.n)
}

describe('refunds by staff', () => {
  it('refunds a part to the card and leaves the order paid, then refunds the rest and marks it refunded', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    expect((await refund(staff, payer.orderId, 2000)).status).toBe(200)
    expect(await refundedIs(payer, 2000)).toMatchObject({ status: 'paid', payments: [{ state: 'partially_refunded' }] })

    await expectSoundLedger(app)
    await refund(staff, payer.orderId, 3000)
    await refundedIs(payer, 5000)

    expect(await payer.status()).toBe('refunded')
  })

  it('shows those who may refund when each part went back, and nobody else', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    const look = async (browser: Browser) =>
      (await browser.call('GET /global/staff/order/{orderId}', { params: { orderId: payer.orderId } })).data
    const paidAt = app.clock.now

    app.clock.now = new Date(paidAt.getTime() + 5 * 60_000)
    await refund(staff, payer.orderId, 2000)
    await refundedIs(payer, 2000)

    const { refunds, payments } = await look(staff)
    const paymentId = payments[0]?.id
    const at = app.clock.now.toISOString()
    expect(refunds).toMatchObject([{ paymentId, amountMinor: 2000, currency: 'USD', at }])

    const operator = await aStaffBrowser(app, 'operator')
    expect((await look(operator)).refunds).toEqual([])
  })

  it('refunds once per key, however often the request is sent (PAY-9)', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(staff, payer.orderId, 2000, key)))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))

    await refundedIs(payer, 2000)
    await app.mails()

    expect(await atProvider(payer.orderId)).toBe(1)
    expect((await payer.view()).data.payments[0]?.refundedMinor).toBe(2000)
  })

  it('refuses to refund more than was paid, also for concurrent requests (PAY-9)', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    expect(codeOf(await refund(staff, payer.orderId, 5001))).toBe('REFUND_TOO_HIGH')

    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(staff, payer.orderId, 1000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['REFUND_TOO_HIGH']))

    await refundedIs(payer, 5000)
    expect(await atProvider(payer.orderId)).toBe(5)
  })

  it('would refund too much if requested refunds did not count (control)', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    await controlCards(app, { switches: { trouble: 'fault' } })
    await refund(staff, payer.orderId, 4000)
    const { data } = await payer.view()
    expect(data.payments[0]?.refundedMinor).toBe(0)
    expect(codeOf(await refund(staff, payer.orderId, 4000))).toBe('REFUND_TOO_HIGH')
  })

  it('is executed once by the job when a provider that was down is back (PAY-6)', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    await controlCards(app, { switches: { trouble: 'fault' } })
    await refund(staff, payer.orderId, 5000)
    await controlCards(app, { switches: noSwitches })
    app.clock.advance(60)
    await reconcileNow(app)

    expect(await refundedIs(payer, 5000)).toMatchObject({ status: 'refunded' })
    expect(await atProvider(payer.orderId)).toBe(1)
  })

  it('counts a refund that the provider completes later once it is completed', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    await controlCards(app, { switches: { slowRefunds: true, loss: true } })
    await refund(staff, payer.orderId, 5000)
    await until(async () => ((await atProvider(payer.orderId)) === 1 ? true : undefined), 'the refund at the provider')

    expect((await payer.view()).data).toMatchObject({ status: 'paid', payments: [{ refundedMinor: 0 }] })

    await controlCards(app, { settle: true })
    app.clock.advance(60)
    await reconcileNow(app)

    expect(await refundedIs(payer, 5000)).toMatchObject({ status: 'refunded' })
  })

  it('refunds the card before the balance when both paid the order', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 2000 })
    const { data } = await payer.begin({ method: 'card', useBalance: true })
    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')
    await refund(staff, payer.orderId, 3500)
    await refundedIs(payer, 3500)

    expect(await payer.wallet()).toBe(500)
    expect(codeOf(await refund(staff, payer.orderId, 1501))).toBe('REFUND_TOO_HIGH')

    await refund(staff, payer.orderId, 1500)
    await refundedIs(payer, 5000)

    expect(await payer.wallet()).toBe(2000)
    expect(await payer.status()).toBe('refunded')
  })

  it('restores the credit limit when an order on credit is refunded', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 9000 })
    await payer.begin({ method: 'credit' })
    await payer.stateIs('captured')
    await refund(staff, payer.orderId, 5000)

    expect((await payer.view()).data).toMatchObject({ status: 'refunded', creditMinor: 9000 })
  })

  it('refuses a refund while the result of a payment is unknown', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    expect(codeOf(await refund(staff, payer.orderId, 1000))).toBe('PAYMENT_PENDING')
  })

  it('refuses a refund of an unknown or unpaid order', async () => {
    expect(codeOf(await refund(staff, randomUUID(), 1000))).toBe('NOT_FOUND')
    const payer = await aPayer(app)
    expect(codeOf(await refund(staff, payer.orderId, 1))).toBe('REFUND_TOO_HIGH')
    expect(codeOf(await refund(await aBrowserOf(app, payer.customerId), payer.orderId, 1))).toBe('FORBIDDEN')
  })
})

describe('points of a refunded order', () => {
  const aCompletedOrder = async (points: number) => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 5000 })
    await app.deps.db.updateTable('customer_order').set({ points }).where('id', '=', payer.orderId).execute()
    await payer.begin({ method: 'balance' })
    await complete(payer, points)
    return payer
  }

  const complete = async (payer: Payer, points: number) => {
    for (const status of ['in_review', 'in_production', 'quality_check', 'shipped', 'delivered', 'completed'] as const)
      await moveTo(app, payer.orderId, status)
    expect(await pointsOf(app, payer.customerId)).toBe(points)
  }

  it('takes no points for what a failed payment had returned before', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 2000 })
    await app.deps.db.updateTable('customer_order').set({ points: 50 }).where('id', '=', payer.orderId).execute()
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.abandon()
    await reconcileNow(app)
    expect(await payer.wallet()).toBe(2000)

    app.clock.advance(60)
    await payer.payByCard()
    await payer.statusIs('paid')
    await complete(payer, 50)

    await refund(staff, payer.orderId, 1000)
    await payer.seen(({ payments }) => payments.at(-1)?.refundedMinor === 1000, 'the refund')
    expect(await pointsOf(app, payer.customerId)).toBe(40)
  })

  it('takes points back in proportion to the refund', async () => {
    const payer = await aCompletedOrder(50)
    await refund(staff, payer.orderId, 1000)

    expect(await pointsOf(app, payer.customerId)).toBe(40)

    await refund(staff, payer.orderId, 1)
    expect(await pointsOf(app, payer.customerId)).toBe(39)

    await refund(staff, payer.orderId, 3999)
    expect(await pointsOf(app, payer.customerId)).toBe(0)
  })

  it('takes points back below zero if they were used, and the refund succeeds', async () => {
    const payer = await aCompletedOrder(50)
    const { customerId } = payer
    const couponId = await aCoupon(app, customerId)
    await app.deps.db.transaction().execute(async (trx) => {
      await usePoints(trx, await lockPoints(trx, customerId, app.clock.now), couponId, 45)
      await trx.updateTable('coupon').set({ expires_at: app.clock.now }).where('id', '=', couponId).execute()
    })

    expect((await refund(staff, payer.orderId, 5000)).status).toBe(200)
    expect(await pointsOf(app, customerId)).toBe(-45)
    expect(await walletOf(app, customerId)).toBe(5000)
  })

  it('voids a coupon that was bought with the points and not used', async () => {
    const payer = await aCompletedOrder(50)
    const { customerId } = payer
    const couponId = await aCoupon(app, customerId)
    await app.deps.db.transaction().execute(async (trx) => {
      await usePoints(trx, await lockPoints(trx, customerId, app.clock.now), couponId, 45)
    })

    await refund(staff, payer.orderId, 2500)
    expect(await pointsOf(app, customerId)).toBe(25)
    expect((await rowOf(app, 'coupon', { id: couponId })).withdrawn_at).toEqual(app.clock.now)
  })
})
