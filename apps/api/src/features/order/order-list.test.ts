import { randomUUID } from 'node:crypto'
import type { Api } from '@cotation/contracts'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { OrderRow } from '#db/order-rows.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aPaymentOf } from '#test/orders/ledger.ts'
import { anOrderIn, moveTo, someOrders } from '#test/orders/order-status.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { aCreditLimit, OrderPayer } from '#test/orders/payments.ts'
import { updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const many = 230
const app = useSharedApp()
let customerId: string
let browser: Browser
let orders: OrderRow[]

beforeAll(async () => {
  customerId = (await aCustomer(app)).id
  browser = await aBrowserOf(app, customerId)
  orders = await someOrders(app, customerId, many)
})

type Query = Api['GET /global/order']['input']['query']
const list = async (query: Query = {}) => (await browser.call('GET /global/order', { query })).data
const numbers = async (query: Query) => (await list(query)).orders.map(({ number }) => number)

function at(index: number): OrderRow {
  const order = orders[index]
  if (!order) throw new Error(`no order ${index}`)
  return order
}

describe('exported orders', () => {
  const exported = async (search: string, language: string, reader = browser) => {
    reader.language = language
    const answer = await reader.fetch(`/gateway/global/order/export?${search}`)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    return { answer, lines: text.trimEnd().split('\r\n') }
  }

  it('are all orders in the form of a French spreadsheet, newest first', async () => {
    const { answer, lines } = await exported('', 'fr')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('filename="commandes-')
    expect(lines[0]).toMatch(/^\uFEFF"Passée le \(UTC\)";"Commande";"Réf. d’achat";"Statut"/)
    expect(lines).toHaveLength(many + 1)

    const { orders: newest } = await list({ pageSize: 1 })
    expect(lines[1]).toContain(`;"${newest[0]?.number}";`)
    expect(lines[1]).toContain(`;${((newest[0]?.totalMinor ?? 0) / 100).toFixed(2).replace('.', ',')};`)
  })

  it('follow the filters of the list', async () => {
    const { number } = at(7)
    const { lines } = await exported(`search=${number}`, 'en')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,"${number}",`)
  })

  it('show an order on credit as owed, with its due date, until it is settled', async () => {
    const { id: companyId } = await aCustomer(app, { accountType: 'enterprise' })
    const company = await aBrowserOf(app, companyId)
    await aCreditLimit(app, companyId, 1_000_000)
    const { id: orderId, total_minor } = await aPlacedOrder(app, companyId)
    await new OrderPayer(company, orderId).begin({ method: 'credit' })

    const owed = (Number(total_minor) / 100).toFixed(2)
    const dueDay = new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    const { lines } = await exported('', 'en', company)
    expect(lines[1]).toContain(',"Ordered on credit",')
    expect(lines[1]).toContain(`,${owed},${owed},${dueDay}`)

    const staff = await aStaffBrowser(app)
    await staff.call('POST /global/staff/customer/{customerId}/settlement', {
      params: { customerId: companyId },
      body: { amountMinor: Number(total_minor), reason: 'Transfer of May', key: randomUUID() },
    })
    expect((await exported('', 'en', company)).lines[1]).toContain(`,${owed},0.00,,`)
  })

  it('require a signed-in customer', async () => {
    expect((await app.browser().fetch('/gateway/global/order/export')).status).toBe(401)
  })
})

describe('order history', () => {
  it('lists every order once, newest first, page by page', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) {
      const { orders: shown, total } = await list({ page, pageSize: 100 })
      expect(total).toBe(many)
      expect(shown).toHaveLength([100, 100, 30, 0][page - 1] ?? 0)
      seen.push(...shown.map(({ id }) => id))
    }

    expect(seen).toEqual(orders.map(({ id }) => id).reverse())
    expect((await list()).orders).toHaveLength(20)
  })

  it('gives everything that a row shows', async () => {
    const order = await anOrderIn(app, (await aCustomer(app)).id, 'awaiting_payment', {
      parts: ['block', 'largerBlock'],
    })
    const owner = await aBrowserOf(app, order.customer_id)
    const pay = (traits: Partial<Parameters<typeof aPaymentOf>[2]>) =>
      aPaymentOf(app.deps.db, order.customer_id, { orderId: order.id, amountMinor: 400, ...traits })
    await pay({ method: 'balance', capturedMinor: 400 })
    await pay({ method: 'bank_transfer', state: 'expired' })
    await pay({ method: 'card', state: 'processing', at: new Date(app.clock.now.getTime() + 1) })

    const { data } = await owner.call('GET /global/order', { query: {} })
    const [summary] = data.orders

    expect(summary).toMatchObject({
      id: order.id,
      number: order.number,
      status: 'awaiting_payment',
      lines: 2,
      parts: 2,
      totalMinor: Number(order.total_minor),
      dueMinor: Number(order.total_minor) - 400,
      methods: ['balance', 'card'],
      names: ['block.stl', 'largerBlock.stl'],
      delivery: order.dates,
      deliveredAt: null,
    })
    expect(summary?.thumbnailIds).toHaveLength(2)

    await moveTo(app, order.id, 'cancelled')

    const again = (await owner.call('GET /global/order', { query: {} })).data.orders[0]
    expect(again).toMatchObject({ dueMinor: 0, delivery: null })
  })

  it('says when an order was delivered, unless it was refunded', async () => {
    const order = await anOrderIn(app, (await aCustomer(app)).id, 'shipped')
    const owner = await aBrowserOf(app, order.customer_id)
    const deliveredAt = async () => (await owner.call('GET /global/order', { query: {} })).data.orders[0]?.deliveredAt

    await moveTo(app, order.id, 'delivered')
    const deliveryTime = app.clock.now.toISOString()
    expect(await deliveredAt()).toBe(deliveryTime)

    app.clock.advance(3600)
    await moveTo(app, order.id, 'completed')
    expect(await deliveredAt()).toBe(deliveryTime)

    await moveTo(app, order.id, 'refunded')
    expect(await deliveredAt()).toBeNull()
  })

  it('finds orders by number, PO number and part name, ignoring case and accents', async () => {
    expect(await numbers({ search: at(7).number })).toEqual([at(7).number])
    expect(await numbers({ search: 'PART-12.' })).toEqual([at(12).number])

    await updateRows(app, 'customer_order', { id: at(9).id }, { po_number: 'Achat privé 50%_x' })

    expect(await numbers({ search: 'ÂCHAT PRIVE' })).toEqual([at(9).number])
    expect(await numbers({ search: 'pärt-12.' })).toEqual([at(12).number])
    expect((await list({ search: 'part-1', pageSize: 100 })).total).toBe(1 + 10 + 100)
  })

  it('treats pattern characters in a search literally', async () => {
    expect((await list({ search: '%' })).total).toBe(1)
    expect((await list({ search: '_' })).total).toBe(1)
    expect((await list({ search: '0%_X' })).total).toBe(1)
    expect((await list({ search: '\\' })).total).toBe(0)
    expect((await list({ search: "'; drop table customer_order; --" })).total).toBe(0)
  })

  it('filters by status and by days, both inclusive', async () => {
    await moveTo(app, at(3).id, 'cancelled')
    expect(await numbers({ status: 'cancelled' })).toEqual([at(3).number])

    await updateRows(app, 'customer_order', { id: at(0).id }, { placed_at: new Date('2026-01-31T23:59:59.999Z') })

    expect(await numbers({ from: '2026-01-31', to: '2026-01-31' })).toEqual([at(0).number])
    expect(await numbers({ to: '2026-01-30' })).toEqual([])
    expect(await numbers({ from: '2026-02-01', to: '2026-02-28' })).toEqual([])
    expect((await list({ from: '2026-02-01' })).total).toBe(many - 1)
    expect((await list({ from: '0000-01-01', to: '9999-12-31' })).total).toBe(many)
    expect((await list({ to: '0000-01-01' })).total).toBe(0)
    expect((await browser.send('GET /global/order', { query: { from: '2026-02-30' } })).status).toBe(422)
  })

  it('shows no other customer’s orders (BOL-1)', async () => {
    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await stranger.call('GET /global/order', { query: {} })).data).toEqual({ orders: [], total: 0 })
    expect((await stranger.call('GET /global/order', { query: { search: at(5).number } })).data.total).toBe(0)
    expect((await app.browser().call('GET /global/order', { query: {} })).status).toBe(401)
  })

  it('uses as many queries for a hundred orders as for one', async () => {
    const counted = async (pageSize: number) => {
      // Background work of other tests would be counted too.
      await app.mails()
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      await list({ pageSize })
      const texts = spy.mock.calls.map(([query]) => JSON.stringify(query))
      spy.mockRestore()
      return texts.filter((text) => /customer_order|order_line|payment_intent/.test(text)).length
    }
    const one = await counted(1)
    const hundred = await counted(100)

    expect([one, hundred]).toEqual([3, 3])
  })
})
