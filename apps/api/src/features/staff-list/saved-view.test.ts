import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@cotation/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditEntries } from '#test/audit-entries.ts'
import { aBrowserOf, aBrowserOfStaff, aCustomer, aStaffBrowser, aStaffMember } from '#test/builders.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { anOrderIn, someOrders } from '#test/orders/order-status.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { anOrderInProduction } from '#test/orders/production.ts'
import { anOrderToPrint, aTray } from '#test/orders/trays.ts'
import { aProject, aQuotedProject } from '#test/quote/quotes.ts'
import { insertRow, rowOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { anExpertQuestion } from '#test/waiting-tasks.ts'

const app = useSharedApp()

const view = { list: 'orders', name: 'À vérifier', state: 'status=in%3Apaid&sort=-placedAt', isShared: false } as const

describe('a saved view', () => {
  it('is seen by its owner with its count, and by colleagues once it is shared', async () => {
    const customer = await aCustomer(app)
    await anOrderIn(app, customer.id, 'paid')
    const owner = await aStaffBrowser(app, 'operator')
    const colleague = await aStaffBrowser(app, 'operator')
    const state = `customer=in%3A${customer.id}`
    await owner.call('POST /global/staff/view', { body: { ...view, state } })

    const { data } = await owner.call('GET /global/staff/view', {})
    expect(data.views.filter(({ isOwn }) => isOwn)).toMatchObject([
      { name: 'À vérifier', state, isShared: false, count: { rows: 1, isExact: true } },
    ])
    const seenByColleague = async () =>
      (await colleague.call('GET /global/staff/view', {})).data.views.filter((one) => one.state === state)
    expect(await seenByColleague()).toEqual([])

    await owner.call('POST /global/staff/view', { body: { ...view, state, isShared: true } })
    expect(await seenByColleague()).toMatchObject([{ isOwn: false, isShared: true }])
  })

  it('is renamed and deleted by its owner or an administrator, and by nobody else', async () => {
    const owner = await aStaffBrowser(app, 'operator')
    const colleague = await aStaffBrowser(app, 'operator')
    const { data } = await owner.call('POST /global/staff/view', { body: { ...view, name: 'Mine', isShared: true } })
    await owner.call('POST /global/staff/view', { body: { ...view, name: 'Taken' } })
    const params = { viewId: data.id }

    const rename = { params, body: { name: 'Ours' } }
    expect((await colleague.call('PATCH /global/staff/view/{viewId}', rename)).status).toBe(404)
    expect((await colleague.call('DELETE /global/staff/view/{viewId}', { params })).status).toBe(404)

    const taken = await owner.call('PATCH /global/staff/view/{viewId}', { params, body: { name: 'Taken' } })
    expect(taken.error.issues).toMatchObject([{ path: 'name', code: 'VIEW_NAME_USED' }])
    expect((await owner.call('PATCH /global/staff/view/{viewId}', rename)).status).toBe(200)

    const administrator = await aStaffBrowser(app)
    expect((await administrator.call('DELETE /global/staff/view/{viewId}', { params })).status).toBe(200)
  })

  it('is counted once a minute, however many look at it and whatever it is called', async () => {
    const customer = await aCustomer(app)
    await anOrderIn(app, customer.id, 'paid')
    const owner = await aStaffBrowser(app, 'operator')
    const colleague = await aStaffBrowser(app, 'operator')
    const body = { ...view, name: 'Counted', state: `customer=in%3A${customer.id}`, isShared: true }
    const { data } = await owner.call('POST /global/staff/view', { body })
    const countFor = async (browser: typeof owner) => {
      const answer = await browser.call('GET /global/staff/view', {})
      return answer.data.views.find(({ id }) => id === data.id)?.count?.rows
    }

    await anOrderIn(app, customer.id, 'paid')
    const params = { viewId: data.id }
    await owner.call('PATCH /global/staff/view/{viewId}', { params, body: { name: 'Counted again' } })
    expect([await countFor(owner), await countFor(colleague)]).toEqual([1, 1])

    app.clock.advance(60)
    expect([await countFor(owner), await countFor(colleague)]).toEqual([2, 2])
  })

  it('is shown without a count that takes too long', async () => {
    const owner = await aStaffBrowser(app, 'operator')
    const body = { ...view, name: 'Slow', state: `search=${crypto.randomUUID()}` }
    const { data } = await owner.call('POST /global/staff/view', { body })
    app.clock.advance(60)

    const seen = await app.deps.db.transaction().execute(async (trx) => {
      await sql`lock table customer_order in access exclusive mode`.execute(trx)
      const answer = await owner.call('GET /global/staff/view', {})
      return answer.data.views.find(({ id }) => id === data.id)
    })
    expect(seen).toMatchObject({ name: 'Slow', count: null })
  }, 30_000)

  it('leaves a trace in the audit if it was a colleague who renamed or deleted it', async () => {
    const ownerId = await aStaffMember(app, 'operator')
    const owner = await aBrowserOfStaff(app, ownerId)
    const administrator = await aStaffBrowser(app)
    const { data } = await owner.call('POST /global/staff/view', { body: { ...view, name: 'Traced', isShared: true } })
    const params = { viewId: data.id }
    const traces = async () => {
      const entries = await auditEntries(administrator, { subjectKind: 'in:view', subjectId: `is:${data.id}` })
      return entries.map(({ action, before }) => [action, before])
    }

    await owner.call('PATCH /global/staff/view/{viewId}', { params, body: { name: 'Traced twice' } })
    expect(await traces()).toEqual([])

    await administrator.call('PATCH /global/staff/view/{viewId}', { params, body: { name: 'Ours now' } })
    await administrator.call('DELETE /global/staff/view/{viewId}', { params })
    expect(await traces()).toEqual([
      ['view.removed', { list: 'orders', ownerId }],
      ['view.renamed', { list: 'orders', ownerId }],
    ])
  })

  it('is refused with a filter that the list does not have, and for a list without its right', async () => {
    const operator = await aStaffBrowser(app, 'operator')
    const odd = await operator.call('POST /global/staff/view', { body: { ...view, state: 'status=in%3Aunknown' } })
    expect(odd.error.issues).toMatchObject([{ path: 'state' }])

    const customers = { ...view, list: 'customers', state: '' } as const
    expect((await operator.call('POST /global/staff/view', { body: customers })).status).toBe(403)
  })
})

describe('the search of everything', () => {
  it('finds orders, parts and customers as far as the rights go, without case and accents', async () => {
    const customer = await aCustomer(app)
    await updateRows(app, 'customer', { id: customer.id }, { company: 'Mécanique Œuvrard' })
    const order = await anOrderIn(app, customer.id, 'paid')
    const find = async (role: 'administrator' | 'operator', text: string) => {
      const { data } = await (await aStaffBrowser(app, role)).call('GET /global/staff/find', { query: { text } })
      return data.found
    }

    expect(await find('operator', order.number)).toContainEqual(
      expect.objectContaining({ kind: 'order', id: order.id, name: order.number }),
    )
    expect((await find('operator', 'BLÔCK.st')).map(({ kind }) => kind)).toContain('part')
    expect((await find('administrator', customer.email)).map(({ id }) => id)).toContain(customer.id)
    expect((await find('operator', customer.email)).map(({ id }) => id)).not.toContain(customer.id)
    expect((await find('administrator', 'MECA')).map(({ id }) => id)).toEqual([customer.id])
    expect((await find('administrator', 'que oeuv')).map(({ id }) => id)).toEqual([customer.id])
    expect(await find('administrator', '%%')).toEqual([])
  })
})

describe('the search by number', () => {
  const find = async (text: string, role: StaffRole = 'administrator') => {
    const { data } = await (await aStaffBrowser(app, role)).call('GET /global/staff/find', { query: { text } })
    return data.found
  }

  it('shows the exact number first, before newer and longer ones that contain it', async () => {
    const { id: customerId } = await aCustomer(app)
    const [first] = await someOrders(app, customerId, 8)
    const { id, number } = first ?? { id: '', number: '' }
    await updateRows(app, 'customer_order', { customer_id: customerId }, { paid_at: app.clock.now })

    const orders = (await find(number.toLowerCase())).filter(({ kind }) => kind === 'order')
    expect(orders).toHaveLength(6)
    expect(orders[0]).toMatchObject({ id, name: number })
    expect(orders.slice(1).map(({ name }) => name)).toEqual([7, 6, 5, 4, 3].map((copy) => `${number}-000${copy}`))
    expect((await find(`F-${number}`))[0]).toMatchObject({ kind: 'invoice', orderId: id })
  })

  it('shows the run, parcel and customer first that are called as the text', async () => {
    const { id: customerId, email } = await aCustomer(app)
    const order = await anOrderInProduction(app, customerId)
    const { id: runId, code, ...run } = await rowOf(app, 'production_run', { order_id: order.id })
    const remake = { ...run, cause: 'scrap', reason: 'size' } as const
    for (let copy = 1; copy <= 7; copy++)
      await insertRow(app.deps.db, 'production_run', { ...remake, code: `${code}9${copy}` })
    expect((await find(code)).find(({ kind }) => kind === 'run')).toMatchObject({ id: runId, name: code })

    const trackingNumber = randomUUID()
    const parcels = ['', '-1', '-2', '-3', '-4', '-5', '-6', '-7'].map((end, index) => ({
      order_id: order.id,
      number: index + 1,
      carrier: 'dhl' as const,
      tracking_number: `${trackingNumber}${end}`,
      state: 'announced' as const,
      created_at: new Date(app.clock.now.getTime() + index * 1000),
    }))
    for (const parcel of parcels) await insertRow(app.deps.db, 'parcel', parcel)
    expect((await find(trackingNumber.toUpperCase()))[0]).toMatchObject({ kind: 'parcel', name: trackingNumber })

    app.clock.advance(60)
    for (let copy = 1; copy <= 7; copy++) {
      const { id } = await aCustomer(app)
      await updateRows(app, 'customer', { id }, { email: `${copy}${email}` })
    }
    expect((await find(email)).find(({ kind }) => kind === 'customer')).toMatchObject({ id: customerId })
  })

  it('finds invoices of paid orders by their own numbers', async () => {
    const { id } = await aCustomer(app)
    const paid = await anOrderIn(app, id, 'paid')
    const unpaid = await aPlacedOrder(app, id)
    const number = `F-${paid.number}`

    expect(await find(number.toLowerCase())).toMatchObject([{ kind: 'invoice', name: number, orderId: paid.id }])
    const { number: unpaidNumber } = await rowOf(app, 'customer_order', { id: unpaid.id })
    expect(await find(`F-${unpaidNumber}`)).toEqual([])
    expect(await find('F-')).toEqual([])
    expect((await find(paid.number)).map(({ kind }) => kind)).not.toContain('invoice')
  })

  it('finds the invoices of paid additional costs, for those who may see costs', async () => {
    const { cost } = await aRequestedCost(app, await aStaffBrowser(app))
    const number = `F-${cost.number}`
    expect(await find(number)).toEqual([])

    await updateRows(app, 'additional_cost', { id: cost.id }, { paid_at: app.clock.now })
    expect(await find(number)).toMatchObject([{ kind: 'cost-invoice', id: cost.id, name: number }])
    expect(await find(number, 'operator')).toEqual([])
  })

  it('finds parcels by their tracking numbers', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'shipped')
    const { tracking_number } = await rowOf(app, 'parcel', { order_id: order.id })
    expect(await find(tracking_number)).toContainEqual(
      expect.objectContaining({ kind: 'parcel', name: tracking_number, orderId: order.id }),
    )
  })

  it('finds runs by their codes, for those who may see production', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderInProduction(app, id)
    const { code } = await rowOf(app, 'production_run', { order_id: order.id })
    const run = expect.objectContaining({ kind: 'run', name: code, orderId: order.id })
    expect(await find(code.toLowerCase(), 'operator')).toContainEqual(run)
    expect(await find(code, 'accountant')).not.toContainEqual(run)
  })

  it('finds trays by their codes', async () => {
    const operator = await aStaffBrowser(app, 'operator')
    const { id, code } = await aTray(operator, await anOrderToPrint(app, operator))
    expect(await find(code, 'operator')).toContainEqual(expect.objectContaining({ kind: 'tray', id, name: code }))
  })

  it('finds questions to experts by the name of their part', async () => {
    const { lineId } = await anExpertQuestion(app)
    // Other files of this worker ask about parts as well, and only the newest are shown.
    const name = `${randomUUID()}.stl`
    await updateRows(app, 'quote_line', { id: lineId }, { name })
    expect(await find(name)).toContainEqual(expect.objectContaining({ kind: 'question', id: lineId, name }))
    expect((await find(name, 'operator')).map(({ kind }) => kind)).not.toContain('question')
  })

  it('finds projects by name, the newest ones only, for those who may open them', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const name = `Pompe ${randomUUID()}`
    for (let count = 0; count < 7; count++) await aProject(browser, 'cnc', name)

    const found = await find(name.toUpperCase())
    expect(found).toHaveLength(6)
    expect(found).toContainEqual(expect.objectContaining({ kind: 'project', name, projectId: null }))
    expect(await find(name, 'operator')).toEqual([])
  })

  it('finds parts of quotes that were neither ordered nor asked about', async () => {
    const name = `${randomUUID()}.stl`
    const customer = await aCustomer(app)
    const { projectId, line } = await aQuotedProject(app, await aBrowserOf(app, customer.id))
    const { lineId: askedId } = await anExpertQuestion(app)
    const order = await aPlacedOrder(app, customer.id)
    const { line_id } = await rowOf(app, 'order_line', { order_id: order.id })
    for (const id of [line.id, askedId, line_id ?? '']) await updateRows(app, 'quote_line', { id }, { name })

    const quoted = { kind: 'quoted-part', id: line.id, name, projectId }
    const ofQuotes = (await find(name)).filter(({ kind }) => kind === 'quoted-part')
    expect(ofQuotes).toMatchObject([quoted])
    expect((await find(name, 'operator')).map(({ kind }) => kind)).not.toContain('quoted-part')
  })
})

describe('the check before orders are moved', () => {
  it('says for each order what a move would be refused for, and moves none', async () => {
    const { id: customerId } = await aCustomer(app)
    const packed = await anOrderIn(app, customerId, 'quality_check')
    const paid = await anOrderIn(app, customerId, 'paid')
    const staff = await aStaffBrowser(app, 'operator')

    const check = async (to: 'shipped' | 'in_review') => {
      const query = { orderIds: `${packed.id},${paid.id}`, to }
      const { data } = await staff.call('GET /global/staff/order-move', { query })
      return data.orders.map(({ number, refusal }) => [number, refusal])
    }

    expect(await check('shipped')).toEqual([
      [packed.number, 'PARCEL_MISSING'],
      [paid.number, 'ORDER_STATE'],
    ])
    expect(await check('in_review')).toEqual([
      [packed.number, 'ORDER_STATE'],
      [paid.number, null],
    ])

    await updateRows(app, 'customer_order', { id: paid.id }, { status: 'in_review' })
    expect((await check('in_review'))[1]).toEqual([paid.number, 'ORDER_STATE'])
  })
})
