import { noSwitches } from '@cotation/card-simulator'
import { beforeEach, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { useApp } from '#test/app.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aBasket, aCheckout, aCoupon } from '#test/orders/orders.ts'
import {
  aCardOrder,
  aPayer,
  begin,
  cancel,
  check,
  codeOf,
  look,
  orderStatus,
  payCard,
  resultIs,
  walletOf,
} from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'

const app = useApp()

beforeEach(() => controlCards(app, { switches: noSwitches }))

const isSound = async () => expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
const statusIs = (orderId: string, status: string) =>
  until(async () => ((await orderStatus(app, orderId)) === status ? true : undefined), `the status "${status}"`)

describe('cancellation by the customer', () => {
  it('cancels an order that awaits payment', async () => {
    const payer = await aPayer(app)
    const { data } = await cancel(payer)

    expect(data).toMatchObject({ status: 'cancelled', can: { cancel: false, pay: false } })
    expect(data.timeline.at(-1)).toMatchObject({ to: 'cancelled', by: 'customer', reason: 'Plus besoin' })
    expect((await look(payer)).data).toMatchObject({ result: 'closed', dueMinor: 0 })
    expect(codeOf(await cancel(payer))).toBe('ORDER_NOT_CANCELLABLE')
    expect(codeOf(await begin(payer, { method: 'card' }))).toBe('ORDER_STATE')

    await isSound()
  })

  it('refunds an order paid by card', async () => {
    const payer = await aCardOrder(app)
    expect((await cancel(payer)).data.status).toBe('cancelled')
    await statusIs(payer.orderId, 'refunded')
    expect((await look(payer)).data.payments).toMatchObject([{ state: 'refunded', refundedMinor: payer.totalMinor }])
    await isSound()
  })

  it('returns the balance at once', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await begin(payer, { method: 'balance' })
    expect((await cancel(payer)).data.status).toBe('refunded')
    expect(await walletOf(app, payer.customerId)).toBe(1_000_000)
    await isSound()
  })

  it('restores the credit limit, whether the credit was captured or not', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 5000 })
    await begin(payer, { method: 'credit' })
    expect((await cancel(payer)).status).toBe(200)
    await app.mails()
    expect((await look(payer)).data).toMatchObject({ result: 'closed', creditMinor: 5000 })
    await isSound()
  })

  it('closes an open card page before it cancels', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    const { data } = await begin(payer, { method: 'card', useBalance: true })

    expect((await cancel(payer)).data.status).toBe('cancelled')

    await payCard(app, data.redirectUrl)
    await check(payer)

    expect(await walletOf(app, payer.customerId)).toBe(1000)
    expect((await look(payer)).data).toMatchObject({ result: 'closed', open: null, paidMinor: 0 })

    await isSound()
  })

  it('refunds money that was paid on the card page meanwhile', async () => {
    await controlCards(app, { switches: { loss: true } })
    const payer = await aPayer(app)
    await payCard(app, (await begin(payer, { method: 'card' })).data.redirectUrl)
    expect((await cancel(payer)).data.status).toBe('cancelled')
    await statusIs(payer.orderId, 'refunded')
    await isSound()
  })

  it('is refused while a payment is pending or the provider does not answer', async () => {
    const pending = await aPayer(app)
    await payCard(app, (await begin(pending, { method: 'card' })).data.redirectUrl, 'pending-accepted')
    await resultIs(pending, 'pending')

    expect(codeOf(await cancel(pending))).toBe('PAYMENT_PENDING')

    const open = await aPayer(app)
    await begin(open, { method: 'card' })
    await controlCards(app, { switches: { trouble: 'fault' } })

    expect(codeOf(await cancel(open))).toBe('PAYMENT_PENDING')
    expect(await orderStatus(app, open.orderId)).toBe('awaiting_payment')
  })

  it('is refused once production has begun', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await begin(payer, { method: 'balance' })
    await moveTo(app, payer.orderId, 'in_review')
    await moveTo(app, payer.orderId, 'in_production')
    expect(codeOf(await cancel(payer))).toBe('ORDER_NOT_CANCELLABLE')
    expect(await walletOf(app, payer.customerId)).toBe(1_000_000 - payer.totalMinor)
  })

  it('cancels and refunds once when sent twenty times at once', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await begin(payer, { method: 'balance' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(payer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await walletOf(app, payer.customerId)).toBe(1_000_000)
    await isSound()
  })

  it('returns the coupon once (CPN-1)', async () => {
    const { id: customerId } = await aCustomer(app)
    await funded(app.deps.db, customerId, 1_000_000, app.clock.now)

    const couponId = await aCoupon(app, customerId)
    const { browser, basket } = await aBasket(app, customerId)
    const { body } = await aCheckout(browser, { ...basket, couponId })
    const { data } = await browser.call('POST /global/checkout/submit', { body })
    const isUsed = async () =>
      (await app.deps.db.selectFrom('coupon').select('order_id').where('id', '=', couponId).executeTakeFirstOrThrow())
        .order_id

    expect(await isUsed()).toBe(data.orderId)

    await Promise.all(Array.from({ length: 5 }, () => cancel({ browser, orderId: data.orderId })))
    expect(await isUsed()).toBeNull()
    expect(await walletOf(app, customerId)).toBe(1_000_000)

    await isSound()
  })

  it('answers NOT_FOUND for another customer’s order (BOL-1)', async () => {
    const payer = await aPayer(app)
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    expect(codeOf(await cancel({ browser, orderId: payer.orderId }))).toBe('NOT_FOUND')
  })
})
