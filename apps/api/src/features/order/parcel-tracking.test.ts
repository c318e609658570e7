import { beforeEach, describe, expect, it } from 'vitest'
import type { CarrierReport } from '#adapters/carrier.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aStaffBrowser } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { useSharedApp } from '#test/use-app.ts'
import { trackParcels } from './parcel-tracking.service.ts'

const app = useSharedApp()
let customer: { id: string; email: string }
let staff: Browser

beforeEach(async () => {
  customer = await aCustomer(app)
  staff = await aStaffBrowser(app)
})

const pack = (orderId: string, trackingNumber: string, lines?: { orderLineId: string; quantity: number }[]) =>
  staff.call('POST /global/staff/order/{orderId}/parcel', {
    params: { orderId },
    body: { carrier: 'dhl', trackingNumber, lines },
  })

/** An order whose parts are all in one parcel that has not left. */
async function aPackedOrder() {
  const { id: orderId } = await anOrderIn(app, customer.id, 'quality_check')
  const { data: parcel } = await pack(orderId, 'JD1')
  return { orderId, parcelId: parcel.id }
}

type Step = 'announced' | 'in_transit' | 'exception' | 'delivered' | 'ship the order'

async function take(step: Step, { orderId, parcelId }: { orderId: string; parcelId: string }): Promise<void> {
  app.clock.advance(60)
  const answer =
    step === 'ship the order'
      ? await staff.call('POST /global/staff/order/{orderId}/move', {
          params: { orderId },
          body: { to: 'shipped', reason: 'Le reste suit' },
        })
      : await staff.call('PATCH /global/staff/parcel/{parcelId}', {
          params: { parcelId },
          body: { state: step, place: `Lieu ${app.clock.now.toISOString()}` },
        })
  expect(answer.status).toBe(200)
  // Mails are listed by their time: those of this step come before the next one.
  await app.mails()
}

const deliveryMails = ['order-parcel-shipped', 'order-parcel-exception', 'order-shipped', 'order-delivered']

/** The customer's mails about the delivery, oldest first. */
async function mailsOfDelivery() {
  const mails = await app.mails()
  return mails.filter(({ to, kind }) => to === customer.email && deliveryMails.includes(kind)).reverse()
}

const sequences: [steps: Step[], mails: string[]][] = [
  [['in_transit'], ['order-parcel-shipped']],
  [['in_transit', 'in_transit', 'in_transit'], ['order-parcel-shipped']],
  [
    ['exception', 'in_transit'],
    ['order-parcel-exception', 'order-parcel-shipped'],
  ],
  [
    ['exception', 'exception', 'in_transit'],
    ['order-parcel-exception', 'order-parcel-shipped'],
  ],
  [
    ['exception', 'announced', 'in_transit'],
    ['order-parcel-exception', 'order-parcel-shipped'],
  ],
  [['in_transit', 'announced', 'in_transit'], ['order-parcel-shipped']],
  // Reported as delivered by mistake.
  [['delivered', 'in_transit'], ['order-parcel-shipped']],
  [
    ['in_transit', 'exception', 'in_transit'],
    ['order-parcel-shipped', 'order-parcel-exception'],
  ],
  [
    ['in_transit', 'exception', 'in_transit', 'exception', 'in_transit'],
    ['order-parcel-shipped', 'order-parcel-exception', 'order-parcel-exception'],
  ],
  [
    ['exception', 'ship the order', 'in_transit', 'delivered'],
    ['order-parcel-exception', 'order-shipped', 'order-delivered'],
  ],
  [
    ['ship the order', 'exception', 'in_transit', 'delivered'],
    ['order-shipped', 'order-parcel-exception', 'order-delivered'],
  ],
  [
    ['ship the order', 'exception', 'delivered'],
    ['order-shipped', 'order-parcel-exception', 'order-delivered'],
  ],
  [
    ['exception', 'delivered', 'ship the order'],
    ['order-parcel-exception', 'order-delivered', 'order-shipped'],
  ],
]

describe('the mails about a parcel', () => {
  it.each(sequences)('follow its reports: after %j they are %j', async (steps, mails) => {
    const packed = await aPackedOrder()
    const sent: string[] = []
    for (const step of steps) {
      await take(step, packed)
      const kinds = (await mailsOfDelivery()).map(({ kind }) => kind)
      // One step may send two mails at the same time.
      sent.push(...kinds.slice(sent.length).sort())
    }
    expect(sent).toEqual(mails)
  })

  it('include the departure of one that follows a shipped order, also after an incident', async () => {
    const { id: orderId } = await anOrderIn(app, customer.id, 'quality_check', { parts: ['block', 'largerBlock'] })
    const { data: order } = await staff.call('GET /global/staff/order/{orderId}', { params: { orderId } })
    const [first, second] = order.lines.map(({ id, quantity }) => ({ orderLineId: id, quantity }))
    if (!first || !second) throw new Error('the order has two lines')

    const { data: parcel } = await pack(orderId, 'JD1', [first])
    await take('ship the order', { orderId, parcelId: parcel.id })
    const { data: follower } = await pack(orderId, 'JD2', [second])
    await take('exception', { orderId, parcelId: follower.id })
    await take('in_transit', { orderId, parcelId: follower.id })

    const mails = await mailsOfDelivery()
    expect(mails.map(({ kind }) => kind)).toEqual(['order-shipped', 'order-parcel-exception', 'order-parcel-shipped'])
    expect(mails[2]?.subject).toMatch(/le colis 2 est parti$/)
  })

  it('say where the incident was, what the carrier reports and what the parcel holds', async () => {
    const { orderId, parcelId } = await aPackedOrder()
    const body = { state: 'exception', place: 'Tours', note: 'Adresse incomplète' } as const
    await staff.call('PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body })

    const mail = await app.mail(customer.email, 'order-parcel-exception')
    expect(mail.subject).toMatch(/le colis 1 est retenu$/)
    for (const text of ['DHL JD1', 'Lieu : Tours', 'Remarque : Adresse incomplète', '× block.stl'])
      expect(mail.text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(text)
    expect(mail.text).toContain(`/user/order/detail/${orderId}`)
  })

  it('come once if reports of the carrier arrive late and again', async () => {
    const { orderId, parcelId } = await aPackedOrder()
    await take('exception', { orderId, parcelId })

    const at = (minutes: number) => new Date(app.clock.now.getTime() + minutes * 60_000)
    const left: CarrierReport = { id: 'a', at: at(5), state: 'in_transit', place: '', note: '' }
    const held: CarrierReport = { id: 'b', at: at(9), state: 'exception', place: 'Tours', note: '' }
    const on: CarrierReport = { id: 'c', at: at(12), state: 'in_transit', place: 'Nantes', note: '' }
    for (const reports of [[held], [left, held], [left, held, on], [left, held, on]]) {
      app.clock.advance(60)
      const carriers = { book: () => Promise.resolve(null), listReports: () => Promise.resolve(reports) }
      await trackParcels({ ...app.deps, carriers })
      await app.mails()
    }

    expect((await mailsOfDelivery()).map(({ kind }) => kind)).toEqual([
      'order-parcel-exception',
      'order-parcel-shipped',
    ])
  })
})
