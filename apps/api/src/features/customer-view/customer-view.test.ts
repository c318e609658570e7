import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { secretHash } from '#core/secrets.ts'
import { disableStaff } from '#features/staff-access/staff.service.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { creation, tusCall } from '#test/quote/uploads.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { endOverdue } from './customer-view.service.ts'

const app = useApp(severalVisitors)
const minuteSeconds = 60

async function aPair() {
  const { id } = await aCustomer(app)
  const customer = await aBrowserOf(app, id)
  const staff = await aStaffBrowser(app, 'customer-success')
  return { id, customer, staff }
}

const makeCode = async (customer: Browser) => (await customer.call('POST /global/account/view/code', {})).data.code

const begin = (staff: Browser, customerId: string, code: string) =>
  staff.call('POST /global/staff/customer/{customerId}/view', {
    params: { customerId },
    body: { code, reason: 'Facture introuvable' },
  })

/** The browser of a member of staff who looks at a customer's side. */
async function aView() {
  const pair = await aPair()
  const { data } = await begin(pair.staff, pair.id, await makeCode(pair.customer))
  return { ...pair, viewer: Object.assign(app.browser(), { token: data.accessToken }) }
}

const look = async (viewer: Browser) => (await viewer.call('GET /global/account/me', {})).status
const viewsOf = async (customer: Browser) => (await customer.call('GET /global/account/view', {})).data.views

const traces = async (customerId: string) => {
  const entries = await rowsOf(app, 'audit_entry', { subject_id: customerId })
  return entries.map(({ action }) => action).filter((action) => action.startsWith('customer.view'))
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a look at the customer’s side', () => {
  it('shows the customer’s account, and the customer who looks, why and until when', async () => {
    const { id, customer, viewer } = await aView()
    const { email } = await rowOf(app, 'customer', { id })
    expect((await viewer.call('GET /global/account/me', {})).data.email).toBe(email)

    const [view] = await viewsOf(customer)
    expect(view).toMatchObject({ reason: 'Facture introuvable', isOpen: true })
    expect(new Date(view?.until ?? '').getTime() - app.clock.now.getTime()).toBe(30 * minuteSeconds * 1000)
    expect(view?.by).not.toBe('')
    expect(await traces(id)).toEqual(['customer.view-begun'])
  })

  it('is no session of the customer', async () => {
    const { customer } = await aView()
    const { data } = await customer.call('GET /global/account/sessions', {})
    expect(data.sessions).toHaveLength(1)
  })

  it('opens no call of staff, and no upload', async () => {
    const { id, viewer } = await aView()
    const asStaff = await viewer.call('GET /global/staff/customer/{customerId}', { params: { customerId: id } })
    expect(asStaff.status).toBe(403)
    expect((await tusCall(viewer, 'POST', null, creation(randomUUID(), 100))).status).toBe(401)
  })

  it('is limited like the customer, and apart from the customer', async () => {
    const { customer, viewer } = await aView()
    const invoice = (browser: Browser) =>
      browser.call('GET /global/additional-cost/{costId}/invoice', { params: { costId: randomUUID() } })
    for (let i = 0; i < 60; i++) expect((await invoice(viewer)).status).toBe(404)
    expect([(await invoice(viewer)).status, (await invoice(customer)).status]).toEqual([429, 404])
  })

  it('needs the code of this customer, once and in time', async () => {
    const { id, customer, staff } = await aPair()
    const stranger = await aPair()
    const code = await makeCode(customer)
    expect((await begin(staff, id, other(code))).error.code).toBe('VERIFICATION_CODE_WRONG')
    expect((await begin(staff, stranger.id, code)).error.code).toBe('VERIFICATION_CODE_WRONG')
    expect((await begin(staff, id, code)).status).toBe(200)
    expect((await begin(staff, id, code)).error.code).toBe('VERIFICATION_CODE_WRONG')

    const late = await makeCode(customer)
    app.clock.advance(15 * minuteSeconds)
    const again = await aStaffBrowser(app, 'customer-success')
    expect((await begin(again, id, late)).error.code).toBe('VERIFICATION_CODE_WRONG')
  })

  it('refuses even the right code after five wrong ones', async () => {
    const { id, customer, staff } = await aPair()
    const code = await makeCode(customer)
    for (let i = 0; i < 5; i++) await begin(staff, id, other(code))
    expect((await begin(staff, id, code)).error.code).toBe('VERIFICATION_CODE_WRONG')
  })

  it('asks for the second factor first', async () => {
    const { id, customer, staff } = await aPair()
    await updateRows(app, 'session', { token_hash: secretHash(staff.token ?? '') }, { stepped_up_until: app.clock.now })
    expect((await begin(staff, id, await makeCode(customer))).error.code).toBe('STEP_UP_REQUIRED')
  })
})

describe('the running looks of a member of staff', () => {
  const call = 'GET /global/staff/customer/{customerId}/view'
  const runningOf = async (staff: Browser, customerId: string) =>
    (await staff.call(call, { params: { customerId } })).data.views

  it('are listed until they end, without a token', async () => {
    const { id, customer, staff } = await aPair()
    expect(await runningOf(staff, id)).toEqual([])

    const { data } = await begin(staff, id, await makeCode(customer))
    expect(await runningOf(staff, id)).toEqual([{ id: data.viewId, until: data.until }])

    await customer.call('POST /global/account/view/{viewId}/end', { params: { viewId: data.viewId } })
    expect(await runningOf(staff, id)).toEqual([])
  })

  it('are not those of a colleague, nor of another customer', async () => {
    const { id } = await aView()
    const elsewhere = await aView()
    expect(await runningOf(elsewhere.staff, id)).toEqual([])
    expect(await runningOf(elsewhere.staff, elsewhere.id)).toHaveLength(1)

    const unknown = await elsewhere.staff.call(call, { params: { customerId: randomUUID() } })
    expect(unknown.error.code).toBe('NOT_FOUND')
  })

  it('are over with their time', async () => {
    const { id, staff } = await aView()
    app.clock.advance(30 * minuteSeconds)
    expect(await runningOf(staff, id)).toEqual([])
  })
})

describe('the end of a look', () => {
  it('comes after half an hour, and is recorded', async () => {
    const { id, customer, viewer } = await aView()
    app.clock.advance(30 * minuteSeconds - 1)
    expect(await look(viewer)).toBe(200)
    app.clock.advance(1)
    expect(await look(viewer)).toBe(401)
    expect(await viewsOf(customer)).toMatchObject([{ isOpen: false }])

    await endOverdue(app.deps)
    await endOverdue(app.deps)
    expect(await traces(id)).toEqual(['customer.view-begun', 'customer.view-ended'])
  })

  it('comes with the log-out of staff', async () => {
    const { id, staff, viewer } = await aView()
    await staff.call('POST /global/staff/logout', {})
    expect(await look(viewer)).toBe(401)
    await endOverdue(app.deps)
    expect(await traces(id)).toEqual(['customer.view-begun', 'customer.view-ended'])
  })

  it('comes when the member is disabled', async () => {
    const { customer, viewer } = await aView()
    const [view] = await viewsOf(customer)
    const { staff_id } = await rowOf(app, 'customer_view', { id: view?.id ?? '' })
    await disableStaff(app.deps, (await rowOf(app, 'staff_member', { id: staff_id })).email)
    expect(await look(viewer)).toBe(401)
  })

  it('comes when the member loses the right, and is recorded', async () => {
    const { id, customer, viewer } = await aView()
    const [view] = await viewsOf(customer)
    const { staff_id } = await rowOf(app, 'customer_view', { id: view?.id ?? '' })
    await updateRows(app, 'staff_member', { id: staff_id }, { role: 'operator' })
    expect(await look(viewer)).toBe(401)
    expect(await viewsOf(customer)).toMatchObject([{ isOpen: false }])

    await endOverdue(app.deps)
    await updateRows(app, 'staff_member', { id: staff_id }, { role: 'customer-success' })
    expect(await look(viewer)).toBe(401)
    expect(await traces(id)).toEqual(['customer.view-begun', 'customer.view-ended'])
  })

  it('goes on for a member whose own role has the right', async () => {
    const { customer, viewer } = await aView()
    const [view] = await viewsOf(customer)
    const { staff_id } = await rowOf(app, 'customer_view', { id: view?.id ?? '' })
    const ownRole = { name: 'Support', rights: ['customers.view' as const], created_at: app.clock.now }
    const own_role_id = await insertRow(app.deps.db, 'staff_role', ownRole)
    await updateRows(app, 'staff_member', { id: staff_id }, { role: null, own_role_id })
    expect(await look(viewer)).toBe(200)
  })

  it('comes when the customer ends it', async () => {
    const { id, customer, viewer } = await aView()
    const [view] = await viewsOf(customer)
    await customer.call('POST /global/account/view/{viewId}/end', { params: { viewId: view?.id ?? '' } })
    expect(await look(viewer)).toBe(401)
    expect(await traces(id)).toEqual(['customer.view-begun', 'customer.view-ended'])
  })

  it('comes when staff end it, of this customer only', async () => {
    const { id, customer, staff, viewer } = await aView()
    const elsewhere = await aView()
    await staff.call('POST /global/staff/customer/{customerId}/view/end', { params: { customerId: elsewhere.id } })
    expect([await look(viewer), await look(elsewhere.viewer)]).toEqual([200, 200])

    await staff.call('POST /global/staff/customer/{customerId}/view/end', { params: { customerId: id } })
    await staff.call('POST /global/staff/customer/{customerId}/view/end', { params: { customerId: id } })
    expect(await look(viewer)).toBe(401)
    expect(await viewsOf(customer)).toMatchObject([{ isOpen: false, until: app.clock.now.toISOString() }])
    expect(await traces(id)).toEqual(['customer.view-begun', 'customer.view-ended'])
  })
})
