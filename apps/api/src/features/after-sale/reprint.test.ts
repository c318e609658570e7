import type { ErrorCode } from '@cotation/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, type TestCustomer, useStaff } from '#test/builders.ts'
import { aClaim, aDeliveredOrder, anAcceptedClaim, type DeliveredOrder, deliver } from '#test/orders/claims.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { expectSoundLedger, pointsOf } from '#test/orders/payments.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
const staff = useStaff(app)
let customer: TestCustomer
let delivered: DeliveredOrder

beforeEach(async () => {
  customer = await aCustomer(app)
  delivered = await aDeliveredOrder(app, customer.id, { parts: ['block', 'largerBlock'] })
})

const codeOf = ({ status, error }: { status: number; error: { code: ErrorCode } }) => [status, error.code]
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\n]/g, ' ')
const orderView = async (orderId: string) =>
  (await delivered.browser.call('GET /global/order/{orderId}', { params: { orderId } })).data

type Numbers = { orderNumber: string; workOrderNumber: string }

function place({ orderNumber, workOrderNumber }: Numbers, ...quantities: number[]) {
  const lines = quantities.flatMap((quantity, i) =>
    quantity > 0 ? [{ lineId: delivered.lineIds[i] ?? '', quantity }] : [],
  )
  return delivered.browser.call('POST /global/afterSale/order', { body: { orderNumber, workOrderNumber, lines } })
}

describe('the after-sale order', () => {
  it('makes claimed parts again at no cost, linked with its original and its claim', async () => {
    const numbers = await anAcceptedClaim(staff, delivered)
    const { data, status } = await place(numbers, 2, 1)
    expect(status).toBe(200)

    const reprint = await orderView(data.orderId)
    const original = await orderView(delivered.order.id)
    expect(reprint).toMatchObject({
      status: 'paid',
      totalMinor: 0,
      paidMinor: 0,
      dueMinor: 0,
      total: { points: 0, totalMinor: 0, shipping: { minor: 0 } },
      payments: [],
      original: { id: original.id, number: original.number, workOrderNumber: numbers.workOrderNumber },
      shippingAddress: original.shippingAddress,
      carrier: original.carrier,
      lines: [
        { quantity: 2, unitMinor: 0, totalMinor: 0 },
        { quantity: 1, unitMinor: 0, totalMinor: 0 },
      ],
      timeline: [{ from: null, to: 'paid', by: 'customer' }],
      documents: ['pro-forma'],
      can: { cancel: true, pay: false, claim: false },
    })
    expect(reprint.number).not.toBe(original.number)
    expect(original).toMatchObject({
      claims: [{ id: numbers.claim.id, reprint: { id: reprint.id, number: reprint.number, status: 'paid' } }],
    })

    const { data: claim } = await delivered.browser.call('GET /global/afterSale/claim/{claimId}', {
      params: { claimId: numbers.claim.id },
    })
    expect(claim).toMatchObject({ reprint: { id: reprint.id }, can: { withdraw: false, order: false } })
    const forStaff = await staff.call('GET /global/staff/order/{orderId}', { params: { orderId: reprint.id } })
    expect(forStaff.data.original?.number).toBe(original.number)

    const mail = await app.mail(customer.email, 'after-sale-order')
    expect(mail.text).toContain(original.number)
    await expectSoundLedger(app)
  })

  it('carries the accepted risks and the configuration, and the anodizing quantity follows', async () => {
    const [lineId = ''] = delivered.lineIds
    const { ordered } = await rowOf(app, 'order_line', { id: lineId })
    if (!ordered.configuration) throw new Error('the part is not configured')
    const anodizing = { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 5 } as const
    const configuration = { ...ordered.configuration, quantity: 5, services: [anodizing] }
    // Orders of earlier releases recorded no wording.
    const changed = JSON.stringify({
      ...ordered,
      configuration,
      acceptedRules: ['min-wall-mjf'],
      acceptedRisks: undefined,
    })
    await updateRows(app, 'order_line', { id: lineId }, { ordered: changed })

    const numbers = await anAcceptedClaim(staff, delivered)
    const { data: products } = await delivered.browser.call('GET /global/afterSale/workOrder', {
      query: { orderNumber: ` ${numbers.orderNumber.toLowerCase()} `, workOrderNumber: numbers.workOrderNumber },
    })
    expect(products.lines).toMatchObject([
      { lineId, quantity: 5, claimed: 2, anodized: true, acceptedRules: ['min-wall-mjf'] },
      { quantity: 5, claimed: 2, anodized: false },
    ])

    const { data } = await place(numbers, 2, 0)
    expect((await orderView(data.orderId)).lines).toMatchObject([
      {
        acceptedRisks: [{ rule: 'min-wall-mjf', wording: 'Épaisseur minimale de paroi en MJF', places: [] }],
        configuration: { quantity: 2, services: [{ ...anodizing, quantity: 2 }] },
      },
    ])
  })

  it('goes through production to delivery, earns no points, and has a packing list but no invoice', async () => {
    await updateRows(app, 'customer_order', { id: delivered.order.id }, { points: 100 })
    const numbers = await anAcceptedClaim(staff, delivered)
    const { data } = await place(numbers, 2, 0)

    await deliver(app, { id: data.orderId, number: data.number })
    await moveTo(app, data.orderId, 'completed')
    expect(await pointsOf(app, customer.id)).toBe(0)
    const reprint = await orderView(data.orderId)
    expect(reprint).toMatchObject({ status: 'completed', documents: ['pro-forma', 'packing-list'] })

    const document = (kind: string) => delivered.browser.fetch(`/gateway/global/order/${data.orderId}/document/${kind}`)
    expect((await document('invoice')).status).toBe(404)
    for (const kind of ['pro-forma', 'packing-list']) {
      const text = plain(pdfPages(new Uint8Array(await (await document(kind)).arrayBuffer())).join('\n'))
      expect(text).toContain(delivered.order.number)
      expect(text).toContain(numbers.workOrderNumber)
      expect(text).not.toMatch(/[{}]|undefined|NaN/)
      if (kind === 'pro-forma') expect(text).toContain('Valeur pour la douane uniquement')
    }

    const { data: list } = await delivered.browser.call('GET /global/order', { query: {} })
    // Both were placed at the same moment, so the list may begin with either.
    const listed = list.orders.find(({ id }) => id === data.orderId)
    expect(listed).toMatchObject({ totalMinor: 0, original: { number: delivered.order.number } })
    const original = list.orders.find(({ id }) => id === delivered.order.id)
    expect(original?.original).toBeNull()
    await expectSoundLedger(app)
  })

  it('is placed once: the same request finds it, another one is refused', async () => {
    const numbers = await anAcceptedClaim(staff, delivered)
    const answers = await Promise.all(Array.from({ length: 5 }, () => place(numbers, 2, 2)))
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1)
    expect(await rowsOf(app, 'customer_order', { original_order_id: delivered.order.id })).toHaveLength(1)
    expect(codeOf(await place(numbers, 1, 2))).toEqual([409, 'WORK_ORDER_USED'])
  })

  it('can be placed again after its cancellation, which moves no money', async () => {
    const numbers = await anAcceptedClaim(staff, delivered)
    const first = await place(numbers, 2, 2)
    const cancelled = await delivered.browser.call('POST /global/order/{orderId}/cancel', {
      params: { orderId: first.data.orderId },
      body: { reason: 'Autre adresse' },
    })
    expect(cancelled.data.status).toBe('cancelled')

    const mail = await app.mail(customer.email, 'order-cancelled')
    expect(plain(mail.text)).toContain('Elle était sans frais : il n’y a rien à rembourser.')
    expect(mail.text).toContain(`le numéro d’intervention ${numbers.workOrderNumber}`)
    expect(mail.text).not.toMatch(/débité|coupon|[{}]/)

    const second = await place(numbers, 1, 2)
    expect(second.status).toBe(200)
    expect(second.data.number).not.toBe(first.data.number)
    await expectSoundLedger(app)
  })

  it('refuses more than was claimed, products that were not claimed, and unknown lines', async () => {
    const [first = ''] = delivered.lineIds
    const numbers = await anAcceptedClaim(staff, delivered, { lines: [{ lineId: first, quantity: 2 }] })
    expect(codeOf(await place(numbers, 3, 0))).toEqual([422, 'REFABRICATION_TOO_HIGH'])
    expect(codeOf(await place(numbers, 2, 1))).toEqual([422, 'REFABRICATION_TOO_HIGH'])

    const other = await aDeliveredOrder(app, customer.id)
    const lines = [{ lineId: other.lineIds[0] ?? '', quantity: 1 }]
    const { claim: _, ...body } = numbers
    expect(codeOf(await delivered.browser.call('POST /global/afterSale/order', { body: { ...body, lines } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })

  it('requires both numbers, at least one product and a quantity for each (spec 5)', async () => {
    const send = async (body: object) => (await delivered.browser.send('POST /global/afterSale/order', { body })).error
    const lines = [{ lineId: delivered.lineIds[0], quantity: 1 }]
    expect((await send({ orderNumber: '', workOrderNumber: ' ', lines: [] })).issues).toMatchObject([
      { path: 'orderNumber', code: 'ORDER_NUMBER_REQUIRED' },
      { path: 'workOrderNumber', code: 'WORK_ORDER_REQUIRED' },
      { path: 'lines', code: 'PRODUCT_REQUIRED' },
    ])
    const without = await send({ orderNumber: 'C', workOrderNumber: 'W', lines: [{ ...lines[0], quantity: null }] })
    expect(without.issues).toMatchObject([{ path: 'lines.0.quantity', code: 'QUANTITY_REQUIRED' }])
    expect((await send({ orderNumber: 'C-26-1', workOrderNumber: 'W-26-1', lines })).code).toBe('WORK_ORDER_UNKNOWN')
  })

  it('is for the owner of an accepted claim only', async () => {
    const open = await aClaim(delivered, { lines: [{ lineId: delivered.lineIds[0] ?? '', quantity: 1 }] })
    const numbers = await anAcceptedClaim(staff, delivered)
    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    const { claim, ...query } = numbers
    const answer = await stranger.call('GET /global/afterSale/workOrder', { query })
    expect(codeOf(answer)).toEqual([404, 'WORK_ORDER_UNKNOWN'])

    const byStaff = (claimId: string) =>
      staff.call('POST /global/staff/afterSale/{claimId}/order', {
        params: { claimId },
        body: { lines: [{ lineId: delivered.lineIds[0] ?? '', quantity: 1 }] },
      })
    expect(codeOf(await byStaff(open.id))).toEqual([409, 'CLAIM_STATE'])

    const placed = await byStaff(claim.id)
    expect(placed.status).toBe(200)
    expect((await orderView(placed.data.orderId)).timeline).toMatchObject([{ from: null, to: 'paid', by: 'staff' }])
  })

  it('cannot be claimed itself: its parts were claimed on the original', async () => {
    const { data } = await place(await anAcceptedClaim(staff, delivered), 2, 2)
    await deliver(app, { id: data.orderId, number: data.number })
    expect((await orderView(data.orderId)).can.claim).toBe(false)
    const params = { orderId: data.orderId }
    expect(codeOf(await delivered.browser.call('GET /global/afterSale/order/{orderId}', { params }))).toEqual([
      422,
      'CLAIM_ON_REPRINT',
    ])
  })

  it('is refused once the files are gone, and a claim keeps them from expiring', async () => {
    const numbers = await anAcceptedClaim(staff, delivered)
    const { upload_id: id } = await rowOf(app, 'order_line', { id: delivered.lineIds[0] ?? '' })
    expect((await rowOf(app, 'upload', { id })).last_used_at).toEqual(app.clock.now)
    await updateRows(app, 'upload', { id }, { state: 'expired' })
    expect(codeOf(await place(numbers, 1, 0))).toEqual([422, 'AFTER_SALE_FILES_GONE'])
  })

  it('can be ordered again at the usual price', async () => {
    const { data } = await place(await anAcceptedClaim(staff, delivered), 2, 0)
    const again = await delivered.browser.call('POST /global/order/{orderId}/reorder', {
      params: { orderId: data.orderId },
    })
    expect([again.status, again.data.lines]).toEqual([200, 1])
  })
})
