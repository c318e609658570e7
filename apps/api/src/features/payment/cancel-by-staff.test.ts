import { describe, expect, it } from 'vitest'
import { useStaff } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import {
  aCardOrder,
  aCouponOrder,
  aPayer,
  codeOf,
  orderStatus,
  payCard,
  refund,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { rowOf } from '#test/rows.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const cancel = (orderId: string) =>
  staff.call('POST /global/staff/order/{orderId}/cancel', {
    params: { orderId },
    body: { reason: 'Matière épuisée' },
  })

const startMinor = 1_000_000

describe('cancellation by staff', () => {
  it('refunds an order paid by card and records who cancelled it and why', async () => {
    const payer = await aCardOrder(app)
    const { data } = await cancel(payer.orderId)

    expect(data).toMatchObject({ order: { status: 'cancelled' }, proposal: null })
    expect(data.order.timeline.at(-1)).toMatchObject({ to: 'cancelled', by: 'staff', reason: 'Matière épuisée' })

    await payer.statusIs('refunded')

    const event = await rowOf(app, 'order_event', { order_id: payer.orderId, to_status: 'cancelled' })
    expect(event).toMatchObject({ actor: 'staff', staff_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })

    const { asked_by, amount_minor } = await app.deps.db
      .selectFrom('payment_refund')
      .innerJoin('payment_intent', 'payment_intent.id', 'payment_refund.intent_id')
      .select(['asked_by', 'payment_refund.amount_minor'])
      .where('order_id', '=', payer.orderId)
      .executeTakeFirstOrThrow()

    expect([asked_by, Number(amount_minor)]).toEqual([event.staff_id, payer.totalMinor])
  })

  it('returns money and coupon of an order in review, once (CPN-1)', async () => {
    const { orderId, customerId, payer, couponOrder } = await aCouponOrder(app, startMinor)
    await moveTo(app, orderId, 'in_review')

    expect(await couponOrder()).toBe(orderId)

    // The customer cancels at the same time.
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => cancel(orderId)),
      ...Array.from({ length: 5 }, () => payer.cancel()),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)

    const refusals = answers.filter(({ status }) => status !== 200).map(codeOf)
    expect(new Set(refusals)).toEqual(new Set(['ORDER_NOT_CANCELLABLE']))
    expect(await couponOrder()).toBeNull()
    expect(await walletOf(app, customerId)).toBe(startMinor)
    expect(await orderStatus(app, orderId)).toBe('refunded')
  })

  it('keeps the coupon used if all the money is refunded without a cancellation', async () => {
    const { orderId, customerId, totalMinor, couponOrder } = await aCouponOrder(app, startMinor)
    expect((await refund(staff, orderId, totalMinor)).data.order.status).toBe('refunded')
    expect(await walletOf(app, customerId)).toBe(startMinor)
    expect(await couponOrder()).toBe(orderId)
    expect(codeOf(await cancel(orderId))).toBe('ORDER_NOT_CANCELLABLE')
  })

  it('ends a transfer that never arrived and holds the money if it still arrives', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    const { data } = await payer.begin({ method: 'bank_transfer', useBalance: true })

    expect(data.status).toBe('payment_pending')
    expect((await cancel(payer.orderId)).data.order.status).toBe('cancelled')
    expect(await payer.wallet()).toBe(1000)

    const { data: receipt } = await staff.call('POST /global/staff/bank/receipt', {
      body: {
        bankTransactionId: `late ${payer.orderId}`,
        reference: data.open?.bank?.reference ?? '',
        amountMinor: payer.totalMinor - 1000,
        currency: 'USD',
      },
    })

    expect(receipt).toMatchObject({ state: 'held', why: 'payment-closed' })
  })

  it('closes an open card page first and refuses while its result is unknown', async () => {
    const open = await aPayer(app)
    const { data } = await open.begin({ method: 'card' })

    expect((await cancel(open.orderId)).data.order.status).toBe('cancelled')
    await expect(payCard(app, data.redirectUrl).then(() => open.status())).resolves.toBe('cancelled')

    const pending = await aPayer(app)
    await pending.payByCard('pending-accepted')
    await pending.resultIs('pending')

    expect(codeOf(await cancel(pending.orderId))).toBe('PAYMENT_PENDING')
    expect(await pending.status()).toBe('payment_pending')
  })

  it('is refused once production has begun', async () => {
    const payer = await aPayer(app, { balanceMinor: startMinor })
    await payer.begin({ method: 'balance' })
    await moveTo(app, payer.orderId, 'in_review')
    await moveTo(app, payer.orderId, 'in_production')
    expect(codeOf(await cancel(payer.orderId))).toBe('ORDER_NOT_CANCELLABLE')
    expect(await payer.wallet()).toBe(startMinor - payer.totalMinor)
  })

  it('requires a reason', async () => {
    const payer = await aPayer(app)
    const { status } = await staff.send('POST /global/staff/order/{orderId}/cancel', {
      params: { orderId: payer.orderId },
      body: { reason: ' ' },
    })
    expect(status).toBe(422)
  })
})
