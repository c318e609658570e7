import { describe, expect, it } from 'vitest'
import { secretHash } from '#core/secrets.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aStaffBrowser, useStaff } from '#test/builders.ts'
import { aPaidOrder, aRequestedCost } from '#test/orders/additional-costs.ts'
import { aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { anInspectedRun, conclude, recordAll } from '#test/orders/inspection.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { refund } from '#test/orders/payments.ts'
import { runsOf } from '#test/orders/production.ts'
import { insertRow, rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const historyFor = async (orderId: string, as: Browser = staff) =>
  (await as.call('GET /global/staff/order/{orderId}', { params: { orderId } })).data.history

async function nameOf(browser: Browser): Promise<string> {
  const { staff_id } = await rowOf(app, 'session', { token_hash: secretHash(browser.token ?? '') })
  return (await rowOf(app, 'staff_member', { id: String(staff_id) })).name
}

describe('the history of an order for staff', () => {
  it('says when a parcel was packed, handed over and delivered, and by whom', async () => {
    const { id: orderId } = await anOrderIn(app, (await aCustomer(app)).id, 'quality_check')
    const { id: orderLineId, quantity } = await rowOf(app, 'order_line', { order_id: orderId })
    const packedAt = app.clock.now.toISOString()
    const { data: parcel } = await staff.call('POST /global/staff/order/{orderId}/parcel', {
      params: { orderId },
      body: {
        carrier: 'dhl',
        trackingNumber: 'JD1',
        lines: [{ orderLineId, quantity }],
        weightG: 1200,
        boxMm: [300, 200, 100],
      },
    })

    const report = async (state: 'in_transit' | 'delivered') => {
      app.clock.advance(3600)
      await insertRow(app.deps.db, 'parcel_event', {
        parcel_id: parcel.id,
        at: app.clock.now,
        state,
        place: '',
        note: '',
      })
      return app.clock.now.toISOString()
    }
    const leftAt = await report('in_transit')
    await report('in_transit')
    const arrivedAt = await report('delivered')

    const author = await nameOf(staff)
    expect(await historyFor(orderId)).toEqual([
      { kind: 'parcel', number: 1, state: 'announced', at: packedAt, by: 'staff', author },
      { kind: 'parcel', number: 1, state: 'in_transit', at: leftAt, by: 'system', author: '' },
      { kind: 'parcel', number: 1, state: 'delivered', at: arrivedAt, by: 'system', author: '' },
    ])
  })

  it('names who refunded, requested a cost and opened or accepted a claim', async () => {
    const author = await nameOf(staff)
    const at = app.clock.now.toISOString()

    const paid = await aPaidOrder(app)
    await refund(staff, paid.orderId, 100)
    const refunded = { kind: 'refund', amountMinor: 100, currency: 'USD' }
    expect(await historyFor(paid.orderId)).toEqual([{ ...refunded, at, by: 'staff', author }])

    const { cost, payer } = await aRequestedCost(app, staff)
    const requested = { kind: 'cost', costId: cost.id, number: cost.number, state: 'requested' }
    expect(await historyFor(payer.orderId)).toEqual([{ ...requested, at, by: 'staff', author }])

    const delivered = await aDeliveredOrder(app, (await aCustomer(app)).id)
    const { claim } = await anAcceptedClaim(staff, delivered)
    const ofClaim = (await historyFor(delivered.order.id)).filter(({ kind }) => kind === 'claim')
    expect(ofClaim).toEqual([
      { kind: 'claim', claimId: claim.id, state: 'open', at, by: 'customer', author: '' },
      { kind: 'claim', claimId: claim.id, state: 'accepted', at, by: 'staff', author },
    ])
  })

  it('does not guess who asked for a refund if two members asked for the same amount', async () => {
    const { orderId } = await aPaidOrder(app)
    await refund(staff, orderId, 100)
    await refund(await aStaffBrowser(app), orderId, 100)
    expect(await historyFor(orderId)).toMatchObject([
      { kind: 'refund', by: null, author: '' },
      { kind: 'refund', by: null, author: '' },
    ])
  })

  it('says what an inspection decided and what is made again', async () => {
    const operator = await aStaffBrowser(app, 'operator')
    const run = await anInspectedRun(app, operator, (await aCustomer(app)).id)
    await recordAll(operator, run.code)
    app.clock.advance(60)
    await conclude(operator, run.code, { scrap: 2, reason: 'size' })

    const remake = (await runsOf(operator, run.orderId)).find(({ code }) => code !== run.code)
    const by = { at: app.clock.now.toISOString(), by: 'staff', author: await nameOf(operator), name: run.name }
    expect(await historyFor(run.orderId, operator)).toEqual([
      { kind: 'inspection', ...by, good: 8, rework: 0, scrap: 2 },
      { kind: 'remake', ...by, code: remake?.code, quantity: 2, cause: 'inspection' },
    ])
  })

  it('shows money, costs and production only to members with their rights', async () => {
    const { orderId } = await aPaidOrder(app)
    await refund(staff, orderId, 100)
    const { payer } = await aRequestedCost(app, staff)
    const run = await anInspectedRun(app, staff, (await aCustomer(app)).id)
    await recordAll(staff, run.code)
    await conclude(staff, run.code, { scrap: 1, reason: 'size' })

    const kindsFor = async (as: Browser) => {
      const entries = await Promise.all([orderId, payer.orderId, run.orderId].map((id) => historyFor(id, as)))
      return entries.flat().map(({ kind }) => kind)
    }
    expect(await kindsFor(await aStaffBrowser(app, 'operator'))).toEqual(['inspection', 'remake'])
    expect(await kindsFor(await aStaffBrowser(app, 'customer-success'))).toEqual(['cost', 'inspection', 'remake'])
    expect(await kindsFor(await aStaffBrowser(app, 'accountant'))).toEqual(['refund', 'cost', 'inspection'])
  })
})
