import type { StaffStatus } from '@cotation/domain'
import { type KyselyPlugin, SelectQueryNode } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CarrierGateway, CarrierReport } from '#adapters/carrier.ts'
import { AppError } from '#core/app-error.ts'
import { bySystem } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { finishProduction } from '#test/orders/finish-production.ts'
import { makeParts, makeRun } from '#test/orders/inspection.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { anOrderInProduction, report, runsOf } from '#test/orders/production.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { addParcel } from './parcel.service.ts'
import { trackParcels } from './parcel-tracking.service.ts'

const app = useSharedApp()
let customerId: string
let email: string
let browser: Browser
let staff: Browser

beforeAll(async () => {
  const customer = await aCustomer(app)
  customerId = customer.id
  email = customer.email
  browser = await aBrowserOf(app, customerId)
  staff = await aStaffBrowser(app)
})

/** An order of five brackets and two covers that waits for its parcels. */
async function aPackableOrder(status: 'in_production' | 'quality_check' = 'quality_check') {
  const order = await anOrderIn(app, customerId, status, { parts: ['block', 'largerBlock'] })
  const rows = await rowsOf(app, 'order_line', { order_id: order.id })
  const [brackets, covers] = rows.toSorted((one, other) => one.position - other.position)
  if (!brackets || !covers) throw new Error('the order has two lines')

  await updateRows(app, 'order_line', { id: brackets.id }, { name: 'bracket.stl', quantity: 5 })
  await updateRows(app, 'order_line', { id: covers.id }, { name: 'cover.stl', quantity: 2 })
  await finishProduction(app, order.id)
  return { orderId: order.id, brackets: brackets.id, covers: covers.id }
}

const look = async (orderId: string) =>
  (await browser.call('GET /global/order/{orderId}', { params: { orderId } })).data

type Contents = Record<string, number>
let tracking = 1000

const pack = (
  orderId: string,
  contents: Contents,
  traits: { weightG?: number; boxMm?: [number, number, number] } = {},
) =>
  staff.call('POST /global/staff/order/{orderId}/parcel', {
    params: { orderId },
    body: {
      carrier: 'dhl',
      trackingNumber: `JD${tracking++}`,
      lines: Object.entries(contents).map(([orderLineId, quantity]) => ({ orderLineId, quantity })),
      ...traits,
    },
  })

const tell = (parcelId: string, state: 'announced' | 'in_transit' | 'delivered', place = '') =>
  staff.call('PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: { state, place } })
const move = (orderId: string, to: StaffStatus, reason = '') =>
  staff.call('POST /global/staff/order/{orderId}/move', { params: { orderId }, body: { to, reason } })

/** Whether the work list has steps of a run. */
async function isListed(code: string): Promise<boolean> {
  const query = { columns: 'code', search: code }
  const { data } = await staff.call('GET /global/staff/list/production', { query })
  return data.rows.length > 0
}

/** A shipped order of three pieces: one is in its parcel, two are made again. */
async function aPartlyShippedOrder() {
  const { id: orderId } = await anOrderInProduction(app, customerId, { quantity: 3 })
  const [run] = await runsOf(staff, orderId)
  if (!run) throw new Error('no run')
  await report(staff, run.steps[0]?.id ?? '', { good: 1, scrap: 2, reason: 'size' })
  await makeRun(staff, run)

  await pack(orderId, { [run.lineId]: 1 })
  await move(orderId, 'quality_check', 'Deux pièces sont refaites')
  await move(orderId, 'shipped', 'Deux pièces suivent')

  const remake = (await runsOf(staff, orderId)).find(({ code }) => code !== run.code)
  if (!remake) throw new Error('no re-make')
  return { orderId, lineId: run.lineId, remake }
}

describe('a split shipment', () => {
  it('shows the customer which parts are in which parcel, with what customs ask', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 3, [covers]: 2 }, { weightG: 1450, boxMm: [300, 200, 100] })
    await pack(orderId, { [brackets]: 2 })

    const { parcels, lines } = await look(orderId)
    const unitMinor = lines[0]?.unitMinor ?? 0
    expect(parcels).toMatchObject([
      {
        number: 1,
        weightG: 1450,
        boxMm: [300, 200, 100],
        lines: [
          { orderLineId: brackets, name: 'bracket.stl', quantity: 3, valueMinor: 3 * unitMinor },
          { orderLineId: covers, name: 'cover.stl', quantity: 2 },
        ],
        events: [{ state: 'announced' }],
      },
      { number: 2, weightG: null, boxMm: null, lines: [{ orderLineId: brackets, quantity: 2 }] },
    ])

    const [first, second] = parcels
    const wholeWeight = lines[0]?.customs?.netWeightG ?? 0
    expect(first?.lines[0]?.customs).toMatchObject({ hsCode: '392690', origin: 'CN' })
    const packedWeight = (first?.lines[0]?.customs?.netWeightG ?? 0) + (second?.lines[0]?.customs?.netWeightG ?? 0)
    expect(packedWeight).toBeCloseTo(wholeWeight, 0)
  })

  it('packs what is left if no contents are given', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 3 })
    const { data } = await staff.call('POST /global/staff/order/{orderId}/parcel', {
      params: { orderId },
      body: { carrier: 'dhl', trackingNumber: 'REST' },
    })
    expect(data.lines).toMatchObject([
      { orderLineId: brackets, quantity: 2 },
      { orderLineId: covers, quantity: 2 },
    ])
  })

  it('refuses pieces whose steps are open, and says which', async () => {
    const { orderId, brackets, covers } = await aPackableOrder('in_production')
    const { id: runId } = await rowOf(app, 'production_run', { line_id: brackets })
    const inspection = { run_id: runId, operation: 'inspection' } as const
    await updateRows(app, 'production_step', inspection, { state: 'ready', good: 0 })
    await updateRows(app, 'production_step', { run_id: runId, operation: 'packing' }, { state: 'waiting' })

    const refused = await pack(orderId, { [brackets]: 5, [covers]: 2 })
    expect(refused).toMatchObject({ status: 409, error: { code: 'PIECES_UNFINISHED' } })
    expect(refused.error.message).toMatch(/^Aucune pièce de bracket\.stl .* 5\..*\s: Contrôle\.$/)
    expect((await pack(orderId, { [covers]: 2 })).status).toBe(200)
    expect((await look(orderId)).lines.map(({ making }) => making?.finishedPieces)).toEqual([0, 2])

    await updateRows(app, 'production_step', inspection, { state: 'done', good: 5 })
    await updateRows(app, 'production_step', { run_id: runId, operation: 'packing' }, { state: 'ready' })
    expect((await pack(orderId, { [brackets]: 5 })).status).toBe(200)
  })

  it('packs the pieces that are finished while lost ones are made again', async () => {
    const { id: orderId } = await anOrderInProduction(app, customerId, { quantity: 5 })
    const [run] = await runsOf(staff, orderId)
    if (!run) throw new Error('no run')
    await report(staff, run.steps[0]?.id ?? '', { good: 3, scrap: 2, reason: 'size' })
    await makeRun(staff, run)

    const { error } = await pack(orderId, { [run.lineId]: 4 })
    expect(error.code).toBe('PIECES_UNFINISHED')
    expect(error.message).toMatch(/^Seulement 3 pièces de block\.stl/)
    expect((await pack(orderId, { [run.lineId]: 3 })).status).toBe(200)
    expect((await pack(orderId, { [run.lineId]: 1 })).error.message).toMatch(/^Aucune pièce de block\.stl/)

    await makeParts(staff, orderId)
    expect((await pack(orderId, { [run.lineId]: 2 })).status).toBe(200)
  })

  it('refuses more parts than are left, and lines of other orders', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const other = await aPackableOrder()
    await pack(orderId, { [brackets]: 3 })

    expect(await pack(orderId, { [brackets]: 3 })).toMatchObject({ status: 409, error: { code: 'PARCEL_QUANTITY' } })
    expect((await pack(orderId, { [other.covers]: 1 })).error.code).toBe('NOT_FOUND')
    expect((await pack(orderId, {})).error.code).toBe('VALIDATION')
    expect((await look(orderId)).parcels).toHaveLength(1)
  })

  it('takes the same parcel again for a repeat, and refuses its number for another', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    const boxMm: [number, number, number] = [300, 200, 100]
    const packNumbered = (lines: { orderLineId: string; quantity: number }[] | undefined, weightG: number) =>
      staff.call('POST /global/staff/order/{orderId}/parcel', {
        params: { orderId },
        body: { carrier: 'dhl', trackingNumber: 'JD-AGAIN', lines, weightG, boxMm },
      })
    const three = { orderLineId: brackets, quantity: 3 }
    const one = { orderLineId: covers, quantity: 1 }

    const { data: first } = await packNumbered([three, one], 1450)
    const { data: again } = await packNumbered([one, three], 1450)
    expect(again.id).toBe(first.id)

    for (const refused of [
      await packNumbered([three], 1450),
      await packNumbered([{ ...three, quantity: 2 }, one], 1450),
      await packNumbered([three, one], 1500),
      await packNumbered(undefined, 1450),
    ]) {
      expect(refused).toMatchObject({ status: 409, error: { code: 'TRACKING_NUMBER_USED' } })
      expect(refused.error.message).toMatch(/^Le colis 1 .* JD-AGAIN, avec un autre contenu/)
    }
    expect((await look(orderId)).parcels).toHaveLength(1)
  })

  it('leaves the order where it is until everything is packed, unless a reason is given', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 5 })
    expect(await move(orderId, 'shipped')).toMatchObject({ status: 409, error: { code: 'PARTS_UNPACKED' } })

    const { data: rest } = await pack(orderId, { [covers]: 2 })
    expect(await move(orderId, 'shipped')).toMatchObject({ status: 200, data: { status: 'shipped' } })
    expect(rest.state).toBe('announced')

    const short = await aPackableOrder()
    await pack(short.orderId, { [short.brackets]: 5 })
    expect((await move(short.orderId, 'shipped', 'Les capots suivent')).data.status).toBe('shipped')
  })

  it('does not deliver an order whose last parts are in no parcel yet', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    const { data: first } = await pack(orderId, { [brackets]: 5 })
    await move(orderId, 'shipped', 'Les capots suivent')

    await tell(first.id, 'delivered')
    expect((await look(orderId)).status).toBe('shipped')

    const { data: second } = await pack(orderId, { [covers]: 2 })
    await tell(second.id, 'delivered')
    expect((await look(orderId)).status).toBe('delivered')
  })

  it('is marked as delivered by staff without its last parts only with a reason', async () => {
    const { orderId, brackets } = await aPackableOrder()
    await pack(orderId, { [brackets]: 5 })
    await move(orderId, 'shipped', 'Les capots suivent')

    expect(await move(orderId, 'delivered')).toMatchObject({ status: 409, error: { code: 'PARTS_UNPACKED' } })
    expect(await look(orderId)).toMatchObject({ status: 'shipped', parcels: [{ state: 'in_transit' }] })
    const received = await browser.call('POST /global/order/{orderId}/receive', { params: { orderId } })
    expect(received).toMatchObject({ status: 409, error: { code: 'ORDER_STATE' } })

    expect((await move(orderId, 'delivered', 'Le client renonce aux capots')).data.status).toBe('delivered')
    expect((await look(orderId)).timeline.at(-1)).toMatchObject({ by: 'staff', reason: 'Le client renonce aux capots' })
  })

  it('says in the check of several orders which parts ask for a reason', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 2 })
    const check = async (to: StaffStatus) => {
      const { data } = await staff.call('GET /global/staff/order-move', { query: { orderIds: orderId, to } })
      return data.orders
    }
    const pieces = [
      { lineId: brackets, name: 'bracket.stl', quantity: 3 },
      { lineId: covers, name: 'cover.stl', quantity: 2 },
    ]

    expect(await check('shipped')).toMatchObject([{ refusal: 'PARTS_UNPACKED', pieces }])
    await move(orderId, 'shipped', 'Le reste suit')
    expect(await check('delivered')).toMatchObject([{ refusal: 'PARTS_UNPACKED', pieces }])

    await pack(orderId, { [brackets]: 3, [covers]: 2 })
    expect(await check('delivered')).toMatchObject([{ refusal: null, pieces: [] }])
  })

  it('lets the pieces that follow a shipped order be made and packed', async () => {
    const { orderId, lineId, remake } = await aPartlyShippedOrder()
    expect((await look(orderId)).lines[0]?.making).toMatchObject({ remakePieces: 2, finishedPieces: 1 })
    expect(await isListed(remake.code)).toBe(true)

    await makeParts(staff, orderId)
    expect((await look(orderId)).lines[0]?.making).toMatchObject({ remakePieces: 2, finishedPieces: 3 })
    expect((await pack(orderId, { [lineId]: 2 })).status).toBe(200)

    expect(await isListed(remake.code)).toBe(false)
    expect((await look(orderId)).lines[0]?.making).toBeNull()
    expect((await move(orderId, 'delivered')).data.status).toBe('delivered')
  })

  it('ends the open steps of pieces that the customer does without', async () => {
    const { orderId, remake } = await aPartlyShippedOrder()
    expect((await report(staff, remake.steps[0]?.id ?? '', { good: 2 })).status).toBe(200)
    await move(orderId, 'delivered', 'Le client renonce aux deux autres')

    expect(await isListed(remake.code)).toBe(false)
    const late = await report(staff, remake.steps[1]?.id ?? '', { good: 2 })
    expect(late).toMatchObject({ status: 409, error: { code: 'ORDER_STATE' } })
    expect((await look(orderId)).lines[0]?.making).toBeNull()
  })

  it('tells the customer about a parcel that leaves before the rest, with its contents', async () => {
    const { orderId, brackets } = await aPackableOrder('in_production')
    const { data } = await pack(orderId, { [brackets]: 4 })
    expect((await tell(data.id, 'in_transit', 'Lyon')).data.events).toMatchObject([
      { state: 'announced' },
      { state: 'in_transit', place: 'Lyon' },
    ])

    const mail = await app.mail(email, 'order-parcel-shipped')
    expect(mail.text).toContain('4 × bracket.stl')
    expect(mail.text).toContain('Le reste de la commande suit')
    expect(mail.text).not.toContain('rapports de contrôle')
    expect(mail.text).toContain(`/user/order/detail/${orderId}\n`)
    expect((await look(orderId)).status).toBe('in_production')
  })

  it('holds a first parcel back by what holds back the order', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const { data } = await pack(orderId, { [brackets]: 1 })
    await updateRows(app, 'customer_order', { id: orderId }, { carrier: 'dhl', freight_account: '123456789' })

    expect((await tell(data.id, 'in_transit')).error.code).toBe('FREIGHT_ACCOUNT_UNCONFIRMED')
    expect((await look(orderId)).parcels).toMatchObject([{ state: 'announced', shippedAt: null }])
  })
})

describe('a wrong parcel', () => {
  it('is removed before it leaves, and its parts can be packed again', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const { data } = await pack(orderId, { [brackets]: 5 })
    const remove = () => staff.call('DELETE /global/staff/parcel/{parcelId}', { params: { parcelId: data.id } })

    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await look(orderId)).parcels).toEqual([])
    expect(await rowsOf(app, 'audit_entry', { subject_id: data.id, action: 'parcel.removed' })).toHaveLength(1)

    const { data: again } = await pack(orderId, { [brackets]: 5 })
    await tell(again.id, 'in_transit')
    const kept = await staff.call('DELETE /global/staff/parcel/{parcelId}', { params: { parcelId: again.id } })
    expect(kept).toMatchObject({ status: 409, error: { code: 'PARCEL_LEFT' } })
  })

  it('stays once it has left, even if its state is corrected', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const { data } = await pack(orderId, { [brackets]: 5 })
    await tell(data.id, 'in_transit')
    await tell(data.id, 'announced')

    const removed = await staff.call('DELETE /global/staff/parcel/{parcelId}', { params: { parcelId: data.id } })
    expect(removed).toMatchObject({ status: 409, error: { code: 'PARCEL_LEFT' } })
  })

  it('is refused without contents, because its order would count as packed', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 5, [covers]: 2 })

    const input = { params: { orderId }, body: { carrier: 'dhl', trackingNumber: 'EMPTY-1' } } as const
    expect(await staff.call('POST /global/staff/order/{orderId}/parcel', input)).toMatchObject({
      status: 409,
      error: { code: 'PARCEL_QUANTITY' },
    })
  })
})

/** Removes the row locks of all reads: what the race would be without them. */
const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (!SelectQueryNode.is(node)) return node
    const { endModifiers: _locks, ...rest } = node
    return rest as typeof node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** Ten people pack two of the five brackets each. */
async function packAtOnce(deps: Deps) {
  const { orderId, brackets } = await aPackableOrder()
  const packing = Array.from({ length: 10 }, (_, index) =>
    addParcel(
      deps,
      orderId,
      { carrier: 'sf', trackingNumber: `RACE${index}`, lines: [{ orderLineId: brackets, quantity: 2 }] },
      bySystem,
    ),
  )
  const results = await Promise.allSettled(packing)
  const contents = await rowsOf(app, 'parcel_content', { order_line_id: brackets })

  return {
    packed: contents.reduce((sum, { quantity }) => sum + quantity, 0),
    refusals: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

const isExplained = (reason: unknown) => reason instanceof AppError && reason.code === 'PARCEL_QUANTITY'

describe('ten people who pack at once', () => {
  it('never pack more than was ordered, and the others see why', async () => {
    const { packed, refusals } = await packAtOnce(app.deps)
    expect(packed).toBe(4)
    expect(refusals.filter(isExplained)).toHaveLength(8)
  })

  it('would fail at the database without the lock of the order', async () => {
    const { refusals } = await packAtOnce({ ...app.deps, db: app.deps.db.withPlugin(withoutLocks) })
    expect(refusals.some((reason) => !isExplained(reason))).toBe(true)
  })
})

describe('documents of a parcel', () => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\n]/g, ' ')
  const read = async (reader: Browser, path: string) => {
    const answer = await reader.fetch(`/gateway/global/${path}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return new Uint8Array(await answer.arrayBuffer())
  }

  it('list its contents for the customer and customs', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const { data } = await pack(orderId, { [brackets]: 3 }, { weightG: 1450, boxMm: [300, 200, 100] })
    browser.language = 'fr'
    const bytes = await read(browser, `order/${orderId}/parcel/${data.id}/packing-list`)
    const text = plain(pdfPages(bytes).join('\n'))

    expect(text).toContain('bracket.stl')
    expect(text).not.toContain('cover.stl')
    expect(text).toContain('30 × 20 × 10 cm')
    expect(text).toContain('1,45 kg')
    expect(text).toContain('Code SH')

    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    const refused = await stranger.fetch(`/gateway/global/order/${orderId}/parcel/${data.id}/packing-list`)
    expect(refused.status).toBe(404)
  })

  it('include a label of 100 × 150 mm with recipient and tracking number, and record its download', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const { data } = await pack(orderId, { [brackets]: 3 })
    const order = await rowOf(app, 'customer_order', { id: orderId })

    const bytes = await read(staff, `staff/parcel/${data.id}/document/label`)
    const text = plain(pdfPages(bytes).join('\n'))
    expect(text).toContain(data.trackingNumber)
    expect(text).toContain(order.shipping_address.city)
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/MediaBox \[0 0 283\.46\d* 425\.19\d*\]/)
    expect(await rowsOf(app, 'audit_entry', { subject_id: data.id, action: 'file.downloaded' })).toMatchObject([
      { after: { document: 'label' } },
    ])
  })
})

describe('a carrier that is connected', () => {
  const reportsOf = (reports: CarrierReport[]): CarrierGateway => ({
    book: ({ orderNumber }) => Promise.resolve(`BOOKED-${orderNumber}`),
    listReports: () => Promise.resolve(reports),
  })

  it('gives the tracking number; without one, staff are asked for it', async () => {
    const { orderId } = await aPackableOrder()
    const order = await rowOf(app, 'customer_order', { id: orderId })
    const input = { params: { orderId }, body: { carrier: 'dhl' } } as const
    expect(await staff.call('POST /global/staff/order/{orderId}/parcel', input)).toMatchObject({
      status: 422,
      error: { code: 'TRACKING_NUMBER_MISSING' },
    })

    const deps = { ...app.deps, carriers: reportsOf([]) }
    await addParcel(deps, orderId, { carrier: 'dhl' }, bySystem)
    expect((await look(orderId)).parcels).toMatchObject([{ trackingNumber: `BOOKED-${order.number}` }])
  })

  it('is not asked to book a parcel that would be refused', async () => {
    const { orderId, brackets } = await aPackableOrder()
    const booked: string[] = []
    const carriers: CarrierGateway = {
      ...reportsOf([]),
      book: ({ orderNumber }) => {
        booked.push(orderNumber)
        return Promise.resolve('BOOKED')
      },
    }

    const lines = [{ orderLineId: brackets, quantity: 6 }]
    const packing = addParcel({ ...app.deps, carriers }, orderId, { carrier: 'dhl', lines }, bySystem)
    await expect(packing).rejects.toMatchObject({ code: 'PARCEL_QUANTITY' })
    expect(booked).toEqual([])
  })

  it('decides the state by its newest report, in whichever sequence they arrive', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 5, [covers]: 2 })
    await move(orderId, 'shipped')

    const at = (minutes: number) => new Date(app.clock.now.getTime() + minutes * 60_000)
    const left: CarrierReport = { id: 'a', at: at(5), state: 'in_transit', place: '', note: '' }
    const held: CarrierReport = { id: 'b', at: at(9), state: 'exception', place: 'Tours', note: '' }
    await trackParcels({ ...app.deps, carriers: reportsOf([held]) })
    await trackParcels({ ...app.deps, carriers: reportsOf([left, held]) })

    expect((await look(orderId)).parcels).toMatchObject([{ state: 'exception' }])
  })

  it('reports each event once and delivers the order with the last parcel', async () => {
    const { orderId, brackets, covers } = await aPackableOrder()
    await pack(orderId, { [brackets]: 5, [covers]: 2 })
    await move(orderId, 'shipped')

    const at = (minutes: number) => new Date(app.clock.now.getTime() + minutes * 60_000)
    const reports: CarrierReport[] = [
      { id: 'b', at: at(9), state: 'delivered', place: 'Nantes', note: '' },
      { id: 'a', at: at(5), state: 'in_transit', place: 'Tours', note: '' },
    ]
    const deps = { ...app.deps, carriers: reportsOf(reports) }
    await trackParcels(deps)
    await trackParcels(deps)

    const view = await look(orderId)
    expect(view.status).toBe('delivered')
    expect(view.parcels[0]?.events.map(({ state, place }) => [state, place])).toEqual([
      ['announced', ''],
      ['in_transit', ''],
      ['in_transit', 'Tours'],
      ['delivered', 'Nantes'],
    ])
    expect(view.parcels[0]?.deliveredAt).toBe(at(9).toISOString())
  })
})
