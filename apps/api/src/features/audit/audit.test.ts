import { beforeAll, describe, expect, it } from 'vitest'
import { keyIn, severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aLoggedInBrowser, aStaffBrowser, type TestCustomer } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { confirm, requestDeletion } from '#test/personal-data.ts'
import { insertRow, rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { checkChain, verifyAudit } from './verify-audit.service.ts'

const app = useApp(severalVisitors)
let admin: Browser
let customer: TestCustomer

beforeAll(async () => {
  admin = await aStaffBrowser(app)
  customer = await aCustomer(app, { accountType: 'enterprise' })
})

const setCredit = (limitMinor: number, reason: string) =>
  admin.call('POST /global/staff/customer/{customerId}/credit', {
    params: { customerId: customer.id },
    body: { limitMinor, reason },
  })

const ofCustomer = () => ({ subjectKind: 'customer', subjectId: customer.id }) as const

describe('the audit as staff read it', () => {
  it('lists entries with the change and the reason, the newest first, in pages', async () => {
    for (const limitMinor of [100_00, 200_00, 300_00]) await setCredit(limitMinor, `Limite ${limitMinor}`)

    const first = await admin.call('GET /global/staff/audit', { query: { ...ofCustomer(), pageSize: '2' } })
    expect(first.data.entries).toMatchObject([
      {
        action: 'customer.credit-set',
        actor: 'staff',
        changes: [{ field: 'creditLimitMinor', before: '20000', after: '30000' }],
        reason: 'Limite 30000',
        customer: { id: customer.id, named: { path: `customers/${customer.id}` } },
      },
      { changes: [{ after: '20000' }] },
    ])

    const query = { ...ofCustomer(), pageSize: '2', before: String(first.data.next) }
    const second = await admin.call('GET /global/staff/audit', { query })
    expect(second.data.entries).toMatchObject([{ changes: [{ before: '0' }] }])
    expect(second.data.next).toBeNull()
  })

  it('names each subject and its screen to those who may open it', async () => {
    const { id: buyerId } = await aCustomer(app)
    const order = await anOrderIn(app, buyerId, 'paid')
    const params = { orderId: order.id }
    await admin.call('POST /global/staff/order/{orderId}/note', { params, body: { text: 'Rappeler' } })
    const query = { subjectKind: 'order', subjectId: order.id } as const
    const look = async (browser: Browser) => (await browser.call('GET /global/staff/audit', { query })).data.entries

    const { username } = await rowOf(app, 'customer', { id: buyerId })
    const subject = { kind: 'order', id: order.id, named: { name: order.number, path: `orders/${order.id}` } }
    expect(await look(admin)).toMatchObject([{ subject, customer: { named: { name: username } } }])

    const ownRoleId = await insertRow(app.deps.db, 'staff_role', {
      name: 'Contrôle',
      rights: ['audit.read'],
      created_at: app.clock.now,
    })
    const auditor = await aStaffBrowser(app, { ownRoleId })
    expect(await look(auditor)).toMatchObject([{ subject: { id: order.id, named: null }, customer: { named: null } }])
  })

  it('filters by person and action, and shows the last verification', async () => {
    const other = await aStaffBrowser(app)
    await other.call('PATCH /global/staff/me', { body: { phone: '+33 1 23 45 67 89' } })
    const query = { action: 'staff.contact-changed' } as const
    const { data } = await admin.call('GET /global/staff/audit', { query })
    expect(data.entries).toMatchObject([{ changes: [{ field: 'isPhoneChanged', after: 'true' }] }])
    expect(JSON.stringify(data.entries)).not.toContain('+33 1 23 45 67 89')

    const staffId = data.entries[0]?.staff?.id ?? ''
    expect((await admin.call('GET /global/staff/audit', { query: { staffId } })).data.entries).toHaveLength(1)
    expect(data.verification).toBeNull()
    await verifyAudit(app.deps)
    const after = await admin.call('GET /global/staff/audit', { query })
    expect(after.data.verification).toMatchObject({ brokenAt: null, at: app.clock.now.toISOString() })
  })

  it('is downloaded as a file, which is itself recorded', async () => {
    const file = await admin.fetch(`/gateway/global/staff/audit/export?subjectKind=customer&subjectId=${customer.id}`)
    expect(file.status).toBe(200)
    expect((await file.text()).split('\r\n').filter((line) => line.includes('customer.credit-set'))).toHaveLength(3)

    const { data } = await admin.call('GET /global/staff/audit', { query: { action: 'list.exported' } })
    expect(data.entries).toMatchObject([{ subject: { kind: 'list', id: 'audit' } }])
  })

  it('names its file by the day of the shop', async () => {
    const former = app.clock.now
    // In Paris, it is half past midnight on 2 June.
    app.clock.now = new Date('2026-06-01T22:30:00Z')
    const file = await (await aStaffBrowser(app)).fetch(`/gateway/global/staff/audit/export?subjectId=${customer.id}`)
    app.clock.now = former
    expect(file.headers.get('content-disposition')).toContain('audit-2026-06-02.csv')
  })

  it('keeps its chain and loses the reasons when a customer is erased', async () => {
    await setCredit(0, 'Fin')
    const browser = await aLoggedInBrowser(app, customer)
    await requestDeletion(browser, customer)
    const key = keyIn(await app.mail(customer.email, 'account-deletion'))
    expect((await confirm(app.browser(), key)).status).toBe(200)
    await app.mails()

    const { data } = await admin.call('GET /global/staff/audit', { query: ofCustomer() })
    expect(data.entries.map(({ reason }) => reason)).toEqual([null, null, null, null])
    expect((await checkChain(app.deps, true)).broken).toBeNull()
  })
})
