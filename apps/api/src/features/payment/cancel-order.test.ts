import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import {
  aCardOrder,
  aCouponOrder,
  aPayer,
  codeOf,
  OrderPayer,
  payCard,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'

const app = usePaymentApp()

describe('cancellation by the customer', () => {
  it('cancels an order that awaits payment', async () => {
    const payer = await aPayer(app)
    const { data } = await payer.cancel()

    expect(data).toMatchObject({ status: 'cancelled', can: { cancel: false, pay: false } })
    expect(data.timeline.at(-1)).toMatchObject({ to: 'cancelled', by: 'customer', reason: 'Plus besoin' })
    expect((await payer.view()).data).toMatchObject({ result: 'closed', dueMinor: 0 })
    expect(codeOf(await payer.cancel())).toBe('ORDER_NOT_CANCELLABLE')
    expect(codeOf(await payer.begin({ method: 'card' }))).toBe('ORDER_STATE')
  })

  it('refunds an order paid by card', async () => {
    const payer = await aCardOrder(app)
    expect((await payer.cancel()).data.status).toBe('cancelled')
    await payer.statusIs('refunded')
    expect((await payer.view()).data.payments).toMatchObject([{ state: 'refunded', refundedMinor: payer.totalMinor }])
  })

  it('returns the balance at once', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await payer.begin({ method: 'balance' })
    expect((await payer.cancel()).data.status).toBe('refunded')
    expect(await payer.wallet()).toBe(1_000_000)
  })

  it('restores the credit limit, whether the credit was captured or not', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, creditMinor: 5000 })
    await payer.begin({ method: 'credit' })
    expect((await payer.cancel()).status).toBe(200)
    await app.mails()
    expect((await payer.view()).data).toMatchObject({ result: 'closed', creditMinor: 5000 })
  })

  it('closes an open card page before it cancels', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    const { data } = await payer.begin({ method: 'card', useBalance: true })

    expect((await payer.cancel()).data.status).toBe('cancelled')

    await payCard(app, data.redirectUrl)
    await payer.check()

    expect(await payer.wallet()).toBe(1000)
    expect((await payer.view()).data).toMatchObject({ result: 'closed', open: null, paidMinor: 0 })
  })

  it('refunds money that was paid on the card page meanwhile', async () => {
    await controlCards(app, { switches: { loss: true } })
    const payer = await aPayer(app)
    await payer.payByCard()
    expect((await payer.cancel()).data.status).toBe('cancelled')
    await payer.statusIs('refunded')
  })

  it('is refused while a payment is pending or the provider does not answer', async () => {
    const pending = await aPayer(app)
    await pending.payByCard('pending-accepted')
    await pending.resultIs('pending')

    expect(codeOf(await pending.cancel())).toBe('PAYMENT_PENDING')

    const open = await aPayer(app)
    await open.begin({ method: 'card' })
    await controlCards(app, { switches: { trouble: 'fault' } })

    expect(codeOf(await open.cancel())).toBe('PAYMENT_PENDING')
    expect(await open.status()).toBe('awaiting_payment')
  })

  it('is refused once production has begun', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await payer.begin({ method: 'balance' })
    await moveTo(app, payer.orderId, 'in_review')
    await moveTo(app, payer.orderId, 'in_production')
    expect(codeOf(await payer.cancel())).toBe('ORDER_NOT_CANCELLABLE')
    expect(await payer.wallet()).toBe(1_000_000 - payer.totalMinor)
  })

  it('cancels and refunds once when sent twenty times at once', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await payer.begin({ method: 'balance' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => payer.cancel()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await payer.wallet()).toBe(1_000_000)
  })

  it('returns the coupon once (CPN-1)', async () => {
    const { payer, orderId, customerId, couponOrder } = await aCouponOrder(app, 1_000_000)
    expect(await couponOrder()).toBe(orderId)

    await Promise.all(Array.from({ length: 5 }, () => payer.cancel()))
    expect(await couponOrder()).toBeNull()
    expect(await walletOf(app, customerId)).toBe(1_000_000)
  })

  it('answers NOT_FOUND for another customer’s order (BOL-1)', async () => {
    const payer = await aPayer(app)
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    expect(codeOf(await new OrderPayer(browser, payer.orderId).cancel())).toBe('NOT_FOUND')
  })
})
