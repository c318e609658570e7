import { maxCustomerNotes, maxSectionRows } from '@cotation/contracts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { severalVisitors } from '#test/app.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, useStaff } from '#test/builders.ts'
import { aMailRecord } from '#test/mails.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aBasket, aCheckout, aPlacedOrder, insertExpressAccount } from '#test/orders/orders.ts'
import { aCreditLimit, OrderPayer } from '#test/orders/payments.ts'
import { anUploadOf, aProject } from '#test/quote/quotes.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { askExpert } from '#test/waiting-tasks.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const read = (customerId: string, as = staff) =>
  as.call('GET /global/staff/customer/{customerId}', { params: { customerId } })

const setFlag = (customerId: string, flag: 'orders-blocked' | 'pay-first' | 'watch', reason = 'Impayés') =>
  staff.call('POST /global/staff/customer/{customerId}/flag', { params: { customerId }, body: { flag, reason } })

const removeFlag = (customerId: string, flag: 'orders-blocked' | 'pay-first' | 'watch') =>
  staff.call('DELETE /global/staff/customer/{customerId}/flag', {
    params: { customerId },
    body: { flag, reason: 'Réglé' },
  })

/** What confirming a new address leaves. */
async function moveEmail(customerId: string, oldEmail: string, newEmail: string) {
  await updateRows(app, 'customer', { id: customerId }, { email: newEmail })
  await insertRow(app.deps.db, 'email_change', {
    customer_id: customerId,
    old_email: oldEmail,
    new_email: newEmail,
    requested_at: app.clock.now,
    confirmed_at: app.clock.now,
  })
}

describe('the page of a customer', () => {
  it('has orders, mails, money and signs of risk', async () => {
    const { id, email } = await aCustomer(app)
    const { id: orderId } = await anOrderIn(app, id, 'paid')
    await anOrderIn(app, id, 'cancelled')
    await aMailRecord(app, { recipient: email, subject: 'Commande payée' })

    const { data } = await read(id)
    expect(data).toMatchObject({ id, email, flags: [], risks: [{ sign: 'cancelled-order', count: 1 }] })
    expect(data.orders?.total).toBe(2)
    expect(data.orders?.rows.map((order) => order.id)).toContain(orderId)
    expect(data.mails?.rows.map(({ subject }) => subject)).toContain('Commande payée')
    expect(data.money).toMatchObject({ balanceMinor: 0, credit: null })
  })

  it('shows additional costs with their states', async () => {
    const { cost, payer } = await aRequestedCost(app, await aStaffBrowser(app))
    const { data } = await read(payer.customerId)
    expect(data.costs).toMatchObject({
      total: 1,
      rows: [{ id: cost.id, number: cost.number, state: 'requested', totalMinor: cost.totalMinor }],
    })
  })

  it('leads from quotes and files to their orders and to the experts’ question', async () => {
    const { id } = await aCustomer(app)
    const { browser, basket } = await aBasket(app, id)
    const { lineId } = await askExpert(app, browser)
    const { body } = await aCheckout(browser, basket, { payment: { method: 'bank_transfer', bankCurrency: 'USD' } })
    const { data: order } = await browser.call('POST /global/checkout/submit', { body })
    const bought = { id: order.orderId, name: order.number }

    const { data } = await read(id)
    const quotes = data.quotes?.rows.map(({ order, questions, questionLineId }) => ({
      order,
      questions,
      questionLineId,
    }))
    expect(quotes).toContainEqual({ order: bought, questions: 0, questionLineId: null })
    expect(quotes).toContainEqual({ order: null, questions: 1, questionLineId: lineId })
    const files = data.files?.rows.map(({ order, questionLineId }) => ({ order, questionLineId }))
    expect(files).toContainEqual({ order: bought, questionLineId: null })
    expect(files).toContainEqual({ order: null, questionLineId: lineId })
  })

  it('names no order to staff who may not see orders', async () => {
    const { id } = await aCustomer(app)
    const { browser, basket } = await aBasket(app, id)
    const { body } = await aCheckout(browser, basket, { payment: { method: 'bank_transfer', bankCurrency: 'USD' } })
    await browser.call('POST /global/checkout/submit', { body })
    const { data: made } = await staff.call('POST /global/staff/role', {
      body: { name: 'Experts', rights: ['customers.read', 'quotes.answer', 'files.read'] },
    })

    const { data } = await read(id, await aStaffBrowser(app, { ownRoleId: made.id }))
    expect(data.quotes?.rows).toMatchObject([{ order: null }])
    expect(data.files?.rows).toMatchObject([{ order: null }])
  })

  it('has the mails of earlier addresses, and none of the earlier holder of the present one', async () => {
    const first = await aCustomer(app)
    const second = await aCustomer(app)
    const address = first.email
    await aMailRecord(app, { recipient: address, subject: 'Au premier', mailed_at: app.clock.now })

    app.clock.advance(3600)
    await moveEmail(first.id, address, 'ailleurs@example.com')
    app.clock.advance(3600)
    await moveEmail(second.id, second.email, address)
    app.clock.advance(3600)
    await aMailRecord(app, { recipient: address, subject: 'Au second', mailed_at: app.clock.now })
    await aMailRecord(app, { recipient: 'ailleurs@example.com', subject: 'Ailleurs', mailed_at: app.clock.now })

    const subjectsOf = async (id: string) => (await read(id)).data.mails?.rows.map(({ subject }) => subject)
    expect(await subjectsOf(first.id)).toEqual(expect.arrayContaining(['Au premier', 'Ailleurs']))
    expect(await subjectsOf(first.id)).not.toContain('Au second')
    expect(await subjectsOf(second.id)).toContain('Au second')
    expect(await subjectsOf(second.id)).not.toContain('Au premier')

    const listedOf = async (id: string) => {
      const query = { customer: `in:${id}`, sort: '-mailedAt' }
      const { data } = await staff.send<{ rows: { subject: string }[] }>('GET /global/staff/list/mails', { query })
      return data.rows.map(({ subject }) => subject)
    }
    expect(await listedOf(first.id)).toEqual(await subjectsOf(first.id))
    expect(await listedOf(second.id)).toEqual(await subjectsOf(second.id))
  })

  it('counts what was spent without what was refunded of an order', async () => {
    const { id } = await aCustomer(app)
    const { id: orderId } = await anOrderIn(app, id, 'paid')
    const spent = async () => (await read(id)).data.money?.spentMinor ?? 0
    const { total_minor } = await rowOf(app, 'customer_order', { id: orderId })
    expect(await spent()).toBe(Number(total_minor))

    await updateRows(app, 'payment_intent', { order_id: orderId }, { refunded_minor: 1_00 })
    expect(await spent()).toBe(Number(total_minor) - 1_00)
  })

  it('has the accounts at carriers, of which the task ends once one is confirmed', async () => {
    const { id } = await aCustomer(app)
    await insertExpressAccount(app, id, 'dhl', '123456789')
    const account = { carrier: 'dhl', number: '123456789', isConfirmed: false, addedAt: app.clock.now.toISOString() }
    expect((await read(id)).data.freightAccounts).toEqual([account])

    const { carrier, number } = account
    await staff.call('POST /global/staff/customer/{customerId}/expressAccount', {
      params: { customerId: id },
      body: { carrier: 'dhl', number },
    })
    expect((await read(id)).data.freightAccounts).toEqual([{ ...account, carrier, isConfirmed: true }])
    const { data } = await staff.call('GET /global/staff/today', { query: { kind: 'freight-account' } })
    expect(data.tasks.filter(({ targetId }) => targetId === id)).toEqual([])
  })

  it('shows each section only with its right', async () => {
    const { id } = await aCustomer(app)
    const { data } = await read(id, await aStaffBrowser(app, 'customer-success'))
    expect(data.orders).not.toBeNull()
    expect(data.mails).not.toBeNull()
    expect(data.money).toBeNull()
    expect(data.managerChoices).toBeNull()
    expect((await read(id, await aStaffBrowser(app, 'operator'))).status).toBe(403)
  })

  it('records a visit once in half an hour for each member', async () => {
    const { id } = await aCustomer(app)
    await read(id)
    await read(id)
    await read(id, await aStaffBrowser(app))
    const entries = await rowsOf(app, 'audit_entry', { action: 'customer.opened', subject_id: id })
    expect(new Set(entries.map(({ staff_id }) => staff_id)).size).toBe(2)
    expect(entries).toHaveLength(2)
  })
})

describe('the quotes and files after the newest', () => {
  const params = (customerId: string) => ({ customerId })
  const nextFiles = (customerId: string, after: string, as = staff) =>
    as.call('GET /global/staff/customer/{customerId}/file', { params: params(customerId), query: { after } })
  const nextQuotes = (customerId: string, after: string, as = staff) =>
    as.call('GET /global/staff/customer/{customerId}/quote', { params: params(customerId), query: { after } })

  const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id)

  it('go on without a gap or a repetition, also among rows of one microsecond', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const count = 2 * maxSectionRows + 3
    for (let i = 0; i < count; i++) await anUploadOf(app, browser)
    await sql`update upload set created_at = '2026-11-01 08:00:00.123456Z' where customer_id = ${id}`.execute(
      app.deps.db,
    )

    const first = (await read(id)).data.files
    expect(first).toMatchObject({ total: count, next: expect.any(String) })
    const second = (await nextFiles(id, first?.next ?? '')).data
    const third = (await nextFiles(id, second.next ?? '')).data
    expect([first?.rows.length, second.rows.length, third.rows.length]).toEqual([maxSectionRows, maxSectionRows, 3])
    expect(third.next).toBeNull()
    const shown = [...idsOf(first?.rows), ...idsOf(second.rows), ...idsOf(third.rows)]
    expect(new Set(shown).size).toBe(count)
  })

  it('are sorted by their last change, and end with the last one', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const made: string[] = []
    for (let i = 0; i <= maxSectionRows; i++) {
      made.push((await aProject(browser)).id)
      app.clock.advance(60)
    }

    const first = (await read(id)).data.quotes
    const { data: second } = await nextQuotes(id, first?.next ?? '')
    expect([...idsOf(first?.rows), ...idsOf(second.rows)]).toEqual(made.reverse())
    expect(second.next).toBeNull()
  })

  it('have no next part if all are shown', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    for (let i = 0; i < maxSectionRows; i++) await anUploadOf(app, browser)
    expect((await read(id)).data.files).toMatchObject({ total: maxSectionRows, next: null })
  })

  it('need the right of their section, and are a visit', async () => {
    const { id } = await aCustomer(app)
    const { data: made } = await staff.call('POST /global/staff/role', {
      body: { name: 'Accueil', rights: ['customers.read', 'files.read'] },
    })
    const reader = await aStaffBrowser(app, { ownRoleId: made.id })
    const after = `1790000000000000_${id}`

    expect((await nextQuotes(id, after, reader)).error.code).toBe('FORBIDDEN')
    expect(await rowsOf(app, 'audit_entry', { action: 'customer.opened', subject_id: id })).toHaveLength(0)
    expect((await nextFiles(id, after, reader)).data.rows).toEqual([])
    expect(await rowsOf(app, 'audit_entry', { action: 'customer.opened', subject_id: id })).toHaveLength(1)
  })
})

describe('a file on the page of a customer', () => {
  const download = (customerId: string, uploadId: string, as = staff) =>
    as.fetch(`/gateway/global/staff/customer/${customerId}/file/${uploadId}`)

  async function aStoredFile() {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const uploadId = await anUploadOf(app, browser)
    const { sha256 } = await rowOf(app, 'upload', { id: uploadId })
    await app.deps.files.put(partKey(String(sha256)), Buffer.from('the model'), { contentType: 'model/stl' })
    return { id, browser, uploadId }
  }

  it('is downloaded without an order or a project, and each download is in the audit', async () => {
    const { id, uploadId } = await aStoredFile()
    expect((await read(id)).data.files?.rows).toMatchObject([{ id: uploadId, isStored: true, project: null }])

    expect(await (await download(id, uploadId)).text()).toBe('the model')
    await download(id, uploadId)
    expect(await rowsOf(app, 'audit_entry', { subject_id: uploadId })).toMatchObject([
      { action: 'file.downloaded', customer_id: id },
      { action: 'file.downloaded', customer_id: id },
    ])
  })

  it('is not found at another customer, nor once it has been removed', async () => {
    const { id, uploadId } = await aStoredFile()
    const other = await aCustomer(app)
    expect((await download(other.id, uploadId)).status).toBe(404)

    await updateRows(app, 'upload', { id: uploadId }, { state: 'expired' })
    expect((await download(id, uploadId)).status).toBe(404)
    expect((await read(id)).data.files?.rows).toMatchObject([{ id: uploadId, isStored: false }])
    expect(await rowsOf(app, 'audit_entry', { subject_id: uploadId })).toEqual([])
  })

  it('leads to the project last changed with it, for staff who may open projects', async () => {
    const { id } = await aCustomer(app)
    const { browser } = await aBasket(app, id)
    const project = await rowOf(app, 'project', { customer_id: id })
    const { data: made } = await staff.call('POST /global/staff/role', {
      body: { name: 'Fichiers', rights: ['customers.read', 'files.read'] },
    })
    const reader = await aStaffBrowser(app, { ownRoleId: made.id })

    const projectsOf = async (as = staff) => (await read(id, as)).data.files?.rows.map((file) => file.project)
    expect(await projectsOf()).toEqual([{ id: project.id, name: project.name }])
    expect(await projectsOf(reader)).toEqual([null])

    await browser.call('DELETE /global/project/{projectId}', { params: { projectId: project.id } })
    expect(await projectsOf()).toEqual([null])
  })
})

describe('a flag', () => {
  it('has a reason and a name, and can be taken back', async () => {
    const { id } = await aCustomer(app)
    expect((await setFlag(id, 'watch', 'Adresse douteuse')).status).toBe(200)
    expect((await read(id)).data.flags).toMatchObject([{ flag: 'watch', reason: 'Adresse douteuse' }])

    await removeFlag(id, 'watch')
    expect((await read(id)).data.flags).toEqual([])
    expect(await rowsOf(app, 'audit_entry', { action: 'customer.flag-removed', subject_id: id })).toHaveLength(1)
  })

  it('refuses the next order if it blocks orders, until it is taken back', async () => {
    const { id } = await aCustomer(app)
    const { browser, basket } = await aBasket(app, id)
    const { body } = await aCheckout(browser, basket, { payment: { method: 'bank_transfer', bankCurrency: 'USD' } })
    await setFlag(id, 'orders-blocked')
    const refused = await browser.call('POST /global/checkout/submit', { body })
    expect(refused).toMatchObject({ status: 403, error: { code: 'CUSTOMER_BLOCKED' } })

    await removeFlag(id, 'orders-blocked')
    expect((await browser.call('POST /global/checkout/submit', { body })).status).toBe(200)
  })

  it('refuses credit and no other method if the customer must pay first', async () => {
    const { id } = await aCustomer(app, { accountType: 'enterprise' })
    await aCreditLimit(app, id, 100_000_00)
    const order = await aPlacedOrder(app, id)
    const payer = new OrderPayer(await aBrowserOf(app, id), order.id)
    await setFlag(id, 'pay-first')

    const { data } = await payer.view()
    const refusals = Object.fromEntries(data.methods.map(({ method, refusal }) => [method, refusal]))
    expect(refusals).toMatchObject({ credit: 'credit-suspended', card: null })
    expect((await payer.begin({ method: 'credit' })).error.code).toBe('METHOD_NOT_OFFERED')

    await removeFlag(id, 'pay-first')
    expect((await payer.begin({ method: 'credit' })).status).toBe(200)
  })
})

describe('a note about a customer', () => {
  const call = '/global/staff/customer/{customerId}/note'
  const add = (customerId: string, text: string, as = staff) =>
    as.call(`POST ${call}`, { params: { customerId }, body: { text } })
  const edit = (customerId: string, noteId: string, text: string, as = staff) =>
    as.call(`PATCH ${call}/{noteId}`, { params: { customerId, noteId }, body: { text } })
  const remove = (customerId: string, noteId: string, as = staff) =>
    as.call(`DELETE ${call}/{noteId}`, { params: { customerId, noteId } })
  const notesOf = async (customerId: string, as = staff) => (await read(customerId, as)).data.notes
  const actionsOf = async (customerId: string) => {
    const entries = await rowsOf(app, 'audit_entry', { subject_id: customerId })
    return entries.map(({ action }) => action).filter((action) => action.startsWith('customer.note'))
  }

  it('is shown to colleagues with author and date, newest first', async () => {
    const { id } = await aCustomer(app)
    await add(id, 'Préfère le téléphone')
    const at = app.clock.now.toISOString()
    app.clock.advance(60)
    await add(id, 'Rappelé')

    const colleague = await aStaffBrowser(app, 'customer-success')
    const notes = await notesOf(id, colleague)
    expect(notes.map(({ text }) => text)).toEqual(['Rappelé', 'Préfère le téléphone'])
    expect(notes[1]).toMatchObject({ at, editedAt: null, isOwn: false, mayRemove: false })
    expect(notes[1]?.author).not.toBe('')
  })

  it('is changed by its author only, and keeps the date of the first text', async () => {
    const { id } = await aCustomer(app)
    await add(id, 'Préfère le telephone')
    const [note] = await notesOf(id)
    app.clock.advance(60)

    const refused = await edit(id, note?.id ?? '', 'Autre', await aStaffBrowser(app))
    expect(refused).toMatchObject({ status: 403, error: { code: 'NOT_YOUR_NOTE' } })
    await edit(id, note?.id ?? '', 'Préfère le téléphone')
    await edit(id, note?.id ?? '', 'Préfère le téléphone')

    expect(await notesOf(id)).toMatchObject([
      { text: 'Préfère le téléphone', at: note?.at, editedAt: app.clock.now.toISOString(), isOwn: true },
    ])
    expect(await actionsOf(id)).toEqual(['customer.note-added', 'customer.note-edited'])
  })

  it('is removed by its author or an administrator, and by no one else', async () => {
    const { id } = await aCustomer(app)
    const adviser = await aStaffBrowser(app, 'customer-success')
    await add(id, 'Première', adviser)
    await add(id, 'Seconde', adviser)
    const [second, first] = await notesOf(id, adviser)

    const refused = await remove(id, first?.id ?? '', await aStaffBrowser(app, 'account-manager'))
    expect(refused.error.code).toBe('NOT_YOUR_NOTE')
    expect((await remove(id, first?.id ?? '', adviser)).status).toBe(200)
    expect((await remove(id, second?.id ?? '')).status).toBe(200)
    expect(await notesOf(id)).toEqual([])
    expect((await actionsOf(id)).filter((action) => action === 'customer.note-removed')).toHaveLength(2)
  })

  it('is not found at another customer', async () => {
    const { id } = await aCustomer(app)
    const other = await aCustomer(app)
    await add(id, 'Première')
    const [note] = await notesOf(id)

    expect((await edit(other.id, note?.id ?? '', 'Autre')).error.code).toBe('NOT_FOUND')
    expect((await remove(other.id, note?.id ?? '')).error.code).toBe('NOT_FOUND')
  })

  it('leaves its text out of the audit', async () => {
    const { id } = await aCustomer(app)
    await add(id, 'Chambre douze')
    expect(JSON.stringify(await rowsOf(app, 'audit_entry', { subject_id: id }))).not.toContain('Chambre douze')
  })

  it('is refused once there are as many as a page can show', async () => {
    const { id } = await aCustomer(app)
    await add(id, 'Première')
    const { staff_id } = await rowOf(app, 'customer_note', { customer_id: id })
    const note = { customer_id: id, staff_id, text: 'Note', written_at: app.clock.now }
    await app.deps.db
      .insertInto('customer_note')
      .values(Array.from({ length: maxCustomerNotes - 1 }, () => note))
      .execute()

    expect((await add(id, 'Une de trop')).error.code).toBe('QUOTA_EXCEEDED')
  })
})
