import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MailError, type MailSender } from '#adapters/mail.ts'
import { keyIn } from '#test/app.ts'
import { aBrowserOf, aStaffBrowser, useStaff } from '#test/builders.ts'
import { aCostRequest, aPaidOrder, aRequestedCost, requestCost } from '#test/orders/additional-costs.ts'
import { finishProduction } from '#test/orders/finish-production.ts'
import { aPayer, codeOf, usePaymentApp, walletOf } from '#test/orders/payments.ts'
import { aPicture, pictureHead } from '#test/pictures.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { expireOverdueCosts } from './additional-cost.service.ts'
import { sendCostMail } from './additional-cost-mail.service.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const dayMs = 86_400_000
const inDays = (days: number) => new Date(app.clock.now.getTime() + days * dayMs).toISOString()

const move = (orderId: string, to: 'in_review' | 'in_production' | 'quality_check' | 'shipped') =>
  staff.call('POST /global/staff/order/{orderId}/move', { params: { orderId }, body: { to } })

const issuesOf = ({ error }: { error: { issues?: { path: string; code: string }[] } }) =>
  error.issues?.map(({ path, code }) => `${path} ${code}`)

describe('a request for an additional cost', () => {
  it('is numbered, taxed like its order, mailed, and shown in the list and on the order', async () => {
    const payer = await aPaidOrder(app)
    await sql`update customer_order set total = jsonb_set(total, '{tax}', total->'tax' || '{"ratePercent": 20}')
      where id = ${payer.orderId}`.execute(app.deps.db)
    const body = await aCostRequest(app, payer.orderId)
    const { data: cost } = await requestCost(staff, payer.orderId, body)

    expect(cost).toMatchObject({
      number: expect.stringMatching(/^A-26-\d{5,}$/),
      orderNumber: payer.order.number,
      reason: 'drawing',
      state: 'requested',
      waitsWith: 'production',
      items: [{ orderLineId: body.items[0]?.orderLineId, amountMinor: 2500 }],
      netMinor: 2500,
      tax: { ratePercent: 20, minor: 500 },
      totalMinor: 3000,
      history: [{ to: 'requested', by: 'staff' }],
      can: { pay: true, decline: true, download: false },
    })

    const { data: order } = await payer.browser.call('GET /global/order/{orderId}', {
      params: { orderId: payer.orderId },
    })
    expect(order.additionalCosts).toMatchObject([{ id: cost.id, totalMinor: 3000, waitsWith: 'production' }])

    const { data: list } = await payer.browser.call('GET /global/additional-cost', { query: { state: 'requested' } })
    expect(list).toMatchObject({ total: 1, costs: [{ id: cost.id }] })
    const { data: paid } = await payer.browser.call('GET /global/additional-cost', { query: { state: 'paid' } })
    expect(paid).toEqual({ total: 0, costs: [] })

    const [mail] = (await app.mails()).filter(({ kind }) => kind === 'additional-cost-requested')
    expect(mail?.text).toContain(cost.number)
    expect(mail?.text).toContain('filetage M4')
    expect(mail?.text).toMatch(new RegExp(`/additional-cost/payment\\?cost=${cost.id}&lang=fr#key=[\\w-]{43}\\n`))
  })

  it('is mailed in the language of the order, not of the profile', async () => {
    const payer = await aPaidOrder(app)
    await updateRows(app, 'customer_order', { id: payer.orderId }, { language: 'en' })
    const { email } = await rowOf(app, 'customer', { id: payer.customerId })
    await requestCost(staff, payer.orderId, await aCostRequest(app, payer.orderId))

    expect((await app.mail(email, 'additional-cost-requested')).language).toBe('en')
  })

  it('is mailed with the purchase order number of its order', async () => {
    const payer = await aPaidOrder(app)
    await updateRows(app, 'customer_order', { id: payer.orderId }, { po_number: 'PO-4711' })
    const { email } = await rowOf(app, 'customer', { id: payer.customerId })
    await requestCost(staff, payer.orderId, await aCostRequest(app, payer.orderId))
    expect((await app.mail(email, 'additional-cost-requested')).text).toMatch(/Votre référence d’achat\s: PO-4711/)
  })

  it('names its deadline in the time zone of the customer, in the mail and for the pages', async () => {
    const payer = await aPaidOrder(app)
    await app.deps.db
      .insertInto('time_zone_choice')
      .values({
        customer_id: payer.customerId,
        time_zone: 'America/New_York',
        chosen_at: app.clock.now,
        valid_from: app.clock.now,
      })
      .execute()
    const { email } = await rowOf(app, 'customer', { id: payer.customerId })
    const { data: cost } = await requestCost(staff, payer.orderId, await aCostRequest(app, payer.orderId))

    const { text } = await app.mail(email, 'additional-cost-requested')
    const deadline = new Intl.DateTimeFormat('fr', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'America/New_York',
    }).format(new Date(cost.deadline))
    expect(text).toContain(`${deadline} (fuseau horaire America/New York)`)

    const { data: order } = await payer.browser.call('GET /global/order/{orderId}', {
      params: { orderId: payer.orderId },
    })
    for (const { timeZone } of [cost, ...order.additionalCosts]) expect(timeZone).toBe('America/New_York')
  })

  it('shows a transfer that was announced, on its page and on the order, until it ends', async () => {
    const requested = await aRequestedCost(app, staff)
    const { browser, params, payer } = requested
    const shown = async () => {
      const { data: cost } = await browser.call('GET /global/additional-cost/{costId}', { params })
      const { data: order } = await browser.call('GET /global/order/{orderId}', { params: { orderId: payer.orderId } })
      expect(order.additionalCosts[0]?.transfer).toEqual(cost.transfer)
      return cost.transfer
    }
    expect(await shown()).toBeNull()

    const { data } = await requested.begin({ method: 'bank_transfer', bankCurrency: 'EUR' })
    expect(await shown()).toEqual(data.open?.bank)

    await browser.call('POST /global/payment/additional-cost/{costId}/abandon', { params })
    expect(await shown()).toBeNull()
  })

  it('names the other requests that the order still waits for, also after its payment and in its mail', async () => {
    const first = await aRequestedCost(app, staff, { balanceMinor: 2500 })
    const { orderId } = first.payer
    const { data: second } = await requestCost(staff, orderId, await aCostRequest(app, orderId))

    const { data } = await first.begin({ method: 'balance' })
    expect(data).toMatchObject({
      result: 'paid',
      cost: { otherCosts: [{ number: second.number, state: 'requested' }] },
    })
    const { email } = await rowOf(app, 'customer', { id: first.payer.customerId })
    expect((await app.mail(email, 'additional-cost-paid')).text).toContain(
      `attend encore les frais complémentaires ${second.number}`,
    )

    const input = { params: { costId: second.id }, body: { reason: 'Notre erreur' } }
    const { data: withdrawn } = await staff.call('POST /global/staff/additional-cost/{costId}/withdraw', input)
    expect(withdrawn.otherCosts).toEqual([])
    expect((await first.view()).data.cost.otherCosts).toEqual([])
  })

  it('is made once per key, and only for an order that is paid and not shipped', async () => {
    const unpaid = await aPayer(app)
    expect(codeOf(await requestCost(staff, unpaid.orderId, await aCostRequest(app, unpaid.orderId)))).toBe(
      'ORDER_STATE',
    )

    const payer = await aPaidOrder(app)
    const body = await aCostRequest(app, payer.orderId)
    const answers = await Promise.all([1, 2, 3].map(() => requestCost(staff, payer.orderId, body)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)

    const other = await aPaidOrder(app)
    const reused = { ...(await aCostRequest(app, other.orderId)), key: body.key }
    expect(issuesOf(await requestCost(staff, other.orderId, reused))).toEqual(['key INVALID_VALUE'])
  })

  it('is refused with the name of the check if that check judged the part before the order', async () => {
    const payer = await aPaidOrder(app)
    const body = await aCostRequest(app, payer.orderId, { reason: 'geometry' })
    const [line] = await rowsOf(app, 'order_line', { order_id: payer.orderId })
    expect(line?.ordered.price?.process).toBe('sla')

    const judged = await requestCost(staff, payer.orderId, { ...body, check: 'min-hole-sla' })
    expect(judged).toMatchObject({ status: 422, error: { code: 'CHECK_PASSED' } })
    expect(judged.error.message).toContain('Diamètre minimal de trou en SLA')

    staff.language = 'en'
    const inEnglish = await requestCost(staff, payer.orderId, { ...body, check: 'min-hole-sla' })
    expect(inEnglish.error.message).toContain('Minimum hole diameter in SLA')
    staff.language = 'fr'

    expect(issuesOf(await requestCost(staff, payer.orderId, { ...body, check: 'no-such-rule' }))).toEqual([
      'check INVALID_VALUE',
    ])
    const elsewhere = { ...body, reason: 'other', check: 'min-hole-sla' } as const
    expect(issuesOf(await requestCost(staff, payer.orderId, elsewhere))).toEqual(['check INVALID_VALUE'])

    const unjudged = await requestCost(staff, payer.orderId, { ...body, check: 'draft-casting' })
    expect(unjudged.data).toMatchObject({ state: 'requested', checkName: 'Dépouilles en coulée sous vide' })
  })

  it('is for lines of its own order, or for the whole order if it is for transport', async () => {
    const payer = await aPaidOrder(app)
    const other = await aPaidOrder(app)
    const [foreign] = await rowsOf(app, 'order_line', { order_id: other.orderId })
    const body = await aCostRequest(app, payer.orderId)
    const whole = [{ orderLineId: null, amountMinor: 900 }]
    const answerTo = (change: object) => requestCost(staff, payer.orderId, { ...body, key: randomUUID(), ...change })

    expect(codeOf(await answerTo({ items: [{ orderLineId: foreign?.id, amountMinor: 900 }] }))).toBe('NOT_FOUND')
    const place = { orderLineId: foreign?.id, pointMm: [1, 2, 3] }
    expect(codeOf(await answerTo({ place }))).toBe('NOT_FOUND')
    expect(issuesOf(await answerTo({ items: whole }))).toEqual(['items COST_FOR_LINES'])
    expect(issuesOf(await answerTo({ items: [...body.items, ...body.items] }))).toEqual(['items COST_FOR_LINES'])
    expect(issuesOf(await answerTo({ reason: 'customs' }))).toEqual(['items COST_FOR_ORDER'])
    expect(issuesOf(await answerTo({ deadline: inDays(0.5) }))).toEqual(['deadline DEADLINE_INVALID'])
    expect(issuesOf(await answerTo({ deadline: inDays(61) }))).toEqual(['deadline DEADLINE_INVALID'])

    expect((await answerTo({ reason: 'other', items: whole })).data.items).toMatchObject([{ name: '' }])
    const customs = await answerTo({ reason: 'customs', items: whole })
    expect(customs.data).toMatchObject({ waitsWith: 'shipment', totalMinor: 900 })
  })

  it('has the same payment link in every mail of a job that a mail server accepts and then fails', async () => {
    const payer = await aPaidOrder(app)
    const { data: cost } = await requestCost(staff, payer.orderId, await aCostRequest(app, payer.orderId))
    const keys: string[] = []
    const mail: MailSender = {
      async send({ kind, text }) {
        keys.push(/#key=([\w-]{43})/.exec(text)?.[1] ?? '')
        throw new MailError({ kind, temporary: true, code: 'ECONNRESET' })
      },
    }

    for (let attempt = 0; attempt < 2; attempt++) {
      const sent = sendCostMail({ ...app.deps, mail }, { costId: cost.id, about: 'requested' })
      await expect(sent).rejects.toThrow('ECONNRESET')
    }

    expect(keys[0]).toHaveLength(43)
    expect(keys).toEqual([keys[0], keys[0]])
    const { data } = await app.browser().call('POST /global/payment/link', { body: { key: keys[0] ?? '' } })
    expect(data.number).toBe(cost.number)
  })

  it('keeps its payment link revoked when the job that mailed it is retried', async () => {
    const { payer, browser, cost, params } = await aRequestedCost(app, staff)
    const { email } = await rowOf(app, 'customer', { id: payer.customerId })
    await app.mails()
    const mailed = keyIn(await app.mail(email, 'additional-cost-requested'))
    const open = (key: string) => app.browser().call('POST /global/payment/link', { body: { key } })
    expect((await open(mailed)).status).toBe(200)

    await browser.call('DELETE /global/payment/additional-cost/{costId}/link', { params })
    await sendCostMail(app.deps, { costId: cost.id, about: 'requested' })
    expect((await open(mailed)).status).toBe(404)

    const own = await browser.call('POST /global/payment/additional-cost/{costId}/link', { params })
    await sendCostMail(app.deps, { costId: cost.id, about: 'requested' })
    expect((await open(own.data.key)).data.number).toBe(cost.number)
    expect((await open(mailed)).status).toBe(404)
  })

  it('shows no place that is not on the part', async () => {
    const payer = await aPaidOrder(app)
    const [line] = await rowsOf(app, 'order_line', { order_id: payer.orderId })
    const orderLineId = String(line?.id)
    const body = await aCostRequest(app, payer.orderId)
    const at = (pointMm: [number, number, number]) =>
      requestCost(staff, payer.orderId, { ...body, key: randomUUID(), place: { orderLineId, pointMm } })

    // The block is 40 × 30 × 20 mm. The displayed mesh may exceed it by one percent of its diagonal.
    for (const point of [
      [41, 2, 10],
      [1, -1, 10],
      [1, 2, 21],
      [1000, 1000, 1000],
    ] as const)
      expect(issuesOf(await at([...point]))).toEqual(['place.pointMm PLACE_OUTSIDE'])
    expect((await at([40.3, 2, 10])).data.place?.pointMm).toEqual([40.3, 2, 10])

    await updateRows(app, 'upload', { id: String(line?.upload_id) }, { analysis_id: null })
    expect(issuesOf(await at([1, 2, 10]))).toEqual(['place.pointMm PLACE_OUTSIDE'])
  })

  it('shows a picture, re-encoded and added once, and a place on the model', async () => {
    const payer = await aPaidOrder(app)
    const [line] = await rowsOf(app, 'order_line', { order_id: payer.orderId })
    const place = { orderLineId: String(line?.id), pointMm: [1.5, 2, 20] as [number, number, number] }
    const { data: cost } = await requestCost(staff, payer.orderId, await aCostRequest(app, payer.orderId, { place }))
    expect(cost.place).toEqual({
      orderLineId: line?.id,
      name: line?.name,
      lineId: line?.line_id,
      projectId: payer.order.project_id,
      pointMm: [1.5, 2, 20],
    })

    const upload = async (bytes: Uint8Array) => {
      const form = new FormData()
      form.set('image', new Blob([Uint8Array.from(bytes)]), 'x.png')
      const path = `/gateway/global/staff/additional-cost/${cost.id}/picture`
      return (await staff.fetch(path, { method: 'POST', body: form })).status
    }
    expect(await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(422)
    expect(await upload(await aPicture({ format: 'png', width: 3000, height: 1500, copyright: 'Zoé' }))).toBe(200)
    expect(await upload(await aPicture({ format: 'png' }))).toBe(409)

    const picture = await payer.browser.fetch(`/gateway/global/additional-cost/${cost.id}/picture`)
    const bytes = new Uint8Array(await picture.arrayBuffer())
    expect(await pictureHead(bytes)).toEqual({ format: 'webp', width: 2048, height: 1024 })
    expect(Buffer.from(bytes).includes('Zoé')).toBe(false)

    const seenByStaff = await staff.fetch(`/gateway/global/staff/additional-cost/${cost.id}/picture`)
    expect(new Uint8Array(await seenByStaff.arrayBuffer())).toEqual(bytes)
  })
})

describe('the picture of a request', () => {
  it('is stored with the request, re-encoded and once for each key', async () => {
    const payer = await aPaidOrder(app)
    const png = await aPicture({ format: 'png', width: 3000, height: 1500 })
    const body = await aCostRequest(app, payer.orderId, { picture: png.toString('base64') })
    const { data: cost } = await requestCost(staff, payer.orderId, body)
    expect(cost.hasPicture).toBe(true)

    const path = `/gateway/global/staff/additional-cost/${cost.id}/picture`
    const look = async () => new Uint8Array(await (await staff.fetch(path)).arrayBuffer())
    const first = await look()
    expect(await pictureHead(first)).toEqual({ format: 'webp', width: 2048, height: 1024 })

    const other = await aPicture({ format: 'png' })
    const again = await requestCost(staff, payer.orderId, { ...body, picture: other.toString('base64') })
    expect(again.data.id).toBe(cost.id)
    expect(await look()).toEqual(first)
  })

  it('refuses the whole request if it is bad', async () => {
    const payer = await aPaidOrder(app)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    const body = await aCostRequest(app, payer.orderId, { picture: svg })
    expect(codeOf(await requestCost(staff, payer.orderId, body))).toBe('IMAGE_UNSUPPORTED')
    expect(await rowsOf(app, 'additional_cost', { order_id: payer.orderId })).toEqual([])

    expect((await requestCost(staff, payer.orderId, { ...body, picture: null })).status).toBe(200)
  })
})

describe('an order with an additional cost', () => {
  it('waits with production until the cost is paid', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 3000 })
    const { orderId } = cost.payer
    expect((await move(orderId, 'in_review')).status).toBe(200)

    const refused = await move(orderId, 'in_production')
    expect(refused).toMatchObject({ status: 409, error: { code: 'ADDITIONAL_COST_OPEN' } })

    expect((await cost.begin({ method: 'balance' })).data.result).toBe('paid')
    expect((await move(orderId, 'in_production')).status).toBe(200)
  })

  it('waits only with its shipment for a cost of transport', async () => {
    const request = { reason: 'carrier-surcharge', items: [{ orderLineId: null, amountMinor: 900 }] } as const
    const cost = await aRequestedCost(app, staff, { request: { ...request, items: [...request.items] } })
    const { orderId } = cost.payer
    for (const to of ['in_review', 'in_production'] as const) expect((await move(orderId, to)).status).toBe(200)

    await finishProduction(app, orderId)
    expect((await move(orderId, 'quality_check')).status).toBe(200)
    const parcel = { carrier: 'dhl', trackingNumber: 'JD1' } as const
    await staff.call('POST /global/staff/order/{orderId}/parcel', { params: { orderId }, body: parcel })
    expect(codeOf(await move(orderId, 'shipped'))).toBe('ADDITIONAL_COST_OPEN')

    await cost.withdraw(staff)
    expect((await move(orderId, 'shipped')).status).toBe(200)

    const late = await aCostRequest(app, orderId, { reason: 'customs', items: [...request.items] })
    expect((await requestCost(staff, orderId, late)).data).toMatchObject({ state: 'requested', waitsWith: null })
    expect(codeOf(await requestCost(staff, orderId, await aCostRequest(app, orderId)))).toBe('ORDER_STATE')
  })

  it('waits for staff after a decline, who replace the request or withdraw it', async () => {
    const cost = await aRequestedCost(app, staff)
    const { orderId } = cost.payer
    await move(orderId, 'in_review')
    await app.mails()

    expect((await cost.decline('Le plan fait foi')).data).toMatchObject({
      state: 'declined',
      can: { pay: false, decline: false },
    })
    expect(codeOf(await cost.decline())).toBe('ADDITIONAL_COST_STATE')
    expect(codeOf(await cost.begin({ method: 'card' }))).toBe('ADDITIONAL_COST_STATE')
    expect(codeOf(await move(orderId, 'in_production'))).toBe('ADDITIONAL_COST_OPEN')

    const { data: declined } = await staff.call('GET /global/staff/additional-cost', { query: { state: 'declined' } })
    expect(declined.costs[0]).toMatchObject({ id: cost.cost.id, history: [{}, { reason: 'Le plan fait foi' }] })

    const again = await aCostRequest(app, orderId, { replacesId: cost.cost.id })
    const { data: second } = await requestCost(staff, orderId, again)
    const third = await aCostRequest(app, orderId, { replacesId: second.id })
    expect(codeOf(await requestCost(staff, orderId, third))).toBe('ADDITIONAL_COST_OPEN')
    expect(await cost.state()).toBe('withdrawn')

    const withdrawal = { params: { costId: second.id }, body: { reason: 'Geste commercial' } }
    await staff.call('POST /global/staff/additional-cost/{costId}/withdraw', withdrawal)
    expect((await move(orderId, 'in_production')).status).toBe(200)
    expect(codeOf(await cost.withdraw(staff))).toBe('ADDITIONAL_COST_STATE')

    const kinds = (await app.mails())
      .filter(({ subject }) => subject.includes(cost.payer.order.number))
      .map(({ kind }) => kind)
    for (const kind of ['requested', 'declined', 'withdrawn']) expect(kinds).toContain(`additional-cost-${kind}`)
  })

  it('expires its request at the deadline, at once for readers and then for good', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 1000 })
    await cost.begin({ method: 'bank_transfer', useBalance: true })
    expect(await walletOf(app, cost.payer.customerId)).toBe(0)

    const requestedAt = app.clock.now
    app.clock.now = new Date(requestedAt.getTime() + 8 * dayMs)
    // A session ends after a week without use.
    cost.browser.token = (await aBrowserOf(app, cost.payer.customerId)).token
    try {
      expect(await cost.state()).toBe('expired')
      expect((await cost.stored()).state).toBe('requested')
      expect((await cost.view()).data.result).toBe('closed')
      expect(codeOf(await cost.decline())).toBe('ADDITIONAL_COST_STATE')

      await expireOverdueCosts(app.deps)
      expect((await cost.stored()).state).toBe('expired')
      expect(await walletOf(app, cost.payer.customerId)).toBe(1000)
    } finally {
      app.clock.now = requestedAt
    }

    expect((await app.mails()).map(({ kind }) => kind)).toContain('additional-cost-expired')
  })

  it('withdraws open requests and refunds paid ones when it is cancelled', async () => {
    const paid = await aRequestedCost(app, staff, { balanceMinor: 2500 })
    const { payer } = paid
    await paid.begin({ method: 'balance' })
    const { data: open } = await requestCost(staff, payer.orderId, await aCostRequest(app, payer.orderId))
    expect(await payer.wallet()).toBe(0)

    const { data: cancelled } = await payer.cancel()
    const shown = cancelled.additionalCosts.find(({ id }) => id === open.id)
    expect(shown).toMatchObject({ state: 'withdrawn', dueMinor: 0 })
    const params = { costId: open.id }
    const begin = await payer.browser.call('POST /global/payment/additional-cost/{costId}/begin', {
      params,
      body: { method: 'card' },
    })
    expect(codeOf(begin)).toBe('ADDITIONAL_COST_STATE')

    await until(async () => ((await paid.stored()).refunded_at ? true : undefined), 'the refund')
    // The job closes one cost after the other.
    await until(async () => {
      const { data: closed } = await payer.browser.call('GET /global/additional-cost/{costId}', { params })
      return closed.history.at(-1)?.to === 'withdrawn' ? true : undefined
    }, 'the withdrawal')

    expect((await paid.view()).data).toMatchObject({ result: 'closed', cost: { state: 'paid', refundedMinor: 2500 } })
    expect(await payer.wallet()).toBe(7500)
  })
})

describe('the invoice of an additional cost', () => {
  it('exists once the cost is paid, with its lines, VAT and payment', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 3000 })
    const download = () => cost.browser.fetch(`/gateway/global/additional-cost/${cost.cost.id}/invoice`)
    expect((await download()).status).toBe(404)

    await cost.begin({ method: 'balance' })
    const answer = await download()
    expect(answer.headers.get('content-disposition')).toContain(`facture-F-${cost.cost.number}.pdf`)

    const text = pdfPages(new Uint8Array(await answer.arrayBuffer())).join(' ')
    expect(text).toContain(`F-${cost.cost.number}`)
    expect(text).toContain(cost.payer.order.number)
    expect(text).toContain('Le plan contredit la configuration')
    expect(text).toContain('TVA')
    expect(text).toContain('Solde du compte')

    const stranger = await aBrowserOf(app, (await aPayer(app)).customerId)
    expect((await stranger.fetch(`/gateway/global/additional-cost/${cost.cost.id}/invoice`)).status).toBe(404)
  })

  it('is sent to staff too, who leave an entry in the audit', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 3000 })
    const download = () => staff.fetch(`/gateway/global/staff/additional-cost/${cost.cost.id}/invoice`)
    expect((await download()).status).toBe(404)

    await cost.begin({ method: 'balance' })
    const answer = await download()
    expect(pdfPages(new Uint8Array(await answer.arrayBuffer())).join(' ')).toContain(`F-${cost.cost.number}`)

    const entries = await rowsOf(app, 'audit_entry', { subject_id: cost.cost.id, action: 'file.downloaded' })
    expect(entries).toMatchObject([{ customer_id: cost.payer.customerId, after: { document: 'invoice' } }])
  })
})

describe('additional costs for staff', () => {
  it('are listed with their order, newest first, with states and reasons of the moment', async () => {
    const cost = await aRequestedCost(app, staff)
    await cost.decline('Trop cher')
    app.clock.advance(60)
    const { data: second } = await requestCost(staff, cost.payer.orderId, await aCostRequest(app, cost.payer.orderId))

    const ofOrder = (orderId: string) =>
      staff.call('GET /global/staff/order/{orderId}/additional-cost', { params: { orderId } })
    expect((await ofOrder(cost.payer.orderId)).data.costs).toMatchObject([
      { id: second.id, state: 'requested' },
      { id: cost.cost.id, state: 'declined', history: [{ to: 'requested' }, { to: 'declined', reason: 'Trop cher' }] },
    ])
    expect(codeOf(await ofOrder(second.id))).toBe('NOT_FOUND')
  })

  it('name the colleague who acted, whom the customer does not see', async () => {
    const cost = await aRequestedCost(app, staff)
    const withdrawn = await cost.withdraw(staff)
    const { name: author } = (await staff.call('GET /global/staff/me', {})).data
    const history = [
      { to: 'requested', author },
      { to: 'withdrawn', author },
    ]
    expect(withdrawn.data).toMatchObject({ history })

    const read = await staff.call('GET /global/staff/additional-cost/{costId}', { params: cost.params })
    expect(read.data.history).toMatchObject(history)
    const own = await cost.browser.call('GET /global/additional-cost/{costId}', { params: cost.params })
    expect(JSON.stringify(own.data)).not.toContain('author')
    expect(JSON.stringify(own.data)).not.toContain(author)
  })

  it('are requested by advisers, and refunded by managers', async () => {
    const operator = await aStaffBrowser(app, 'operator')
    const success = await aStaffBrowser(app, 'customer-success')
    const cost = await aRequestedCost(app, success, { balanceMinor: 3000 })
    await cost.begin({ method: 'balance' })

    expect(codeOf(await requestCost(operator, cost.payer.orderId, await aCostRequest(app, cost.payer.orderId)))).toBe(
      'FORBIDDEN',
    )
    expect(codeOf(await cost.refund(success, 100))).toBe('FORBIDDEN')
    expect(codeOf(await cost.refund(staff, 2501))).toBe('REFUND_TOO_HIGH')

    expect((await cost.refund(staff, 1000)).data.cost).toMatchObject({ state: 'paid', refundedMinor: 1000 })
    expect((await cost.stored()).refunded_at).toBeNull()
    const partly = (await app.mails()).find(({ kind }) => kind === 'additional-cost-partly-refunded')
    expect(partly?.text).toMatch(/10,00\s\$US sur votre solde/)
    expect((await cost.refund(staff, 1500)).data.cost.refundedMinor).toBe(2500)
    expect(await cost.payer.wallet()).toBe(3000)
    expect((await cost.stored()).refunded_at).not.toBeNull()
    expect((await app.mails()).map(({ kind }) => kind)).toContain('additional-cost-refunded')
  })
})
