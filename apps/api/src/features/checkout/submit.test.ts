import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { recordFacts } from '#features/payment/intent/apply-facts.service.ts'
import { systemFact } from '#features/payment/intent/derived-facts.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, type TestCustomer } from '#test/builders.ts'
import { aPublishedCatalogue } from '#test/catalogues.ts'
import { funded } from '#test/orders/ledger.ts'
import { aBasket, aCheckout, aCoupon, anAddress, insertExpressAccount, type SubmitBody } from '#test/orders/orders.ts'
import { walletOf } from '#test/orders/payments.ts'
import { anUploadOf, changeLines, configure, removeLines, someLines } from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let customer: TestCustomer

afterAll(async () => expect(await ledgerViolations(app.deps.db)).toEqual([]))

beforeEach(async () => {
  customer = await aCustomer(app)
  await funded(app.deps.db, customer.id, 100_000_00, app.clock.now)
})

const submit = (browser: Browser, body: SubmitBody) => browser.call('POST /global/checkout/submit', { body })
const orderRow = (id: string) =>
  app.deps.db.selectFrom('customer_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const orderLines = (id: string) =>
  app.deps.db.selectFrom('order_line').selectAll().where('order_id', '=', id).orderBy('position').execute()
const ordersOf = async (customerId: string) =>
  (await app.deps.db.selectFrom('customer_order').select('id').where('customer_id', '=', customerId).execute()).length

/** Enough parts to avoid the small-order charge. */
async function aLargeBasket() {
  const made = await aBasket(app, customer.id)
  const [line] = made.lines
  if (line) await configure(made.browser, made.basket.projectId, line, { quantity: 50 })
  return made
}

describe('placing an order', () => {
  it('stores what was agreed: lines, amounts, addresses, dates and events', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id, 'block', 'largerBlock')
    const [line] = lines
    const attachment = await anUploadOf(app, browser, { purpose: 'attachment', name: 'plan.pdf' })
    await changeLines(browser, basket.projectId, [
      { lineId: line?.id ?? '', comment: 'Ébavurer', attachmentIds: [attachment] },
    ])
    const billingAddressId = await anAddress(app, customer.id, 'billing', { company: 'Comptabilite' })
    const { view, body } = await aCheckout(browser, basket, {
      billingAddressId,
      poNumber: 'PO-7',
      comment: 'Merci',
      entrust: { customerEmail: 'end@example.com', platformOrderNumber: '9' },
    })
    const { status, data } = await submit(browser, body)
    expect(status).toBe(200)
    expect(data.number).toMatch(/^C-26-1\d{4}$/)
    expect(data.redirectUrl).toBeNull()

    const order = await orderRow(data.orderId)
    expect(order).toMatchObject({
      number: data.number,
      customer_id: customer.id,
      project_id: basket.projectId,
      status: 'paid',
      language: 'fr',
      total_minor: String(view.total?.totalMinor),
      total: view.total,
      points: view.total?.points,
      carrier: 'dhl',
      po_number: 'PO-7',
      comment: 'Merci',
      dates: view.dates,
      entrust: null,
      shipping_address: { company: 'Atelier Martin', country: 'FR', phone: '612345678' },
      billing_address: { company: 'Comptabilite' },
    })
    expect(await orderLines(data.orderId)).toMatchObject([
      {
        position: 1,
        line_id: line?.id,
        upload_id: line?.upload.id,
        comment: 'Ébavurer',
        total_minor: String(line?.price?.linePrice.minor),
        ordered: {
          configuration: line?.configuration,
          price: { linePrice: line?.price?.linePrice },
          part: line?.part,
          attachments: [{ uploadId: attachment, name: 'plan.pdf' }],
          manual: false,
        },
      },
      { position: 2, line_id: lines[1]?.id },
    ])
    const events = await app.deps.db
      .selectFrom('order_event')
      .select(['from_status', 'to_status', 'actor'])
      .where('order_id', '=', data.orderId)
      .orderBy('id')
      .execute()
    expect(events[0]).toEqual({ from_status: null, to_status: 'awaiting_payment', actor: 'customer' })
    expect(await walletOf(app, customer.id)).toBe(100_000_00 - (view.total?.totalMinor ?? 0))
  })

  it('bills to the shipping address if no billing address is given', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const { data } = await submit(browser, (await aCheckout(browser, basket)).body)
    const { shipping_address, billing_address } = await orderRow(data.orderId)
    expect(billing_address).toEqual(shipping_address)
  })

  it('stores an end customer only for accounts that staff has marked', async () => {
    await updateRows(app, 'customer', { id: customer.id }, { is_entrust_order_account: true })

    const entrust = { customerEmail: 'end@example.com', platformOrderNumber: 'P-9' }
    const { browser, basket } = await aBasket(app, customer.id)
    const { view, body } = await aCheckout(browser, basket, { entrust })

    expect(view.entrust).toBe(true)

    const { data } = await submit(browser, body)
    expect((await orderRow(data.orderId)).entrust).toEqual(entrust)
  })

  it('records the accepted risks with the words, value and places that were accepted', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const [hole] = await someLines(app, browser, basket.projectId, 'holeNearEdge')
    const lineId = hole?.id ?? ''
    const found = hole?.findings.find(({ finding }) => finding.rule === 'hole-edge-distance')?.finding
    await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', {
      params: { projectId: basket.projectId, lineId },
      body: { ruleIds: ['hole-edge-distance'] },
    })

    const { data } = await submit(browser, (await aCheckout(browser, { ...basket, lineIds: [lineId] })).body)
    const [ordered] = await orderLines(data.orderId)
    const wording = 'Il ne reste que 2\u00a0mm entre le trou et le bord (0,5 × Ø)\u00a0: 1 × Ø conseillé.'

    expect(ordered?.ordered.acceptedRules).toEqual(['hole-edge-distance'])
    expect(ordered?.ordered.acceptedRisks).toMatchObject([
      {
        rule: 'hole-edge-distance',
        wording,
        finding: { value: found?.value, limit: 1, unit: '×', places: found?.places },
      },
    ])

    // The same words for every reader, whatever the language.
    browser.language = 'en'
    const { data: view } = await browser.call('GET /global/order/{orderId}', { params: { orderId: data.orderId } })
    expect(view.lines[0]?.acceptedRisks).toMatchObject([{ wording, places: [{ value: found?.value }] }])
  })

  it('orders only the chosen lines and the others in a later order (partial checkout)', async () => {
    const { browser, basket } = await aBasket(app, customer.id, 'block', 'largerBlock')
    const [first = '', second = ''] = basket.lineIds
    const one = await submit(browser, (await aCheckout(browser, { ...basket, lineIds: [first] })).body)
    const other = await submit(browser, (await aCheckout(browser, { ...basket, lineIds: [second] })).body)
    expect(one.data.orderId).not.toBe(other.data.orderId)
    expect((await orderLines(one.data.orderId)).map(({ line_id }) => line_id)).toEqual([first])
    expect((await orderLines(other.data.orderId)).map(({ line_id }) => line_id)).toEqual([second])
  })

  it('extends the retention of its files', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id)
    const { body } = await aCheckout(browser, basket)
    app.clock.advance(3600)
    await submit(browser, body)

    expect((await rowOf(app, 'upload', { id: lines[0]?.upload.id ?? '' })).last_used_at).toEqual(app.clock.now)
  })
})

describe('submission of an outdated price', () => {
  it('is refused after a catalogue change and accepted with the new price (MON-6)', async () => {
    const { browser, basket } = await aLargeBasket()
    const { view, body } = await aCheckout(browser, basket)
    await aPublishedCatalogue(app, '2026-03-02.77')
    await browser.call('POST /global/project/{projectId}/requote', { params: { projectId: basket.projectId } })

    const refused = await submit(browser, body)
    expect([refused.status, refused.error.code]).toEqual([409, 'PRICE_CHANGED'])

    const again = await aCheckout(browser, basket)
    expect(again.view.total?.totalMinor).not.toBe(view.total?.totalMinor)

    const { data } = await submit(browser, { ...body, acceptedPriceKey: again.body.acceptedPriceKey })
    expect((await orderRow(data.orderId)).total_minor).toBe(String(again.view.total?.totalMinor))
    expect(await ordersOf(customer.id)).toBe(1)
  })

  it('is refused if a part was changed in another tab, even at the same price (PAY-7)', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id)
    const { body } = await aCheckout(browser, basket)
    const [line] = lines
    if (line) await configure(browser, basket.projectId, line, { quantity: 9 })
    expect((await submit(browser, body)).error.code).toBe('PRICE_CHANGED')
    expect(await ordersOf(customer.id)).toBe(0)
  })

  it.each<[string, Partial<SubmitBody>]>([
    ['another carrier', { carrier: 'fedex' }],
    ['an account that pays the carriage', { freightCollect: true }],
    ['another currency of display', { currency: 'EUR' }],
    ['a key of nothing', { acceptedPriceKey: 'x' }],
    ['an empty key', { acceptedPriceKey: '' }],
  ])('is refused for %s (MON-5)', async (_what, change) => {
    const { browser, basket } = await aBasket(app, customer.id)
    await insertExpressAccount(app, customer.id, 'dhl', '123456789')
    const { body } = await aCheckout(browser, basket)
    expect((await submit(browser, { ...body, ...change })).error.code).toBe('PRICE_CHANGED')
  })

  it('is refused for another address and for a coupon added at the last moment (MON-5)', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const { body } = await aCheckout(browser, basket)
    const shippingAddressId = await anAddress(app, customer.id, 'shipping', { country: 'BR' })

    expect((await submit(browser, { ...body, shippingAddressId })).error.code).toBe('PRICE_CHANGED')

    const couponId = await aCoupon(app, customer.id)
    expect((await submit(browser, { ...body, couponId })).error.code).toBe('PRICE_CHANGED')

    expect((await rowOf(app, 'coupon', { id: couponId })).order_id).toBeNull()
  })

  it('is refused for an expired quote until it is requoted (MON-6)', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const { view, body } = await aCheckout(browser, basket)
    const before = app.clock.now

    app.clock.now = new Date(view.validUntil)

    const late = await submit(await aBrowserOf(app, customer.id), body)
    expect([late.status, late.error.code]).toEqual([409, 'QUOTE_EXPIRED'])

    app.clock.now = new Date(new Date(view.validUntil).getTime() - 1)
    expect((await submit(await aBrowserOf(app, customer.id), body)).status).toBe(200)

    app.clock.now = before
  })

  it('is refused for a line that is no longer ready', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const [plate] = await someLines(app, browser, basket.projectId, 'plate')
    const { body } = await aCheckout(browser, basket)
    const refused = await submit(browser, { ...body, lineIds: [...basket.lineIds, plate?.id ?? ''] })

    expect([refused.status, refused.error.code]).toEqual([409, 'LINE_NOT_READY'])

    await removeLines(browser, basket.projectId, basket.lineIds)

    expect((await submit(browser, body)).status).toBe(404)
  })
})

describe('submission that cannot be ordered', () => {
  it.each<[string, Partial<SubmitBody>, number, string]>([
    ['without the terms', { agreeTerms: false as true }, 422, 'VALIDATION'],
    ['without a line', { lineIds: [] }, 422, 'VALIDATION'],
    ['without an address', { shippingAddressId: '' }, 422, 'VALIDATION'],
    ['without a carrier', { carrier: null as unknown as 'dhl' }, 422, 'VALIDATION'],
    ['without a method of payment', { payment: {} as SubmitBody['payment'] }, 422, 'VALIDATION'],
  ])('refuses an order %s', async (_what, change, status, code) => {
    const { browser, basket } = await aBasket(app, customer.id)
    const { body } = await aCheckout(browser, basket)
    const answer = await submit(browser, { ...body, ...change })
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(await ordersOf(customer.id)).toBe(0)
  })

  it('stores nothing if the balance is too low', async () => {
    const poor = await aCustomer(app)
    const { browser, basket } = await aBasket(app, poor.id)
    const couponId = await aCoupon(app, poor.id)
    const { body } = await aCheckout(browser, { ...basket, couponId })

    expect((await submit(browser, body)).error.code).toBe('BALANCE_TOO_LOW')
    expect(await ordersOf(poor.id)).toBe(0)

    expect((await rowOf(app, 'coupon', { id: couponId })).order_id).toBeNull()
  })

  it('refuses an order that the carrier does not accept', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const couponId = await aCoupon(app, customer.id, { type: 'amount', usd: 5, minGoodsUsd: 100_000 })
    const { body } = await aCheckout(browser, { ...basket, couponId })
    const answer = await submit(browser, body)
    expect([answer.status, answer.error.code]).toEqual([422, 'ORDER_REFUSED'])
  })

  it('refuses freight collect without an account at the carrier', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    await insertExpressAccount(app, customer.id, 'fedex', '123456789')
    const { body } = await aCheckout(browser, { ...basket, freightCollect: true })
    const answer = await submit(browser, body)
    expect([answer.status, answer.error.code]).toEqual([422, 'FREIGHT_ACCOUNT_MISSING'])
  })

  it('refuses an order with nothing to pay', async () => {
    const { browser, basket } = await aLargeBasket()
    const couponId = await aCoupon(app, customer.id, { type: 'percent', percent: 100 })
    await insertExpressAccount(app, customer.id, 'dhl', '123456789')
    const { view, body } = await aCheckout(browser, { ...basket, couponId, freightCollect: true })
    expect(view.total?.totalMinor).toBe(0)
    expect((await submit(browser, body)).error.code).toBe('ORDER_REFUSED')
  })
})

describe('lines ordered before', () => {
  const transfer = { payment: { method: 'bank_transfer', bankCurrency: 'USD' } } as const

  it('refuses a second order of a paid line with the number of the first', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const tab = await aCheckout(browser, basket)
    const otherTab = await aCheckout(browser, basket)
    const first = await submit(browser, tab.body)
    const balance = await walletOf(app, customer.id)
    const second = await submit(browser, otherTab.body)

    expect([second.status, second.error.code]).toEqual([409, 'LINE_ORDERED'])
    expect(second.error.message).toContain(first.data.number)
    expect(await walletOf(app, customer.id)).toBe(balance)
    expect(await ordersOf(customer.id)).toBe(1)
  })

  it('blocks only the lines of an unpaid order, and names it', async () => {
    const { browser, basket } = await aBasket(app, customer.id, 'block', 'largerBlock')
    const [blocked = '', free = ''] = basket.lineIds
    const first = await submit(browser, (await aCheckout(browser, { ...basket, lineIds: [blocked] }, transfer)).body)

    const { view, body } = await aCheckout(browser, basket)
    expect(view.lines.map(({ lineId }) => lineId)).toEqual([free])
    expect(view.left).toMatchObject([
      { lineId: blocked, status: 'ordered', order: { number: first.data.number, isUnpaid: true, isCancellable: true } },
    ])

    const refused = await submit(browser, body)
    expect([refused.status, refused.error.code]).toEqual([409, 'ORDER_OPEN'])
    expect(refused.error.message).toContain(first.data.number)

    expect((await submit(browser, { ...body, lineIds: [free] })).status).toBe(200)
    expect(await ordersOf(customer.id)).toBe(2)
  })

  it('orders a line again after its order was cancelled', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const first = await submit(browser, (await aCheckout(browser, basket, transfer)).body)
    const { orderId } = first.data
    const { data: cancelled } = await browser.call('POST /global/order/{orderId}/cancel', {
      params: { orderId },
      body: { reason: 'Wrong parts' },
    })
    expect(cancelled.status).toBe('cancelled')

    const again = await submit(browser, (await aCheckout(browser, basket)).body)
    expect(again.status).toBe(200)
    expect(again.data.orderId).not.toBe(orderId)
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('replaces an order whose payment has expired', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const first = await submit(browser, (await aCheckout(browser, basket, transfer)).body)
    const { orderId } = first.data
    const intent = await rowOf(app, 'payment_intent', { order_id: orderId })
    await recordFacts(app.deps, intent.id, [systemFact(intent, 'expired', `expired ${intent.id}`)])

    const again = await submit(browser, (await aCheckout(browser, basket)).body)
    expect(again.status).toBe(200)
    expect((await rowOf(app, 'customer_order', { id: orderId })).status).toBe('cancelled')
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('answers a repeated submission the same after the quote has expired or was deleted', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const { body } = await aCheckout(browser, basket)
    const first = await submit(browser, body)
    await browser.call('DELETE /global/project/{projectId}', { params: { projectId: basket.projectId } })
    expect((await submit(browser, body)).data).toEqual(first.data)
  })
})
