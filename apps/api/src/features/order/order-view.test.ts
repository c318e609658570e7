import { randomUUID } from 'node:crypto'
import type { OrderView } from '@cotation/contracts'
import { orderDocuments, orderStatuses, type StaffRole } from '@cotation/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, aVisitor } from '#test/builders.ts'
import { aCostRequest, requestCost } from '#test/orders/additional-costs.ts'
import { aPaymentOf } from '#test/orders/ledger.ts'
import { anOrderIn, anOrderInTwoParcels, moveTo } from '#test/orders/order-status.ts'
import { aCoupon, aPlacedOrder } from '#test/orders/orders.ts'
import { aCreditLimit, OrderPayer } from '#test/orders/payments.ts'
import { rowOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customerId: string
let browser: Browser
let staff: Browser

beforeAll(async () => {
  customerId = (await aCustomer(app)).id
  browser = await aBrowserOf(app, customerId)
  staff = await aStaffBrowser(app)
})

const look = async (orderId: string) =>
  (await browser.call('GET /global/order/{orderId}', { params: { orderId } })).data

describe('order details for the customer', () => {
  it('shows lines in the reader’s language, addresses, dates and history', async () => {
    const order = await anOrderIn(app, customerId, 'awaiting_payment', {
      parts: ['block', 'largerBlock'],
      poNumber: 'PO 7',
    })
    const view = await look(order.id)

    expect(view).toMatchObject({
      number: order.number,
      status: 'awaiting_payment',
      poNumber: 'PO 7',
      projectId: order.project_id,
      paidAt: null,
      paidMinor: 0,
      refundedMinor: 0,
      payments: [],
      parcels: [],
      additionalCosts: [],
      review: null,
      totalMinor: Number(order.total_minor),
      dueMinor: Number(order.total_minor),
      total: order.total,
      shippingAddress: { city: 'Paris', country: 'FR', company: 'Atelier Martin' },
      dates: order.dates,
      timeline: [{ from: null, to: 'awaiting_payment', by: 'customer', reason: '' }],
      documents: ['pro-forma'],
      can: { cancel: true, pay: true, review: false, receive: false, reorder: true },
    })
    expect(view.lines.map(({ name, sizeMm }) => [name, sizeMm[0]])).toEqual([
      ['block.stl', 40],
      ['largerBlock.stl', 60],
    ])

    const [line] = view.lines
    expect(line).toMatchObject({ quantity: 1, process: 'Stéréolithographie (SLA)', attachments: [], comment: '' })
    expect(line?.totalMinor).toBe(line?.unitMinor)
    expect(line?.customs).toMatchObject({ hsCode: '392690', name: 'Autres ouvrages en plastique', origin: 'CN' })
    expect(line?.customs?.netWeightG).toBeGreaterThan(0)

    browser.language = 'en'

    const english = await look(order.id)
    browser.language = 'fr'

    expect([line?.colour, english.lines[0]?.colour]).toEqual(['Blanc mat', 'Matte white'])
  })

  it('shows what was paid, refunded and is due, in USD', async () => {
    const order = await anOrderIn(app, customerId)
    const totalMinor = Number(order.total_minor)
    await aPaymentOf(app.deps.db, customerId, {
      orderId: order.id,
      method: 'balance',
      amountMinor: 500,
      capturedMinor: 500,
      at: app.clock.now,
    })

    expect(await look(order.id)).toMatchObject({ paidMinor: 500, dueMinor: totalMinor - 500 })

    await aPaymentOf(app.deps.db, customerId, {
      orderId: order.id,
      amountMinor: totalMinor - 500,
      capturedMinor: totalMinor - 500,
      refundedMinor: 300,
      at: new Date(app.clock.now.getTime() + 1),
    })
    await moveTo(app, order.id, 'paid')

    const view = await look(order.id)
    expect(view).toMatchObject({ paidMinor: totalMinor, refundedMinor: 300, dueMinor: 0 })
    expect(view.payments.map(({ method, capturedMinor }) => [method, capturedMinor])).toEqual([
      ['balance', 500],
      ['card', totalMinor - 500],
    ])
  })

  it('names to staff who moved it, and not to the customer', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const params = { orderId: order.id }
    await staff.call('POST /global/staff/order/{orderId}/move', { params, body: { to: 'in_review' } })
    const { name } = (await staff.call('GET /global/staff/me', {})).data

    const seen = (await staff.call('GET /global/staff/order/{orderId}', { params })).data.timeline
    expect(seen[0]).toMatchObject({ by: 'customer', author: '' })
    expect(seen.at(-1)).toMatchObject({ to: 'in_review', by: 'staff', author: name })
    expect(JSON.stringify(await look(order.id))).not.toContain('author')
  })

  it('shows when a payment was made', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const closed_at = new Date('2026-03-05T08:00:00Z')
    await app.deps.db.updateTable('payment_intent').set({ closed_at }).where('order_id', '=', order.id).execute()

    const { payments } = await look(order.id)
    expect(payments.map(({ closedAt }) => closedAt)).toEqual(['2026-03-05T08:00:00.000Z'])
  })

  it('shows what an order on credit owes and until when, until it is settled', async () => {
    const { id: companyId } = await aCustomer(app, { accountType: 'enterprise' })
    const company = await aBrowserOf(app, companyId)
    const params = { customerId: companyId }
    await aCreditLimit(app, companyId, 1_000_000)

    const { id: orderId, total_minor } = await aPlacedOrder(app, companyId)
    const paid = await new OrderPayer(company, orderId).begin({ method: 'credit' })
    expect(paid.data).toMatchObject({ result: 'paid' })
    const owedMinor = Number(total_minor)
    const see = async () => (await company.call('GET /global/order/{orderId}', { params: { orderId } })).data
    const dueAt = new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString()
    expect(await see()).toMatchObject({ status: 'paid', credit: { owedMinor, dueAt } })

    const settlement = { amountMinor: owedMinor, reason: 'Transfer of May', key: randomUUID() }
    await staff.call('POST /global/staff/customer/{customerId}/settlement', { params, body: settlement })
    expect((await see()).credit).toEqual({ owedMinor: 0, dueAt })
  })

  it('counts a transfer in another currency at the agreed amount', async () => {
    const order = await anOrderIn(app, customerId)
    const usd = Number(order.total_minor)
    const id = await aPaymentOf(app.deps.db, customerId, {
      orderId: order.id,
      method: 'bank_transfer',
      amountMinor: 777,
      state: 'awaiting_funds',
    })

    const change = { currency: 'EUR', usd_minor: usd, reference: 'CT-77', expires_at: app.clock.now } as const
    await app.deps.db.updateTable('payment_intent').set(change).where('id', '=', id).execute()

    expect((await look(order.id)).payments).toMatchObject([
      { currency: 'EUR', amountMinor: 777, usdMinor: usd, bank: { currency: 'EUR', reference: 'CT-77' } },
    ])
    expect(await look(order.id)).toMatchObject({ dueMinor: usd })

    await app.deps.db.updateTable('payment_intent').set({ captured_minor: 777 }).where('id', '=', id).execute()
    expect(await look(order.id)).toMatchObject({ paidMinor: usd, dueMinor: 0 })
  })

  it('shows the coupon code and links each parcel to its carrier’s page', async () => {
    const order = await anOrderInTwoParcels(app, customerId)
    const couponId = await aCoupon(app, customerId)
    await app.deps.db.updateTable('customer_order').set({ coupon_id: couponId }).where('id', '=', order.id).execute()

    const view = await look(order.id)
    expect(view.couponCode).toMatch(/^TEST-/)
    expect(view.parcels.map(({ number, trackingUrl }) => [number, trackingUrl])).toEqual([
      [1, `https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD${order.number}`],
      [2, `https://www.fedex.com/fedextrack/?trknbr=FX%20${order.number}%26x`],
    ])
  })

  it.each(orderStatuses)('lists the allowed actions and documents of an order that is %s', async (status) => {
    const { id } = await anOrderIn(app, customerId, status)
    const { can, documents, dueMinor } = await look(id)

    expect(can).toEqual({
      cancel: ['awaiting_payment', 'paid', 'in_review'].includes(status),
      pay: status === 'awaiting_payment',
      review: status === 'delivered' || status === 'completed',
      addPhoto: false,
      receive: status === 'delivered',
      reorder: true,
      claim: status === 'delivered' || status === 'completed',
    })

    const isPaid = !['awaiting_payment', 'payment_pending', 'cancelled'].includes(status)
    const isShipped = ['shipped', 'delivered', 'completed'].includes(status)

    expect(documents.includes('pro-forma')).toBe(status !== 'cancelled')
    expect(documents.includes('invoice')).toBe(isPaid)
    expect(documents.includes('packing-list')).toBe(isShipped)
    expect(dueMinor > 0).toBe(status === 'awaiting_payment' || status === 'payment_pending')
  })

  it('does not offer a reorder if all files are deleted', async () => {
    const { id } = await anOrderIn(app, customerId, 'completed')
    const { upload_id } = await rowOf(app, 'order_line', { order_id: id })
    await app.deps.db.updateTable('upload').set({ state: 'expired' }).where('id', '=', upload_id).execute()

    expect((await look(id)).can.reorder).toBe(false)
  })
})

describe('access to another customer’s order (BOL-1)', () => {
  it.each([
    ['GET', ''],
    ['POST', '/receive'],
    ['POST', '/review'],
    ...orderDocuments.map((kind) => ['GET', `/document/${kind}`] as const),
  ] as const)('answers NOT_FOUND to %s …%s', async (method, path) => {
    const { id } = await anOrderIn(app, customerId, 'delivered')
    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    const ratings = { stars: 5, workmanship: 5, product: 5, service: 5, logistics: 5 }
    const call = async (orderId: string, caller: Browser) => {
      const answer = await caller.fetch(`/gateway/global/order/${orderId}${path}`, {
        method,
        ...(path === '/review'
          ? { body: JSON.stringify(ratings), headers: { 'content-type': 'application/json' } }
          : {}),
      })
      const { requestId: _requestId, ...body } = (await answer.json()) as Record<string, unknown>

      return { status: answer.status, body }
    }
    const theirs = await call(id, stranger)

    expect(theirs).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await call('00000000-0000-4000-8000-000000000000', stranger)).toEqual(theirs)

    for (const nobody of [app.browser(), await aVisitor(app), staff]) expect((await call(id, nobody)).status).toBe(401)
    expect((await look(id)).status).toBe('delivered')
  })

  it('lets staff, and nobody else, see any order with its customer', async () => {
    const { id } = await anOrderIn(app, customerId)
    const seen = await staff.call('GET /global/staff/order/{orderId}', { params: { orderId: id } })
    const { username, company } = await rowOf(app, 'customer', { id: customerId })
    const own = await look(id)
    expect(seen.data).toEqual({
      ...own,
      customer: { id: customerId, name: username, company },
      stoppedAt: null,
      history: [],
      refunds: [],
      pendingRefunds: [],
      refundableMinor: own.paidMinor,
      timeline: own.timeline.map((event) => ({ ...event, author: '' })),
    })

    const unknown = { params: { orderId: '00000000-0000-4000-8000-000000000000' } }
    expect((await staff.call('GET /global/staff/order/{orderId}', unknown)).status).toBe(404)
    expect((await browser.call('GET /global/staff/order/{orderId}', { params: { orderId: id } })).status).toBe(403)
  })

  it('shows payments, coupon and additional costs only to staff who handle them', async () => {
    const { id: companyId } = await aCustomer(app, { accountType: 'enterprise' })
    await aCreditLimit(app, companyId, 1_000_000)
    const { id: orderId } = await aPlacedOrder(app, companyId)
    await new OrderPayer(await aBrowserOf(app, companyId), orderId).begin({ method: 'credit' })
    const couponId = await aCoupon(app, companyId)
    await app.deps.db.updateTable('customer_order').set({ coupon_id: couponId }).where('id', '=', orderId).execute()
    await requestCost(staff, orderId, await aCostRequest(app, orderId))

    const params = { orderId }
    const moneyIn = ({ payments, credit, couponCode, additionalCosts }: OrderView) => ({
      payments: payments.length,
      hasCredit: credit !== null,
      hasCoupon: couponCode !== null,
      costs: additionalCosts.length,
    })
    const seenBy = async (role: StaffRole) => {
      const member = await aStaffBrowser(app, role)
      return moneyIn((await member.call('GET /global/staff/order/{orderId}', { params })).data)
    }

    expect(await seenBy('accountant')).toEqual({ payments: 1, hasCredit: true, hasCoupon: true, costs: 1 })
    expect(await seenBy('customer-success')).toEqual({ payments: 0, hasCredit: false, hasCoupon: true, costs: 1 })
    const nothing = { payments: 0, hasCredit: false, hasCoupon: false, costs: 0 }
    expect(await seenBy('operator')).toEqual(nothing)

    const operator = await aStaffBrowser(app, 'operator')
    const body = { to: 'in_review' } as const
    const moved = await operator.call('POST /global/staff/order/{orderId}/move', { params, body })
    expect(moved).toMatchObject({ status: 200, data: { status: 'in_review' } })
    expect(moneyIn(moved.data)).toEqual(nothing)
  })
})
