import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@cotation/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeUnusedPhotos } from '#features/after-sale/photo.service.ts'
import { startTime } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, type TestCustomer } from '#test/builders.ts'
import {
  aClaim,
  aClaimBody,
  aDeliveredOrder,
  aPhoto,
  type ClaimBody,
  type DeliveredOrder,
  openClaim,
} from '#test/orders/claims.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aPicture, pictureHead } from '#test/pictures.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let staff: Browser
let customer: TestCustomer
let delivered: DeliveredOrder

beforeEach(async () => {
  app.clock.now = new Date(startTime)
  staff = await aStaffBrowser(app)
  customer = await aCustomer(app)
  delivered = await aDeliveredOrder(app, customer.id)
})

const daySeconds = 86_400
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const codeOf = ({ status, error }: { status: number; error: { code: ErrorCode } }) => [status, error.code]
const orderView = async (orderId = delivered.order.id) =>
  (await delivered.browser.call('GET /global/order/{orderId}', { params: { orderId } })).data
const toClaim = (orderId = delivered.order.id) =>
  delivered.browser.call('GET /global/afterSale/order/{orderId}', { params: { orderId } })
const decide = (claimId: string, what: 'accept' | 'question' | 'reject', body: object) =>
  staff.send<{ workOrderNumber: string }>(`POST /global/staff/afterSale/{claimId}/${what}`, {
    params: { claimId },
    body,
  })
/** Where staff decide on a claim, as a mail links it. */
const staffPageOf = (claimId: string) => `${app.deps.publicUrl}/manufacture/staff/claims/${claimId}`
const withdraw = (claimId: string) =>
  delivered.browser.call('POST /global/afterSale/claim/{claimId}/withdraw', { params: { claimId } })

describe('a claim', () => {
  it('keeps products, reason, text, photos and the place on the model, and is mailed to both sides', async () => {
    const [lineId = ''] = delivered.lineIds
    const claim = await aClaim(delivered, { lines: [{ lineId, quantity: 3, place: [10, 5, 20] }] })

    expect(claim).toMatchObject({
      order: { id: delivered.order.id, number: delivered.order.number },
      state: 'open',
      reason: 'dimension',
      workOrderNumber: null,
      lines: [{ lineId, quantity: 3, ordered: 5, place: [10, 5, 20] }],
      history: [
        { to: 'open', by: 'customer', text: 'Le trou mesure 9,6 mm au lieu de 10 mm.', photoIds: [expect.any(String)] },
      ],
      can: { answer: false, withdraw: true, order: false },
    })
    expect((await toClaim()).data.lines).toMatchObject([{ lineId, quantity: 5, left: 2, hasModel: true }])
    expect(await orderView()).toMatchObject({ claims: [{ id: claim.id, state: 'open' }], can: { claim: true } })

    const mail = await app.mail(customer.email, 'after-sale-received')
    expect(plain(mail.subject)).toContain(`Commande ${delivered.order.number} : nous avons reçu`)
    const shop = await app.mail(app.deps.config.brand.email, 'after-sale-opened')
    expect(shop.text).toContain(staffPageOf(claim.id))
    expect(shop.text).not.toContain('/gateway/')
    expect(shop.text).not.toContain(customer.email)
  })

  it('is confirmed by a mail with the purchase order number of its order', async () => {
    await updateRows(app, 'customer_order', { id: delivered.order.id }, { po_number: 'PO-4711' })
    await aClaim(delivered)
    const mail = await app.mail(customer.email, 'after-sale-received')
    expect(plain(mail.text)).toContain('Votre référence d’achat : PO-4711')
  })

  it('is listed for its customer with the orders that can be claimed', async () => {
    const claim = await aClaim(delivered)
    const { data } = await delivered.browser.call('GET /global/afterSale/claim', { query: {} })
    expect(data).toMatchObject({
      claims: [{ id: claim.id }],
      total: 1,
      claimable: [{ id: delivered.order.id, number: delivered.order.number }],
    })
    const forStaff = await staff.call('GET /global/staff/afterSale', { query: { state: 'open', pageSize: 100 } })
    expect(forStaff.data.claims).toContainEqual({ ...claim, customerId: customer.id })
  })

  it('is one claim if the form is sent twice, even at once', async () => {
    const body = await aClaimBody(delivered)
    const call = { params: { orderId: delivered.order.id }, body }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => delivered.browser.call('POST /global/afterSale/order/{orderId}/claim', call)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await rowsOf(app, 'after_sale_claim', { order_id: delivered.order.id })).toHaveLength(1)
  })

  it('refuses a form that was edited after its first answer was lost, and names the claim', async () => {
    const body = await aClaimBody(delivered)
    const [line] = body.lines
    const claim = await aClaim(delivered, body)
    expect((await aClaim(delivered, body)).id).toBe(claim.id)

    const edits: Partial<ClaimBody>[] = [
      { text: 'Le trou mesure 9,5 mm.' },
      { reason: 'surface' },
      { photoIds: [await aPhoto(delivered.browser)] },
      { lines: [{ lineId: line?.lineId ?? '', quantity: 3 }] },
      { lines: [{ lineId: line?.lineId ?? '', quantity: 2, place: [10, 5, 20] }] },
    ]
    for (const edit of edits) {
      const refused = await openClaim(delivered, { ...body, ...edit })
      expect(codeOf(refused)).toEqual([409, 'CLAIM_SENT'])
      expect(refused.error.message).toContain(delivered.order.number)
    }

    const other = await aDeliveredOrder(app, customer.id)
    expect(codeOf(await openClaim(other, { submissionKey: body.submissionKey }))).toEqual([409, 'CLAIM_SENT'])
    expect(await rowsOf(app, 'after_sale_claim', { customer_id: customer.id })).toHaveLength(1)
  })

  it('needs a photo, unless parts are missing', async () => {
    const refused = await openClaim(delivered, { photoIds: [] })
    expect(refused.error.issues).toMatchObject([{ path: 'photoIds', code: 'PHOTO_REQUIRED' }])
    expect((await openClaim(delivered, { photoIds: [], reason: 'missing' })).status).toBe(200)
  })

  it('takes each photo once, only of its own customer, and no more than six', async () => {
    const photoId = await aPhoto(delivered.browser)
    expect((await openClaim(delivered, { photoIds: [photoId] })).status).toBe(200)
    expect(codeOf(await openClaim(delivered, { photoIds: [photoId] }))).toEqual([404, 'NOT_FOUND'])

    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    expect(codeOf(await openClaim(delivered, { photoIds: [await aPhoto(stranger)] }))).toEqual([404, 'NOT_FOUND'])

    const tooMany = await openClaim(delivered, { photoIds: Array.from({ length: 7 }, () => randomUUID()) })
    expect(tooMany.error.issues).toMatchObject([{ path: 'photoIds', code: 'TOO_MANY_PHOTOS' }])
  })

  it('cannot claim a part twice, but can claim the rest, and all of it after a withdrawal', async () => {
    const [lineId = ''] = delivered.lineIds
    const first = await aClaim(delivered, { lines: [{ lineId, quantity: 3 }] })
    const tooMany = await openClaim(delivered, { lines: [{ lineId, quantity: 3 }] })
    expect(codeOf(tooMany)).toEqual([422, 'CLAIM_QUANTITY'])
    expect(tooMany.error.issues).toMatchObject([{ path: 'lines.0.quantity', code: 'CLAIM_QUANTITY' }])

    await aClaim(delivered, { lines: [{ lineId, quantity: 2 }] })
    const noneLeft = await openClaim(delivered, { lines: [{ lineId, quantity: 1 }] })
    expect(noneLeft.error.issues).toMatchObject([{ path: 'lines.0.quantity', code: 'CLAIM_NONE_LEFT' }])

    expect((await orderView()).can.claim).toBe(false)
    expect((await delivered.browser.call('GET /global/afterSale/claim', { query: {} })).data.claimable).toEqual([])

    expect((await withdraw(first.id)).data).toMatchObject({ state: 'withdrawn', can: { withdraw: false } })
    expect((await toClaim()).data.lines[0]?.left).toBe(3)
    expect(codeOf(await withdraw(first.id))).toEqual([409, 'CLAIM_STATE'])
  })

  it('refuses lines of other orders, a line twice, and a place outside of the part', async () => {
    const other = await aDeliveredOrder(app, customer.id)
    expect(codeOf(await openClaim({ ...delivered, lineIds: other.lineIds }))).toEqual([404, 'NOT_FOUND'])

    const [lineId = ''] = delivered.lineIds
    const twice = [1, 2].map((quantity) => ({ lineId, quantity }))
    expect((await openClaim(delivered, { lines: twice })).status).toBe(422)

    const outside = await openClaim(delivered, { lines: [{ lineId, quantity: 1, place: [500, 0, 0] }] })
    expect(outside.error.issues).toMatchObject([{ path: 'lines.0.place', code: 'PLACE_OUTSIDE' }])
  })
})

describe('the period of a claim', () => {
  it('ends 30 days after the delivery of the last parcel', async () => {
    const until = new Date(app.clock.now.getTime() + 30 * daySeconds * 1000)
    app.clock.advance(30 * daySeconds)
    const browser = await aBrowserOf(app, customer.id)
    const inTime = { ...delivered, browser }
    expect(
      (await browser.call('GET /global/order/{orderId}', { params: { orderId: delivered.order.id } })).data.can.claim,
    ).toBe(true)
    expect((await openClaim(inTime, { lines: [{ lineId: delivered.lineIds[0] ?? '', quantity: 1 }] })).status).toBe(200)
    expect(app.clock.now).toEqual(until)

    app.clock.advance(1)
    expect(codeOf(await openClaim(inTime))).toEqual([422, 'CLAIM_TOO_LATE'])
  })

  it('begins with the first parcel, while others are on their way', async () => {
    const shipped = await anOrderIn(app, customer.id, 'shipped')
    expect(codeOf(await toClaim(shipped.id))).toEqual([409, 'CLAIM_TOO_EARLY'])
    expect((await orderView(shipped.id)).can.claim).toBe(false)

    const parcel = await rowOf(app, 'parcel', { order_id: shipped.id })
    await app.deps.db
      .insertInto('parcel')
      .values({ ...parcel, id: randomUUID(), number: 2, tracking_number: 'JD2' })
      .execute()
    await updateRows(app, 'parcel', { id: parcel.id }, { state: 'delivered', delivered_at: app.clock.now })

    expect((await toClaim(shipped.id)).status).toBe(200)
    expect((await orderView(shipped.id)).can.claim).toBe(true)
  })

  it('counts from the last of several parcels', async () => {
    const { id } = delivered.order
    const parcel = await rowOf(app, 'parcel', { order_id: id })
    const last = new Date(app.clock.now.getTime() + 10 * daySeconds * 1000)
    await app.deps.db
      .insertInto('parcel')
      .values({ ...parcel, id: randomUUID(), number: 2, tracking_number: 'JD2', delivered_at: last })
      .execute()

    const deadline = new Date(last.getTime() + 30 * daySeconds * 1000)
    expect((await toClaim()).data.until).toBe(deadline.toISOString())

    app.clock.advance(40 * daySeconds)
    const browser = await aBrowserOf(app, customer.id)
    const { data } = await browser.call('GET /global/order/{orderId}', { params: { orderId: id } })
    expect(data.can.claim).toBe(true)
  })

  it('counts from the delivery of an order without parcels', async () => {
    const { db } = app.deps
    const parcels = db.selectFrom('parcel').select('id').where('order_id', '=', delivered.order.id)
    await db.deleteFrom('parcel_content').where('parcel_id', 'in', parcels).execute()
    await db.deleteFrom('parcel_event').where('parcel_id', 'in', parcels).execute()
    await db.deleteFrom('parcel').where('id', 'in', parcels).execute()
    expect((await toClaim()).status).toBe(200)
    expect((await openClaim(delivered)).status).toBe(200)
  })

  it('never begins for an order that is not delivered, cancelled or refunded', async () => {
    for (const status of ['paid', 'cancelled', 'refunded'] as const) {
      const { id } = await anOrderIn(app, customer.id, status)
      expect(codeOf(await toClaim(id))).toEqual([409, 'CLAIM_TOO_EARLY'])
    }
  })
})

describe('the decision of staff', () => {
  it('accepts a claim with a work order number, once, and mails it', async () => {
    const { id } = await aClaim(delivered)
    const first = await decide(id, 'accept', { text: 'Nous refaisons les deux pièces.' })
    const again = await decide(id, 'accept', {})
    expect(first.data.workOrderNumber).toMatch(/^W-26-\d{5,}$/)
    expect(again.data.workOrderNumber).toBe(first.data.workOrderNumber)

    const mail = await app.mail(customer.email, 'after-sale-accepted')
    expect(mail.subject).toContain(first.data.workOrderNumber)
    expect(mail.text).toContain('Nous refaisons les deux pièces.')
    expect((await decide(id, 'reject', { reason: 'Non' })).status).toBe(409)
  })

  it('mails in the language of the order, not of the profile', async () => {
    const { id } = await aClaim(delivered)
    await updateRows(app, 'customer_order', { id: delivered.order.id }, { language: 'en' })
    await decide(id, 'accept', {})

    expect((await app.mail(customer.email, 'after-sale-accepted')).language).toBe('en')
  })

  it('asks for more; the customer answers with photos and staff get a mail', async () => {
    const { id } = await aClaim(delivered)
    expect((await decide(id, 'question', { text: 'Une photo du calibre ?' })).status).toBe(200)
    expect((await app.mail(customer.email, 'after-sale-question')).text).toContain('Une photo du calibre ?')

    const params = { claimId: id }
    const photoIds = [await aPhoto(delivered.browser), await aPhoto(delivered.browser)]
    const answer = () =>
      delivered.browser.call('POST /global/afterSale/claim/{claimId}/answer', {
        params,
        body: { text: 'Voilà', photoIds },
      })
    const answered = await answer()
    expect(answered.data).toMatchObject({
      state: 'open',
      history: [{ to: 'open' }, { to: 'question', by: 'staff' }, { to: 'open', by: 'customer', text: 'Voilà' }],
    })
    expect(answered.data.history[2]?.photoIds.toSorted()).toEqual(photoIds.toSorted())
    expect(codeOf(await answer())).toEqual([409, 'CLAIM_STATE'])
    const shop = await app.mail(app.deps.config.brand.email, 'after-sale-answered')
    expect(shop.text).toContain('Voilà')
    expect(shop.text).toContain(staffPageOf(params.claimId))
    expect(shop.text).not.toContain('/gateway/')
  })

  it('rejects a claim with a reason, and the parts can be claimed again', async () => {
    const { id } = await aClaim(delivered)
    const { error } = await decide(id, 'reject', { reason: ' ' })
    expect(error.issues).toMatchObject([{ path: 'reason', code: 'REASON_REQUIRED' }])

    await decide(id, 'reject', { reason: 'Dans la tolérance' })
    expect(plain((await app.mail(customer.email, 'after-sale-rejected')).text)).toContain('Motif : Dans la tolérance')
    expect((await toClaim()).data.lines[0]?.left).toBe(5)
  })
})

describe('the photos of a claim (UPL-4)', () => {
  const get = (browser: Browser, photoId: string, prefix = '') =>
    browser.fetch(`/gateway/global/${prefix}afterSale/photo/${photoId}`)

  it('are re-encoded, and only their owner and staff can fetch them', async () => {
    const secret = 'GPS 48.8566 2.3522'
    const sent = await aPicture({ format: 'jpeg', width: 4000, height: 1000, copyright: secret })
    const photoId = await aPhoto(delivered.browser, Buffer.concat([sent, Buffer.from('<script>')]))
    await aClaim(delivered, { photoIds: [photoId] })

    for (const answer of [await get(delivered.browser, photoId), await get(staff, photoId, 'staff/')]) {
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(await pictureHead(bytes)).toEqual({ format: 'webp', width: 2048, height: 512 })
      expect(bytes.includes(secret) || bytes.includes('<script>')).toBe(false)
    }

    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await get(stranger, photoId)).status).toBe(404)
    expect((await get(app.browser(), photoId)).status).toBe(401)
  })

  it('refuse what is no image', async () => {
    await expect(aPhoto(delivered.browser, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow(
      'IMAGE_UNSUPPORTED',
    )
  })

  it('are removed after two days if no claim uses them', async () => {
    const used = await aPhoto(delivered.browser)
    const unused = await aPhoto(delivered.browser)
    await aClaim(delivered, { photoIds: [used] })

    app.clock.advance(daySeconds)
    expect(codeOf(await openClaim(delivered, { photoIds: [unused] }))).toEqual([404, 'NOT_FOUND'])
    await removeUnusedPhotos(app.deps)
    expect(await app.deps.files.get(`after-sale/${unused}`)).not.toBeNull()

    app.clock.advance(daySeconds + 1)
    await removeUnusedPhotos(app.deps)
    expect(await rowsOf(app, 'after_sale_photo', { id: unused })).toEqual([])
    expect(await app.deps.files.get(`after-sale/${unused}`)).toBeNull()
    expect(await app.deps.files.get(`after-sale/${used}`)).not.toBeNull()
  })
})

describe('the model of an ordered part', () => {
  it('is served to the owner of the order only', async () => {
    const [lineId = ''] = delivered.lineIds
    const { upload_id } = await rowOf(app, 'order_line', { id: lineId })
    const { analysis_id } = await rowOf(app, 'upload', { id: upload_id })
    await app.deps.files.put(`meshes/${analysis_id}-0`, Buffer.from('mesh'), {
      contentType: 'application/octet-stream',
    })

    const path = `/gateway/global/afterSale/order/${delivered.order.id}/line/${lineId}/mesh`
    expect(await (await delivered.browser.fetch(path)).text()).toBe('mesh')
    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await stranger.fetch(path)).status).toBe(404)
  })
})
