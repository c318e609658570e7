import { describe, expect, it } from 'vitest'
import { useStaff } from '#test/builders.ts'
import { aCardOrder, codeOf, type Payer, reconcileNow, refund, usePaymentApp } from '#test/orders/payments.ts'
import { controlCards } from '#test/servers/card-provider.ts'

const app = usePaymentApp()
const staff = useStaff(app)

/** The provider's id of an order's payment. */
async function paymentOf({ orderId }: Payer): Promise<string> {
  const { event_id } = await app.deps.db
    .selectFrom('payment_event')
    .innerJoin('payment_intent', 'payment_intent.id', 'payment_event.intent_id')
    .select('event_id')
    .where('order_id', '=', orderId)
    .where('type', '=', 'captured')
    .executeTakeFirstOrThrow()
  return event_id.replace('captured:', '')
}

const refundsPosted = (payer: Payer) =>
  app.deps.db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select(['ledger_transaction.note', 'ledger_account.kind', 'ledger_entry.amount_minor'])
    .where('order_id', '=', payer.orderId)
    .where('ledger_transaction.kind', '=', 'refund')
    .orderBy('ledger_entry.amount_minor', 'desc')
    .execute()

describe('disputes of card payments', () => {
  it('posts a lost dispute once and leaves nothing to refund (quality, Ledger)', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    const payment = await paymentOf(payer)
    await controlCards(app, { switches: { duplicates: 3 }, dispute: payment })
    await payer.stateIs('disputed')

    expect(await refundsPosted(payer)).toEqual([])

    await controlCards(app, { loseDispute: payment })
    expect((await payer.stateIs('refunded')).payments[0]).toMatchObject({ capturedMinor: 5000, refundedMinor: 5000 })

    // The provider's answer repeats what the webhooks reported.
    app.clock.advance(3600)
    await reconcileNow(app)

    expect(await refundsPosted(payer)).toEqual([
      { note: 'dispute-lost', kind: 'sales', amount_minor: '5000' },
      { note: 'dispute-lost', kind: 'card', amount_minor: '-5000' },
    ])
    expect(await payer.status()).toBe('refunded')
    expect(codeOf(await refund(staff, payer.orderId, 1))).toBe('REFUND_TOO_HIGH')
  })

  it('changes nothing when a dispute is won', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    const payment = await paymentOf(payer)
    await controlCards(app, { dispute: payment })
    await payer.stateIs('disputed')
    await controlCards(app, { closeDispute: payment })

    expect((await payer.stateIs('captured')).payments[0]).toMatchObject({ capturedMinor: 5000, refundedMinor: 0 })
    expect(await refundsPosted(payer)).toEqual([])
    expect(await payer.status()).toBe('paid')
  })

  it('does not mistake a lost dispute for a refund that the provider has not executed', async () => {
    const payer = await aCardOrder(app, { totalMinor: 5000 })
    const payment = await paymentOf(payer)
    await controlCards(app, { switches: { slowRefunds: true, settleSeconds: 86_400, loss: true } })

    expect((await refund(staff, payer.orderId, 2000)).status).toBe(200)

    await controlCards(app, { dispute: payment })
    await controlCards(app, { loseDispute: payment })
    app.clock.advance(3600)
    await reconcileNow(app)

    const { state } = await app.deps.db
      .selectFrom('payment_refund')
      .innerJoin('payment_intent', 'payment_intent.id', 'payment_refund.intent_id')
      .select('payment_refund.state')
      .where('order_id', '=', payer.orderId)
      .executeTakeFirstOrThrow()

    expect((await payer.stateIs('refunded')).payments[0]?.refundedMinor).toBe(5000)
    expect(state).toBe('asked')
  })
})
