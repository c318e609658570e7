import { beforeAll, describe, expect, it } from 'vitest'
import { findBalance } from '#src/money/ledger.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { anOrderIn, anOrderInTwoParcels } from '#test/orders/order-status.ts'
import { updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { completeDelivered } from './order.service.ts'

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
const receive = (orderId: string) => browser.call('POST /global/order/{orderId}/receive', { params: { orderId } })

const parcel = (orderId: string, trackingNumber: string) =>
  staff.call('POST /global/staff/order/{orderId}/parcel', {
    params: { orderId },
    body: { carrier: 'fedex', trackingNumber },
  })

const tell = (parcelId: string, state: 'announced' | 'in_transit' | 'delivered' | 'exception') =>
  staff.call('PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: { state } })
const pointsOf = async (id = customerId) => (await findBalance(app.deps.db, 'points', id)).balanceMinor

describe('parcels', () => {
  it('deliver the order when the last one arrives', async () => {
    const { id } = await anOrderInTwoParcels(app, customerId)
    const [first, second] = (await look(id)).parcels
    const secondId = second?.id ?? ''

    expect(second).toMatchObject({ number: 2, state: 'announced', shippedAt: null, deliveredAt: null })
    expect((await tell(first?.id ?? '', 'delivered')).data).toMatchObject({
      state: 'delivered',
      deliveredAt: app.clock.now.toISOString(),
    })
    expect((await look(id)).status).toBe('shipped')

    await tell(secondId, 'exception')
    expect((await look(id)).status).toBe('shipped')

    app.clock.advance(60)
    expect((await tell(secondId, 'delivered')).data.deliveredAt).toBe(app.clock.now.toISOString())

    const view = await look(id)
    expect(view.status).toBe('delivered')
    expect(view.timeline.at(-1)).toMatchObject({ from: 'shipped', to: 'delivered', by: 'system' })
  })

  it('deliver the order once when two arrive at once', async () => {
    const { id } = await anOrderInTwoParcels(app, customerId)
    const ids = (await look(id)).parcels.map((one) => one.id)
    const answers = await Promise.all(ids.map((one) => tell(one, 'delivered')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await look(id)).timeline.filter(({ to }) => to === 'delivered')).toHaveLength(1)
  })

  it('are the same parcel if carrier and tracking number are the same', async () => {
    const { id } = await anOrderIn(app, customerId, 'quality_check')
    const [one, two] = await Promise.all([parcel(id, 'FX9'), parcel(id, 'FX9')])
    expect(one.data.id).toBe(two.data.id)
    expect((await look(id)).parcels).toHaveLength(1)
  })

  it('can return to in transit after a premature delivery report', async () => {
    const { id } = await anOrderIn(app, customerId, 'quality_check')
    const { data } = await parcel(id, 'FX4')
    await tell(data.id, 'delivered')
    expect((await look(id)).status).toBe('quality_check')
    expect((await tell(data.id, 'announced')).data).toMatchObject({ shippedAt: null, deliveredAt: null })
  })

  it('can be added only while an order is produced or shipped', async () => {
    for (const status of ['awaiting_payment', 'paid', 'in_review', 'delivered', 'cancelled'] as const) {
      const { id } = await anOrderIn(app, customerId, status)
      expect(await parcel(id, 'FX5'), status).toMatchObject({ status: 409, error: { code: 'ORDER_STATE' } })
    }
    expect((await parcel('00000000-0000-4000-8000-000000000000', 'FX6')).status).toBe(404)
    expect((await tell('00000000-0000-4000-8000-000000000000', 'delivered')).status).toBe(404)
  })
})

describe('receipt and points', () => {
  it('completes the order once and credits the points when the customer confirms (catalogue 7)', async () => {
    const { id } = await anOrderIn(app, customerId, 'delivered', { points: 42 })
    const before = await pointsOf()
    expect(await receive(id)).toMatchObject({ status: 200, data: { status: 'completed' } })
    expect((await look(id)).timeline.at(-1)).toMatchObject({ to: 'completed', by: 'customer' })
    expect(await receive(id)).toMatchObject({ status: 409, error: { code: 'ORDER_STATE' } })
    expect(await pointsOf()).toBe(before + 42)
  })

  it('is refused before delivery', async () => {
    const { id } = await anOrderIn(app, customerId, 'shipped')
    expect((await receive(id)).error.code).toBe('ORDER_STATE')
  })

  it('credits the points once for ten concurrent confirmations', async () => {
    const { id } = await anOrderIn(app, customerId, 'delivered', { points: 10 })
    const before = await pointsOf()
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await pointsOf()).toBe(before + 10)
  })

  it('credits no points for refunded money', async () => {
    const { id, total_minor } = await anOrderIn(app, customerId, 'delivered', { points: 100 })
    const before = await pointsOf()
    await updateRows(app, 'payment_intent', { order_id: id }, { refunded_minor: Math.round(Number(total_minor) / 4) })
    await receive(id)

    expect((await pointsOf()) - before).toBeGreaterThanOrEqual(74)
    expect((await pointsOf()) - before).toBeLessThanOrEqual(75)
  })

  it('completes the order by itself after the catalogue’s days without confirmation', async () => {
    const own = (await aCustomer(app)).id
    const order = await anOrderIn(app, own, 'delivered', { points: 7 })
    const lastStep = async () => {
      const owner = await aBrowserOf(app, own)
      return (await owner.call('GET /global/order/{orderId}', { params: { orderId: order.id } })).data.timeline.at(-1)
    }

    const delivered = app.clock.now
    app.clock.now = new Date(delivered.getTime() + 14 * 86_400_000 - 1)
    await completeDelivered(app.deps)

    expect(await lastStep()).toMatchObject({ to: 'delivered' })

    app.clock.now = new Date(delivered.getTime() + 14 * 86_400_000)
    await Promise.all([completeDelivered(app.deps), completeDelivered(app.deps)])

    expect(await lastStep()).toMatchObject({ to: 'completed', by: 'system' })
    expect(await pointsOf(own)).toBe(7)

    app.clock.now = delivered
  })
})

describe('reviews (spec 3)', () => {
  const ratings = { stars: 5, workmanship: 4, product: 3, service: 2, logistics: 1 }
  const review = (orderId: string, body: object = ratings) =>
    browser.send<{ review: unknown; can: { review: boolean } }>('POST /global/order/{orderId}/review', {
      params: { orderId },
      body,
    })

  it('are accepted once for a delivered order, with five ratings', async () => {
    const { id } = await anOrderIn(app, customerId, 'delivered')
    const { data } = await review(id, { ...ratings, comment: 'Très bien,\nmerci.' })
    expect(data).toMatchObject({ review: { ...ratings, comment: 'Très bien,\nmerci.' }, can: { review: false } })
    expect(await review(id)).toMatchObject({ status: 409, error: { code: 'ALREADY_REVIEWED' } })
    expect((await look(id)).review).toMatchObject({ ...ratings, at: app.clock.now.toISOString() })
  })

  it('are stored once when two arrive at once', async () => {
    const { id } = await anOrderIn(app, customerId, 'completed')
    const answers = await Promise.all([review(id), review(id), review(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('are refused before delivery and for invalid ratings', async () => {
    const shipped = await anOrderIn(app, customerId, 'shipped')
    expect((await review(shipped.id)).error.code).toBe('ORDER_NOT_DELIVERED')

    const { id } = await anOrderIn(app, customerId, 'delivered')
    for (const stars of [0, 6, 4.5, '5', null]) expect((await review(id, { ...ratings, stars })).status).toBe(422)

    const { logistics: _left, ...four } = ratings
    expect((await review(id, four)).status).toBe(422)
    expect((await review(id, { ...ratings, status: 'refunded' })).status).toBe(422)
    expect((await look(id)).review).toBeNull()
  })
})
