import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { aPaymentOf, funded } from '#test/orders/ledger.ts'
import { anOrderIn, someOrders } from '#test/orders/order-status.ts'
import { aCoupon, aReadyProject } from '#test/orders/orders.ts'
import { aProject, someLines } from '#test/quote/quotes.ts'
import { updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customerId: string
let browser: Browser

beforeEach(async () => {
  customerId = (await aCustomer(app)).id
  browser = await aBrowserOf(app, customerId)
})

const home = async () => (await browser.call('GET /global/home', {})).data
const later = (days: number) => new Date(app.clock.now.getTime() + days * 86_400_000)

describe('the user home', () => {
  it('is empty for a new customer', async () => {
    expect(await home()).toEqual({
      tasks: [],
      openOrders: [],
      hasMoreOrders: false,
      projects: [],
      files: [],
      balance: { availableMinor: 0, pendingMinor: 0 },
      member: { level: 'bronze', levelName: 'Bronze', points: 0, comingPoints: 0 },
    })
  })

  it('asks for the payment of unpaid orders, but not while a card payment is processed', async () => {
    const unpaid = await anOrderIn(app, customerId)
    const byTransfer = await anOrderIn(app, customerId, 'payment_pending')
    const byCard = await anOrderIn(app, customerId, 'payment_pending')
    const { db } = app.deps
    await aPaymentOf(db, customerId, { orderId: byTransfer.id, method: 'bank_transfer', state: 'awaiting_funds' })
    await aPaymentOf(db, customerId, { orderId: byCard.id, method: 'card', state: 'processing' })

    const { tasks, openOrders } = await home()

    expect(openOrders).toHaveLength(3)
    expect(tasks).toHaveLength(2)
    expect(tasks).toContainEqual({
      kind: 'payment',
      orderId: unpaid.id,
      number: unpaid.number,
      dueMinor: Number(unpaid.total_minor),
      isTransfer: false,
    })
    expect(tasks).toContainEqual(expect.objectContaining({ orderId: byTransfer.id, isTransfer: true }))
  })

  it('asks for decisions on parts, most urgent things first', async () => {
    const { id: projectId } = await aProject(browser, '3d-printing', 'Carter')
    await someLines(app, browser, projectId, 'plate', 'block', 'plate')
    await aCoupon(app, customerId, undefined, { expiresAt: later(3) })
    await anOrderIn(app, customerId)

    const { tasks } = await home()

    expect(tasks.map(({ kind }) => kind)).toEqual(['payment', 'decision', 'coupon-ends'])
    expect(tasks[1]).toEqual({ kind: 'decision', projectId, name: 'Carter', parts: 2 })
  })

  it('asks for the confirmation of receipt of a delivered order, and not of a shipped one', async () => {
    await anOrderIn(app, customerId, 'shipped')
    const delivered = await aDeliveredOrder(app, customerId)

    const { tasks } = await home()

    expect(tasks).toEqual([
      { kind: 'receipt', orderId: delivered.order.id, number: delivered.order.number, deliveredAt: expect.any(String) },
    ])
  })

  it('asks for answers to additional costs and claims', async () => {
    const staff = await aStaffBrowser(app)
    const { cost, payer } = await aRequestedCost(app, staff)
    const delivered = await aDeliveredOrder(app, payer.customerId)
    const { claim } = await anAcceptedClaim(staff, delivered)

    const { tasks } = (await payer.browser.call('GET /global/home', {})).data

    expect(tasks).toEqual([
      {
        kind: 'additional-cost',
        costId: cost.id,
        number: cost.number,
        orderNumber: cost.orderNumber,
        totalMinor: cost.totalMinor,
        dueMinor: cost.totalMinor,
        transfer: null,
        unconfirmed: null,
        until: cost.deadline,
        timeZone: 'Europe/Paris',
      },
      { kind: 'claim', claimId: claim.id, orderNumber: delivered.order.number, state: 'accepted' },
      expect.objectContaining({ kind: 'receipt', orderId: delivered.order.id }),
    ])
  })

  it('says that the transfer of an additional cost is awaited, and then that it is checked', async () => {
    const requested = await aRequestedCost(app, await aStaffBrowser(app))
    const { data } = await requested.begin({ method: 'bank_transfer', bankCurrency: 'EUR' })
    const { reference, amountMinor } = data.open?.bank ?? {}
    const tasksOf = async () => (await requested.browser.call('GET /global/home', {})).data.tasks

    expect(await tasksOf()).toMatchObject([
      { kind: 'additional-cost', transfer: { reference, amountMinor, currency: 'EUR' } },
    ])

    await updateRows(app, 'payment_intent', { additional_cost_id: requested.cost.id }, { state: 'processing' })
    expect(await tasksOf()).toMatchObject([
      {
        kind: 'additional-cost',
        transfer: null,
        unconfirmed: { method: 'bank_transfer', amountMinor, currency: 'EUR' },
      },
    ])
  })

  it('mentions prices that end within a week, unless they were ordered or nothing is ready', async () => {
    const { projectId: ending } = await aReadyProject(app, browser)
    const { projectId: lasting } = await aReadyProject(app, browser)
    const { id: empty } = await aProject(browser)
    const ordered = String((await anOrderIn(app, customerId, 'paid')).project_id)
    for (const id of [ending, empty, ordered]) await updateRows(app, 'project', { id }, { valid_until: later(6) })
    await updateRows(app, 'project', { id: lasting }, { valid_until: later(8) })

    const { tasks } = await home()

    expect(tasks).toEqual([
      { kind: 'quote-ends', projectId: ending, name: expect.any(String), until: later(6).toISOString() },
    ])
  })

  it('mentions usable coupons that end within a week', async () => {
    const ending = await aCoupon(app, customerId, undefined, { expiresAt: later(6) })
    await aCoupon(app, customerId, undefined, { expiresAt: later(8) })
    await aCoupon(app, customerId, undefined, { expiresAt: later(-1) })
    await aCoupon(app, customerId, undefined, { expiresAt: later(6), withdrawnAt: app.clock.now })
    await aCoupon(app, customerId)

    const { tasks } = await home()

    expect(tasks).toEqual([
      {
        kind: 'coupon-ends',
        couponId: ending,
        description: expect.stringMatching(/^5\s\$US de remise/),
        until: later(6).toISOString(),
      },
    ])
  })

  it('shows the newest open orders and says when there are more', async () => {
    const orders = await someOrders(app, customerId, 7)
    await anOrderIn(app, customerId, 'completed')

    const { openOrders, hasMoreOrders } = await home()

    const newest = orders.map(({ id }) => id).reverse()
    expect(openOrders.map(({ id }) => id)).toEqual(newest.slice(0, 5))
    expect(hasMoreOrders).toBe(true)
  })

  it('shows the three projects and files that changed last, and the balance', async () => {
    await aReadyProject(app, browser, 'block', 'largerBlock')
    for (let count = 0; count < 3; count++) await aProject(browser)
    await funded(app.deps.db, customerId, 12_300)

    const { projects, files, balance } = await home()

    expect(projects).toHaveLength(3)
    expect(files.map(({ name }) => name).sort()).toEqual(['block.stl', 'largerBlock.stl'])
    expect(files[0]).toMatchObject({ state: 'done', thumbnailId: expect.any(String) })
    expect(balance).toEqual({ availableMinor: 12_300, pendingMinor: 0 })
  })

  it('shows nothing of other customers and nothing to visitors', async () => {
    await anOrderIn(app, (await aCustomer(app)).id)

    expect((await home()).openOrders).toEqual([])
    expect((await app.browser().call('GET /global/home', {})).status).toBe(401)
  })
})
