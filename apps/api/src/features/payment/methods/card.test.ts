import { noSwitches } from '@cotation/card-simulator'
import { describe, expect, it } from 'vitest'
import { useStaff } from '#test/builders.ts'
import {
  aPayer,
  codeOf,
  expectSoundLedger,
  type Payer,
  payCard,
  reconcileNow,
  refund,
  settleCards,
  usePaymentApp,
} from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'

const app = usePaymentApp()

const sessions = async (intentId: string) =>
  (await app.deps.db.selectFrom('simulator_object').select('data').where('kind', '=', 'session').execute()).filter(
    ({ data }) => JSON.stringify(data).includes(intentId),
  ).length

describe('payment by card', () => {
  it('pays the order when the card is accepted', async () => {
    const payer = await aPayer(app)
    const { data } = await payer.begin({ method: 'card' })

    expect(data).toMatchObject({
      result: 'due',
      status: 'awaiting_payment',
      open: { method: 'card', state: 'requires_action', amountMinor: payer.totalMinor, currency: 'USD' },
    })

    await payCard(app, data.redirectUrl)

    const paid = await payer.resultIs('paid')
    expect(paid).toMatchObject({
      status: 'paid',
      dueMinor: 0,
      paidMinor: payer.totalMinor,
      open: null,
      redirectUrl: null,
      payments: [{ method: 'card', state: 'captured', capturedMinor: payer.totalMinor }],
    })
  })

  it('keeps the page open for another card when one is declined', async () => {
    const payer = await aPayer(app)
    const { data } = await payer.begin({ method: 'card' })
    await payCard(app, data.redirectUrl, 'declined')
    expect((await payer.check()).data).toMatchObject({ result: 'due', redirectUrl: data.redirectUrl })
    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')
  })

  it('shows a pending result, blocks other payments meanwhile and ends paid (spec 4, PAY-5)', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await payer.payByCard('pending-accepted')

    expect(await payer.resultIs('pending')).toMatchObject({ status: 'payment_pending', open: { state: 'processing' } })
    expect(codeOf(await payer.begin({ method: 'balance' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await payer.begin({ method: 'card' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await payer.abandon())).toBe('PAYMENT_PENDING')

    await settleCards(app)
    expect(await payer.resultIs('paid')).toMatchObject({ status: 'paid', paidMinor: payer.totalMinor })
    expect(await payer.wallet()).toBe(1_000_000)
  })

  it('lets another method pay the order after a pending payment failed', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    await payer.payByCard('pending-failed')
    await payer.resultIs('pending')
    await settleCards(app)

    const due = await payer.resultIs('due')
    expect(due).toMatchObject({ status: 'awaiting_payment', open: null, payments: [{ state: 'failed' }] })
    expect((await payer.begin({ method: 'balance' })).data.result).toBe('paid')
  })

  it('resumes the open payment when it is begun twice', async () => {
    const payer = await aPayer(app)
    const first = await payer.begin({ method: 'card' })
    const second = await payer.begin({ method: 'card' })
    expect(second.data).toMatchObject({ redirectUrl: first.data.redirectUrl, open: { id: first.data.open?.id } })
    expect(second.data.payments).toHaveLength(1)
  })

  it('is found by the reconcile job, and at once by a check, if all webhooks are lost (PAY-6)', async () => {
    await controlCards(app, { switches: { loss: true } })

    const one = await aPayer(app)
    const other = await aPayer(app)
    for (const payer of [one, other]) await payer.payByCard()

    expect((await one.check()).data.result).toBe('paid')
    expect((await other.view()).data.result).toBe('due')

    app.clock.advance(60)
    await reconcileNow(app)

    expect((await other.view()).data.result).toBe('paid')
  })
})

describe('outages of the card provider', () => {
  it('leaves the order unchanged and resumes the same payment with one page afterwards (PAY-6)', async () => {
    const payer = await aPayer(app)
    await controlCards(app, { switches: { trouble: 'fault' } })

    expect(await payer.begin({ method: 'card' })).toMatchObject({
      status: 503,
      error: { code: 'PROVIDER_UNAVAILABLE' },
    })
    expect((await payer.view()).data).toMatchObject({ result: 'due', redirectUrl: null, open: { state: 'created' } })

    await controlCards(app, { switches: noSwitches })
    app.clock.advance(60)
    await reconcileNow(app)

    const { data } = await payer.view()
    expect(data).toMatchObject({ result: 'due', open: { state: 'requires_action' } })
    expect(await sessions(String(data.open?.id))).toBe(1)

    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')
  })

  it('creates one page if the provider created it and then hung (PAY-6)', async () => {
    const payer = await aPayer(app)
    await controlCards(app, { switches: { trouble: 'hang', troubleCount: 1 } })
    const { data } = await payer.begin({ method: 'card' })
    expect(data.redirectUrl).toEqual(expect.any(String))
    expect(await sessions(String(data.open?.id))).toBe(1)
  })

  it('shows the stored state while the provider does not answer', async () => {
    const payer = await aPayer(app)
    await payer.begin({ method: 'card' })
    await controlCards(app, { switches: { trouble: 'fault' } })
    expect((await payer.check()).data).toMatchObject({ result: 'due', open: { state: 'requires_action' } })
    expect(codeOf(await payer.abandon())).toBe('PROVIDER_UNAVAILABLE')
    expect((await payer.view()).data.open?.state).toBe('requires_action')
  })
})

describe('ending an unpaid card payment', () => {
  it('closes the page when the customer abandons the payment', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await payer.begin({ method: 'card' })
    const ended = await payer.abandon()

    expect(ended.data).toMatchObject({ result: 'due', open: null, payments: [{ state: 'expired' }] })

    await payCard(app, data.redirectUrl).catch(() => undefined)
    expect((await payer.check()).data.result).toBe('due')
    expect((await payer.begin({ method: 'balance' })).data.result).toBe('paid')
  })

  it('counts the payment instead if the payer was faster', async () => {
    await controlCards(app, { switches: { loss: true } })
    const payer = await aPayer(app)
    await payer.payByCard()
    expect((await payer.abandon()).data).toMatchObject({ result: 'paid', status: 'paid' })
  })

  it('expires the payment after a day', async () => {
    const payer = await aPayer(app)
    await payer.begin({ method: 'card' })
    app.clock.advance(24 * 3600)
    await reconcileNow(app)
    expect((await payer.view()).data).toMatchObject({ result: 'due', open: null, payments: [{ state: 'expired' }] })
  })
})

describe('payment by balance and card together', () => {
  it('pays an order partly from the balance and the rest by card', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    const { data } = await payer.begin({ method: 'card', useBalance: true })
    expect(data).toMatchObject({ paidMinor: 1000, open: { amountMinor: payer.totalMinor - 1000 } })
    expect(await payer.wallet()).toBe(0)
    await payCard(app, data.redirectUrl)
    expect(await payer.resultIs('paid')).toMatchObject({ paidMinor: payer.totalMinor, dueMinor: 0 })
  })

  it('returns the balance when the card payment is abandoned', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    await payer.begin({ method: 'card', useBalance: true })
    expect((await payer.abandon()).data).toMatchObject({ paidMinor: 0, dueMinor: payer.totalMinor })
    expect(await payer.wallet()).toBe(1000)
  })

  it('leaves the card an amount that the provider accepts', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 4990 })
    const { data } = await payer.begin({ method: 'card', useBalance: true })
    expect(data.open).toMatchObject({ amountMinor: 50 })
    expect(await payer.wallet()).toBe(40)
  })

  it('needs no card if the balance covers everything', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    expect((await payer.begin({ method: 'card', useBalance: true })).data).toMatchObject({
      result: 'paid',
      open: null,
    })
  })
})

const held = (payer: Payer) => payer.seen(({ open }) => open?.state === 'held', 'the held payment')

/** Changes an order as only an older version or a manual change does while a card page is open. */
const setOrder = (orderId: string, values: { status: 'paid' | 'cancelled'; paid_at?: Date; closed_at?: Date }) =>
  app.deps.db.updateTable('customer_order').set(values).where('id', '=', orderId).execute()

describe('card money that differs from the request (PAY-4)', () => {
  const staff = useStaff(app)

  it.each([
    ['less', -100],
    ['more', 100],
  ])(
    'holds %s than requested without paying the order, which awaits payment again after a refund',
    async (_, amountOff) => {
      await controlCards(app, { switches: { amountOff } })

      const payer = await aPayer(app)
      await payer.payByCard()

      expect(await payer.resultIs('pending')).toMatchObject({
        status: 'payment_pending',
        open: { state: 'held', capturedMinor: payer.totalMinor + amountOff },
      })
      expect(codeOf(await payer.begin({ method: 'card' }))).toBe('PAYMENT_PENDING')

      await expectSoundLedger(app)

      expect((await refund(staff, payer.orderId, payer.totalMinor + amountOff)).status).toBe(200)
      expect(await payer.resultIs('due')).toMatchObject({
        status: 'awaiting_payment',
        payments: [{ state: 'refunded' }],
      })
    },
  )

  it('holds money in another currency and never counts it', async () => {
    await controlCards(app, { switches: { currency: 'eur' } })
    const payer = await aPayer(app)
    await payer.payByCard()
    expect(await payer.resultIs('pending')).toMatchObject({ open: { state: 'held', capturedMinor: 0 }, paidMinor: 0 })
  })

  it('holds money for an order that is already paid until staff refunds it', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await payer.begin({ method: 'card' })

    await setOrder(payer.orderId, { status: 'paid', paid_at: app.clock.now })
    await payCard(app, data.redirectUrl)

    expect(await held(payer)).toMatchObject({ status: 'paid', open: { capturedMinor: payer.totalMinor } })

    await expectSoundLedger(app)

    expect((await refund(staff, payer.orderId, payer.totalMinor)).status).toBe(200)

    await payer.stateIs('refunded')
  })

  it('holds money for a cancelled order, which stays cancelled', async () => {
    const payer = await aPayer(app)
    const { data } = await payer.begin({ method: 'card' })
    await setOrder(payer.orderId, { status: 'cancelled', closed_at: app.clock.now })
    await payCard(app, data.redirectUrl)
    await held(payer)

    expect(await payer.status()).toBe('cancelled')
  })
})
