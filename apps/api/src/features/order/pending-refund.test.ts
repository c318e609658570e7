import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser, useStaff } from '#test/builders.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { anOwedPayerReturn } from '#test/orders/payer-returns.ts'
import { aPayer, codeOf, refund, usePaymentApp } from '#test/orders/payments.ts'
import { aCompany } from '#test/promises/customers.ts'
import { insertRow, rowOf } from '#test/rows.ts'
import { rowsRead } from '#test/statements.ts'
import { listPendingRefunds } from './pending-refund.repository.ts'

const app = usePaymentApp({ FOUR_EYES_REFUND_USD: '10' })
const staff = useStaff(app)

const look = async (by: Browser, orderId: string) => {
  const { data } = await by.call('GET /global/staff/order/{orderId}', { params: { orderId } })
  return { pending: data.pendingRefunds, refundableMinor: data.refundableMinor, refunds: data.refunds }
}

async function aPaidOrder() {
  const payer = await aPayer(app, { totalMinor: 50_00, balanceMinor: 50_00 })
  await payer.begin({ method: 'balance' })
  return payer
}

async function aFailedRefund(orderId: string): Promise<void> {
  const { id: intentId } = await rowOf(app, 'payment_intent', { order_id: orderId })
  await insertRow(app.deps.db, 'payment_refund', {
    id: randomUUID(),
    intent_id: intentId,
    amount_minor: 5_00,
    usd_minor: 5_00,
    state: 'failed',
    reason: 'Erreur',
    asked_by: 'system',
    asked_at: app.clock.now,
    done_at: app.clock.now,
  })
}

describe('a pending refund', () => {
  it('is asked for until a second person approves it', async () => {
    const { orderId } = await aPaidOrder()
    expect(await look(staff, orderId)).toMatchObject({ pending: [], refundableMinor: 50_00 })

    const { data } = await refund(staff, orderId, 20_00)
    const proposalId = data.proposal?.id ?? ''
    const asked = await look(staff, orderId)
    expect(asked).toMatchObject({ refundableMinor: 50_00, refunds: [] })
    expect(asked.pending).toEqual([
      {
        id: proposalId,
        state: 'asked',
        amountMinor: 20_00,
        currency: 'USD',
        method: null,
        isSentByStaff: false,
        reason: 'Pièce rayée',
        author: data.proposal?.proposedBy,
        at: data.proposal?.proposedAt,
        cost: null,
      },
    ])

    const second = await aStaffBrowser(app)
    const approval = { params: { proposalId }, body: { reason: '' } }
    await second.call('POST /global/staff/proposal/{proposalId}/approve', approval)
    const approved = await look(staff, orderId)
    expect(approved).toMatchObject({ pending: [], refundableMinor: 30_00, refunds: [{ amountMinor: 20_00 }] })
    expect(codeOf(await refund(staff, orderId, 30_01))).toBe('REFUND_TOO_HIGH')
  })

  it('is approved until staff have sent the transfer of a payer back', async () => {
    const { orderId, refundId } = await anOwedPayerReturn(app, await aCompany(app), staff)
    const { pending, refundableMinor } = await look(staff, orderId)
    expect(pending).toMatchObject([{ id: refundId, state: 'approved', method: 'bank_transfer', isSentByStaff: true }])
    expect(refundableMinor).toBe(0)

    const sent = { params: { refundId }, body: { bankTransactionId: `TR-${refundId}` } }
    await staff.call('POST /global/staff/payer-return/{refundId}/sent', sent)
    expect((await look(staff, orderId)).pending).toEqual([])
  })

  it('has failed until a later refund of the same payment replaces it', async () => {
    const { orderId } = await aPaidOrder()
    await aFailedRefund(orderId)
    const { pending } = await look(staff, orderId)
    expect(pending).toMatchObject([{ state: 'failed', amountMinor: 5_00, reason: 'Erreur', author: '' }])

    app.clock.advance(60)
    await refund(staff, orderId, 5_00)
    expect((await look(staff, orderId)).pending).toEqual([])
  })

  it('is neither made nor proposed again under its key, and another amount is refused', async () => {
    const { orderId } = await aPaidOrder()
    const key = randomUUID()
    await refund(staff, orderId, 2_00, key)

    expect(await refund(staff, orderId, 2_00, key)).toMatchObject({ status: 200, data: { proposal: null } })
    expect(codeOf(await refund(staff, orderId, 3_00, key))).toBe('REFUND_REPEATED')
    expect(codeOf(await refund(staff, orderId, 20_00, key))).toBe('REFUND_REPEATED')
    expect(await look(staff, orderId)).toMatchObject({ pending: [], refunds: [{ amountMinor: 2_00 }] })
  })

  it('is shown on the page of the order for its additional costs too', async () => {
    const requested = await aRequestedCost(app, staff, { balanceMinor: 3000 })
    await requested.begin({ method: 'balance' })
    const { data } = await requested.refund(staff, 25_00)

    const { id, number, orderId } = requested.cost
    const { pending } = await look(staff, orderId)
    expect(pending).toMatchObject([{ id: data.proposal?.id, state: 'asked', cost: { id, number } }])
  })

  it('is for the eyes of staff who handle money', async () => {
    const { orderId } = await aPaidOrder()
    await refund(staff, orderId, 20_00)
    const operator = await aStaffBrowser(app, 'operator')
    expect(await look(operator, orderId)).toEqual({ pending: [], refundableMinor: 0, refunds: [] })
  })

  it('is looked for among the payments of its order, not among those of all orders', async () => {
    const { orderId } = await aPaidOrder()
    await aFailedRefund(orderId)
    for (let n = 0; n < 7; n++) await aFailedRefund((await aPaidOrder()).orderId)

    const rows = await app.deps.db.transaction().execute(async (trx) => {
      // As with a million rows, of which nobody would read all.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
        await sql.raw(`set local enable_${way} = off`).execute(trx)
      return rowsRead(trx, (db) => listPendingRefunds(db, orderId, app.clock.now))
    })
    expect(rows.get('payment_intent')).toBe(1)
  })

  it('no longer waits once its proposal has expired', async () => {
    const { orderId } = await aPaidOrder()
    const { data } = await refund(staff, orderId, 20_00)
    // Sessions of staff end sooner.
    app.clock.now = new Date(data.proposal?.expiresAt ?? '')
    expect(await look(await aStaffBrowser(app), orderId)).toMatchObject({ pending: [] })
  })
})
