import { noSwitches } from '@cotation/card-simulator'
import { beforeEach, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { useApp } from '#test/app.ts'
import { aStaffBrowser } from '#test/builders.ts'
import {
  abandon,
  aPayer,
  begin,
  check,
  codeOf,
  look,
  orderStatus,
  payCard,
  reconcileNow,
  refund,
  resultIs,
  settleCards,
  walletOf,
} from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'

const app = useApp()

beforeEach(() => controlCards(app, { switches: noSwitches }))

const isSound = async () => expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])

const sessions = async (intentId: string) =>
  (await app.deps.db.selectFrom('simulator_object').select('data').where('kind', '=', 'session').execute()).filter(
    ({ data }) => JSON.stringify(data).includes(intentId),
  ).length

describe('payment by card', () => {
  it('pays the order when the card is accepted', async () => {
    const payer = await aPayer(app)
    const { data } = await begin(payer, { method: 'card' })

    expect(data).toMatchObject({
      result: 'due',
      status: 'awaiting_payment',
      open: { method: 'card', state: 'requires_action', amountMinor: payer.totalMinor, currency: 'USD' },
    })

    await payCard(app, data.redirectUrl)

    const paid = await resultIs(payer, 'paid')
    expect(paid).toMatchObject({
      status: 'paid',
      dueMinor: 0,
      paidMinor: payer.totalMinor,
      open: null,
      redirectUrl: null,
      payments: [{ method: 'card', state: 'captured', capturedMinor: payer.totalMinor }],
    })

    await isSound()
  })

  it('keeps the page open for another card when one is declined', async () => {
    const payer = await aPayer(app)
    const { data } = await begin(payer, { method: 'card' })
    await payCard(app, data.redirectUrl, 'declined')
    expect((await check(payer)).data).toMatchObject({ result: 'due', redirectUrl: data.redirectUrl })
    await payCard(app, data.redirectUrl)
    await resultIs(payer, 'paid')
    await isSound()
  })

  it('shows a pending result, blocks other payments meanwhile and ends paid (spec 4, PAY-5)', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await begin(payer, { method: 'card' })
    await payCard(app, data.redirectUrl, 'pending-accepted')

    expect(await resultIs(payer, 'pending')).toMatchObject({ status: 'payment_pending', open: { state: 'processing' } })
    expect(codeOf(await begin(payer, { method: 'balance' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await begin(payer, { method: 'card' }))).toBe('PAYMENT_PENDING')
    expect(codeOf(await abandon(payer))).toBe('PAYMENT_PENDING')

    await settleCards(app)
    expect(await resultIs(payer, 'paid')).toMatchObject({ status: 'paid', paidMinor: payer.totalMinor })
    expect(await walletOf(app, payer.customerId)).toBe(1_000_000)

    await isSound()
  })

  it('lets another method pay the order after a pending payment failed', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await begin(payer, { method: 'card' })
    await payCard(app, data.redirectUrl, 'pending-failed')
    await resultIs(payer, 'pending')
    await settleCards(app)

    const due = await resultIs(payer, 'due')
    expect(due).toMatchObject({ status: 'awaiting_payment', open: null, payments: [{ state: 'failed' }] })
    expect((await begin(payer, { method: 'balance' })).data.result).toBe('paid')

    await isSound()
  })

  it('resumes the open payment when it is begun twice', async () => {
    const payer = await aPayer(app)
    const first = await begin(payer, { method: 'card' })
    const second = await begin(payer, { method: 'card' })
    expect(second.data).toMatchObject({ redirectUrl: first.data.redirectUrl, open: { id: first.data.open?.id } })
    expect(second.data.payments).toHaveLength(1)
  })

  it('is found by the reconcile job, and at once by a check, if all webhooks are lost (PAY-6)', async () => {
    await controlCards(app, { switches: { loss: true } })

    const one = await aPayer(app)
    const other = await aPayer(app)
    for (const payer of [one, other]) await payCard(app, (await begin(payer, { method: 'card' })).data.redirectUrl)

    expect((await check(one)).data.result).toBe('paid')
    expect((await look(other)).data.result).toBe('due')

    app.clock.advance(60)
    await reconcileNow(app)

    expect((await look(other)).data.result).toBe('paid')

    await isSound()
  })
})

describe('outages of the card provider', () => {
  it('leaves the order unchanged and resumes the same payment with one page afterwards (PAY-6)', async () => {
    const payer = await aPayer(app)
    await controlCards(app, { switches: { trouble: 'fault' } })

    expect(await begin(payer, { method: 'card' })).toMatchObject({
      status: 503,
      error: { code: 'PROVIDER_UNAVAILABLE' },
    })
    expect((await look(payer)).data).toMatchObject({ result: 'due', redirectUrl: null, open: { state: 'created' } })

    await controlCards(app, { switches: noSwitches })
    app.clock.advance(60)
    await reconcileNow(app)

    const { data } = await look(payer)
    expect(data).toMatchObject({ result: 'due', open: { state: 'requires_action' } })
    expect(await sessions(String(data.open?.id))).toBe(1)

    await payCard(app, data.redirectUrl)
    await resultIs(payer, 'paid')
    await isSound()
  })

  it('creates one page if the provider created it and then hung (PAY-6)', async () => {
    const payer = await aPayer(app)
    await controlCards(app, { switches: { trouble: 'hang', troubleCount: 1 } })
    const { data } = await begin(payer, { method: 'card' })
    expect(data.redirectUrl).toEqual(expect.any(String))
    expect(await sessions(String(data.open?.id))).toBe(1)
  })

  it('shows the stored state while the provider does not answer', async () => {
    const payer = await aPayer(app)
    await begin(payer, { method: 'card' })
    await controlCards(app, { switches: { trouble: 'fault' } })
    expect((await check(payer)).data).toMatchObject({ result: 'due', open: { state: 'requires_action' } })
    expect(codeOf(await abandon(payer))).toBe('PROVIDER_UNAVAILABLE')
    expect((await look(payer)).data.open?.state).toBe('requires_action')
  })
})

describe('ending an unpaid card payment', () => {
  it('closes the page when the customer abandons the payment', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await begin(payer, { method: 'card' })
    const ended = await abandon(payer)

    expect(ended.data).toMatchObject({ result: 'due', open: null, payments: [{ state: 'expired' }] })

    await payCard(app, data.redirectUrl).catch(() => undefined)
    expect((await check(payer)).data.result).toBe('due')
    expect((await begin(payer, { method: 'balance' })).data.result).toBe('paid')

    await isSound()
  })

  it('counts the payment instead if the payer was faster', async () => {
    await controlCards(app, { switches: { loss: true } })
    const payer = await aPayer(app)
    await payCard(app, (await begin(payer, { method: 'card' })).data.redirectUrl)
    expect((await abandon(payer)).data).toMatchObject({ result: 'paid', status: 'paid' })
    await isSound()
  })

  it('expires the payment after a day', async () => {
    const payer = await aPayer(app)
    await begin(payer, { method: 'card' })
    app.clock.advance(24 * 3600)
    await reconcileNow(app)
    expect((await look(payer)).data).toMatchObject({ result: 'due', open: null, payments: [{ state: 'expired' }] })
    await isSound()
  })
})

describe('payment by balance and card together', () => {
  it('pays an order partly from the balance and the rest by card', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    const { data } = await begin(payer, { method: 'card', useBalance: true })
    expect(data).toMatchObject({ paidMinor: 1000, open: { amountMinor: payer.totalMinor - 1000 } })
    expect(await walletOf(app, payer.customerId)).toBe(0)
    await payCard(app, data.redirectUrl)
    expect(await resultIs(payer, 'paid')).toMatchObject({ paidMinor: payer.totalMinor, dueMinor: 0 })
    await isSound()
  })

  it('returns the balance when the card payment is abandoned', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    await begin(payer, { method: 'card', useBalance: true })
    expect((await abandon(payer)).data).toMatchObject({ paidMinor: 0, dueMinor: payer.totalMinor })
    expect(await walletOf(app, payer.customerId)).toBe(1000)
    await isSound()
  })

  it('leaves the card an amount that the provider accepts', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 4990 })
    const { data } = await begin(payer, { method: 'card', useBalance: true })
    expect(data.open).toMatchObject({ amountMinor: 50 })
    expect(await walletOf(app, payer.customerId)).toBe(40)
  })

  it('needs no card if the balance covers everything', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    expect((await begin(payer, { method: 'card', useBalance: true })).data).toMatchObject({
      result: 'paid',
      open: null,
    })
    await isSound()
  })
})

describe('card money that differs from the request (PAY-4)', () => {
  it.each([
    ['less', -100],
    ['more', 100],
  ])(
    'holds %s than requested without paying the order, which awaits payment again after a refund',
    async (_, amountOff) => {
      await controlCards(app, { switches: { amountOff } })

      const payer = await aPayer(app)
      await payCard(app, (await begin(payer, { method: 'card' })).data.redirectUrl)

      const held = await resultIs(payer, 'pending')
      expect(held).toMatchObject({
        status: 'payment_pending',
        open: { state: 'held', capturedMinor: payer.totalMinor + amountOff },
      })
      expect(codeOf(await begin(payer, { method: 'card' }))).toBe('PAYMENT_PENDING')

      await isSound()

      const staff = await aStaffBrowser(app)
      expect((await refund(staff, payer.orderId, payer.totalMinor + amountOff)).status).toBe(200)
      expect(await resultIs(payer, 'due')).toMatchObject({
        status: 'awaiting_payment',
        payments: [{ state: 'refunded' }],
      })

      await isSound()
    },
  )

  it('holds money in another currency and never counts it', async () => {
    await controlCards(app, { switches: { currency: 'eur' } })
    const payer = await aPayer(app)
    await payCard(app, (await begin(payer, { method: 'card' })).data.redirectUrl)
    expect(await resultIs(payer, 'pending')).toMatchObject({ open: { state: 'held', capturedMinor: 0 }, paidMinor: 0 })
    await isSound()
  })

  it('holds money for an order that is already paid until staff refunds it', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const { data } = await begin(payer, { method: 'card' })

    // Only an older version or a manual change leaves an order paid while a card page is open.
    await app.deps.db
      .updateTable('customer_order')
      .set({ status: 'paid', paid_at: app.clock.now })
      .where('id', '=', payer.orderId)
      .execute()
    await payCard(app, data.redirectUrl)

    const held = await until(async () => {
      const { data: seen } = await look(payer)
      return seen.open?.state === 'held' ? seen : undefined
    }, 'the held payment')

    expect(held).toMatchObject({ status: 'paid', open: { capturedMinor: payer.totalMinor } })

    await isSound()

    const staff = await aStaffBrowser(app)
    expect((await refund(staff, payer.orderId, payer.totalMinor)).status).toBe(200)

    await until(
      async () => ((await look(payer)).data.payments[0]?.state === 'refunded' ? true : undefined),
      'the refund',
    )
    await isSound()
  })

  it('holds money for a cancelled order, which stays cancelled', async () => {
    const payer = await aPayer(app)
    const { data } = await begin(payer, { method: 'card' })
    await app.deps.db
      .updateTable('customer_order')
      .set({ status: 'cancelled', closed_at: app.clock.now })
      .where('id', '=', payer.orderId)
      .execute()
    await payCard(app, data.redirectUrl)
    await until(async () => ((await look(payer)).data.open?.state === 'held' ? true : undefined), 'the held payment')

    expect(await orderStatus(app, payer.orderId)).toBe('cancelled')

    await isSound()
  })
})
