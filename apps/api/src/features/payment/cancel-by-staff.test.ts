import { noSwitches } from '@cotation/card-simulator'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { useApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aStaffBrowser } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aBasket, aCheckout, aCoupon } from '#test/orders/orders.ts'
import {
  aCardOrder,
  aPayer,
  begin,
  cancel as cancelOwn,
  codeOf,
  orderStatus,
  payCard,
  refund,
  resultIs,
  walletOf,
} from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'

const app = useApp()
let staff: Browser

beforeAll(async () => {
  staff = await aStaffBrowser(app)
})

beforeEach(() => controlCards(app, { switches: noSwitches }))

const isSound = async () => expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])

const cancel = (orderId: string) =>
  staff.call('POST /global/staff/order/{orderId}/cancel', {
    params: { orderId },
    body: { reason: 'Matière épuisée' },
  })

const statusIs = (orderId: string, status: string) =>
  until(async () => ((await orderStatus(app, orderId)) === status ? true : undefined), `the status "${status}"`)

const startMinor = 1_000_000

/** An order paid from the balance, with a coupon. */
async function anOrderWithCoupon() {
  const { id: customerId } = await aCustomer(app)
  await funded(app.deps.db, customerId, startMinor, app.clock.now)

  const couponId = await aCoupon(app, customerId)
  const { browser, basket } = await aBasket(app, customerId)
  const { view, body } = await aCheckout(browser, { ...basket, couponId })
  const { data } = await browser.call('POST /global/checkout/submit', { body })
  const couponOrder = async () =>
    (await app.deps.db.selectFrom('coupon').select('order_id').where('id', '=', couponId).executeTakeFirstOrThrow())
      .order_id

  return { customerId, browser, orderId: data.orderId, totalMinor: view.total?.totalMinor ?? 0, couponOrder }
}

describe('cancellation by staff', () => {
  it('refunds an order paid by card and records who cancelled it and why', async () => {
    const payer = await aCardOrder(app)
    const { data } = await cancel(payer.orderId)

    expect(data.status).toBe('cancelled')
    expect(data.timeline.at(-1)).toMatchObject({ to: 'cancelled', by: 'staff', reason: 'Matière épuisée' })

    await statusIs(payer.orderId, 'refunded')

    const [event] = await app.deps.db
      .selectFrom('order_event')
      .selectAll()
      .where('order_id', '=', payer.orderId)
      .where('to_status', '=', 'cancelled')
      .execute()

    expect(event).toMatchObject({ actor: 'staff', staff_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })

    const { asked_by, amount_minor } = await app.deps.db
      .selectFrom('payment_refund')
      .innerJoin('payment_intent', 'payment_intent.id', 'payment_refund.intent_id')
      .select(['asked_by', 'payment_refund.amount_minor'])
      .where('order_id', '=', payer.orderId)
      .executeTakeFirstOrThrow()

    expect([asked_by, Number(amount_minor)]).toEqual([event?.staff_id, payer.totalMinor])

    await isSound()
  })

  it('returns money and coupon of an order in review, once (CPN-1)', async () => {
    const { orderId, customerId, browser, couponOrder } = await anOrderWithCoupon()
    await moveTo(app, orderId, 'in_review')

    expect(await couponOrder()).toBe(orderId)

    // The customer cancels at the same time.
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => cancel(orderId)),
      ...Array.from({ length: 5 }, () => cancelOwn({ browser, orderId })),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)

    const refusals = answers.filter(({ status }) => status !== 200).map(codeOf)
    expect(new Set(refusals)).toEqual(new Set(['ORDER_NOT_CANCELLABLE']))
    expect(await couponOrder()).toBeNull()
    expect(await walletOf(app, customerId)).toBe(startMinor)
    expect(await orderStatus(app, orderId)).toBe('refunded')

    await isSound()
  })

  it('keeps the coupon used if all the money is refunded without a cancellation', async () => {
    const { orderId, customerId, totalMinor, couponOrder } = await anOrderWithCoupon()
    expect((await refund(staff, orderId, totalMinor)).data.status).toBe('refunded')
    expect(await walletOf(app, customerId)).toBe(startMinor)
    expect(await couponOrder()).toBe(orderId)
    expect(codeOf(await cancel(orderId))).toBe('ORDER_NOT_CANCELLABLE')
    await isSound()
  })

  it('ends a transfer that never arrived and holds the money if it still arrives', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    const { data } = await begin(payer, { method: 'bank_transfer', useBalance: true })

    expect(data.status).toBe('payment_pending')
    expect((await cancel(payer.orderId)).data.status).toBe('cancelled')
    expect(await walletOf(app, payer.customerId)).toBe(1000)

    const { data: receipt } = await staff.call('POST /global/staff/bank/receipt', {
      body: {
        bankTransactionId: `late ${payer.orderId}`,
        reference: data.open?.bank?.reference ?? '',
        amountMinor: payer.totalMinor - 1000,
        currency: 'USD',
      },
    })

    expect(receipt).toMatchObject({ state: 'held', why: 'payment-closed' })

    await isSound()
  })

  it('closes an open card page first and refuses while its result is unknown', async () => {
    const open = await aPayer(app)
    const { data } = await begin(open, { method: 'card' })

    expect((await cancel(open.orderId)).data.status).toBe('cancelled')
    await expect(payCard(app, data.redirectUrl).then(() => orderStatus(app, open.orderId))).resolves.toBe('cancelled')

    const pending = await aPayer(app)
    await payCard(app, (await begin(pending, { method: 'card' })).data.redirectUrl, 'pending-accepted')
    await resultIs(pending, 'pending')

    expect(codeOf(await cancel(pending.orderId))).toBe('PAYMENT_PENDING')
    expect(await orderStatus(app, pending.orderId)).toBe('payment_pending')

    await isSound()
  })

  it('is refused once production has begun', async () => {
    const payer = await aPayer(app, { balanceMinor: startMinor })
    await begin(payer, { method: 'balance' })
    await moveTo(app, payer.orderId, 'in_review')
    await moveTo(app, payer.orderId, 'in_production')
    expect(codeOf(await cancel(payer.orderId))).toBe('ORDER_NOT_CANCELLABLE')
    expect(await walletOf(app, payer.customerId)).toBe(startMinor - payer.totalMinor)
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
