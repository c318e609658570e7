import { staffLists } from '@cotation/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { keyIn, severalVisitors } from '#test/app.ts'
import { auditEntries } from '#test/audit-entries.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aLoggedInBrowser, aStaffBrowser, type TestCustomer } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { confirm, requestDeletion } from '#test/personal-data.ts'
import { insertRow, rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { anAuditBreak, makeWaiting } from '#test/waiting-tasks.ts'
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

const ofCustomer = () => ({ subjectKind: 'in:customer', subjectId: `is:${customer.id}` })

/** The entry that a row of the list leads to. */
async function entryAt(browser: Browser, position: unknown) {
  const params = { position: String(position) }
  return (await browser.call('GET /global/staff/audit/entry/{position}', { params })).data
}

describe('the audit as staff read it', () => {
  it('lists entries with the reason, the newest first; each shows what changed', async () => {
    for (const limitMinor of [100_00, 200_00, 300_00]) await setCredit(limitMinor, `Limite ${limitMinor}`)

    const entries = await auditEntries(admin, ofCustomer())
    expect(entries).toMatchObject([
      { action: 'customer.credit-set', actor: 'staff', reason: 'Limite 30000', customer: { id: customer.id } },
      { reason: 'Limite 20000' },
      { reason: 'Limite 10000' },
    ])
    expect(await entryAt(admin, entries[0]?.id)).toMatchObject({
      action: 'customer.credit-set',
      actor: 'staff',
      changes: [{ field: 'creditLimitMinor', before: '20000', after: '30000' }],
      reason: 'Limite 30000',
      customer: { id: customer.id, named: { path: `customers/${customer.id}` } },
      hash: entries[0]?.hash,
    })
  })

  it('knows no entry after the last one', async () => {
    const params = { position: '999999999' }
    expect((await admin.call('GET /global/staff/audit/entry/{position}', { params })).error.code).toBe('NOT_FOUND')
  })

  it('names each subject and its screen to those who may open it', async () => {
    const { id: buyerId } = await aCustomer(app)
    const order = await anOrderIn(app, buyerId, 'paid')
    const params = { orderId: order.id }
    await admin.call('POST /global/staff/order/{orderId}/note', { params, body: { text: 'Rappeler' } })
    const look = async (browser: Browser) => {
      const [entry] = await auditEntries(browser, { subjectKind: 'in:order', subjectId: `is:${order.id}` })
      return { row: entry, entry: await entryAt(browser, entry?.position) }
    }

    const { username } = await rowOf(app, 'customer', { id: buyerId })
    const named = { name: order.number, path: `orders/${order.id}` }
    expect(await look(admin)).toMatchObject({
      row: { subjectId: { id: order.id, ...named }, customer: { id: buyerId, name: username } },
      entry: { subject: { kind: 'order', id: order.id, named }, customer: { named: { name: username } } },
    })

    const ownRoleId = await insertRow(app.deps.db, 'staff_role', {
      name: 'Contrôle',
      rights: ['audit.read'],
      created_at: app.clock.now,
    })
    const auditor = await aStaffBrowser(app, { ownRoleId })
    expect(await look(auditor)).toMatchObject({
      row: { subjectId: { id: order.id, name: order.id, path: null }, customer: { id: buyerId, name: buyerId } },
      entry: { subject: { id: order.id, named: null }, customer: { named: null } },
    })
    expect(await auditEntries(auditor, { search: order.number })).toEqual([])
    expect(await auditEntries(admin, { search: order.number })).toMatchObject([{ subjectId: { id: order.id } }])
  })

  it('names a proposal by what it is about, and leads to it', async () => {
    const id = await makeWaiting.proposal(app)
    const { action } = await rowOf(app, 'proposal', { id })
    const code = action.kind === 'coupon-offer' ? action.code : ''

    const [made] = await auditEntries(admin, { subjectKind: 'in:proposal', subjectId: `is:${id}` })
    expect(made).toMatchObject({ action: 'proposal.made', subjectId: { id, name: code, path: `proposals/${id}` } })
  })

  it('filters by person and action, and tells what the last verification found', async () => {
    const other = await aStaffBrowser(app)
    await other.call('PATCH /global/staff/me', { body: { phone: '+33 1 23 45 67 89' } })
    const entries = await auditEntries(admin, { action: 'in:staff.contact-changed' })
    expect(entries).toMatchObject([{ after: { isPhoneChanged: true } }])
    expect(JSON.stringify(entries)).not.toContain('+33 1 23 45 67 89')
    expect(await auditEntries(admin, { person: `in:${entries[0]?.person?.id}` })).toHaveLength(1)

    const verification = async () => (await admin.call('GET /global/staff/audit/verification', {})).data.verification
    expect(await verification()).toBeNull()
    await verifyAudit(app.deps)
    expect(await verification()).toMatchObject({ brokenAt: null, at: app.clock.now.toISOString() })

    await anAuditBreak(app, 3, true)
    await anAuditBreak(app, null)
    expect(await verification()).toMatchObject({ brokenAt: 3, fault: 'hash' })
    await anAuditBreak(app, null, true)
    expect(await verification()).toMatchObject({ brokenAt: null })
  })

  it('is downloaded as a file of codes and ids, which is itself recorded', async () => {
    const columns = Object.keys(staffLists.audit.columns).join(',')
    const query = new URLSearchParams({ ...ofCustomer(), columns, reason: 'is:Limite 30000' })
    const file = await admin.fetch(`/gateway/global/staff/list/audit/export?${query}`)
    expect(file.status).toBe(200)
    const [entry] = await auditEntries(admin, { ...ofCustomer(), reason: 'is:Limite 30000' })
    const [head, line, ...others] = (await file.text()).trimEnd().split('\r\n')
    expect(head).toBe(
      '"Entrée";"Date";"Acteur";"Personne";"Action";"Objet";"Identifiant";"Client";"Avant";"Après";"Motif";"Requête";"Empreinte"',
    )
    const cells = [entry?.person?.name, 'customer.credit-set', 'customer', customer.id, customer.id]
    expect(line).toContain(`"staff";${cells.map((cell) => `"${cell}"`).join(';')};`)
    expect(line).toContain(`"{""creditLimitMinor"": 20000}";"{""creditLimitMinor"": 30000}";"Limite 30000";`)
    expect(others).toEqual([])

    const downloads = await auditEntries(admin, { action: 'in:list.exported' })
    expect(downloads).toMatchObject([
      { subjectKind: 'list', subjectId: { id: 'audit' }, after: { filtered: ['subjectKind', 'subjectId', 'reason'] } },
    ])
  })

  it('names its file by the day of the shop', async () => {
    const former = app.clock.now
    // In Paris, it is half past midnight on 2 June.
    app.clock.now = new Date('2026-06-01T22:30:00Z')
    const late = await aStaffBrowser(app)
    const file = await late.fetch(`/gateway/global/staff/list/audit/export?subjectId=is:${customer.id}`)
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

    const entries = await auditEntries(admin, ofCustomer())
    expect(entries.map(({ reason }) => reason)).toEqual([null, null, null, null])
    expect((await entryAt(admin, entries[0]?.id)).reason).toBeNull()
    expect((await checkChain(app.deps, true)).broken).toBeNull()
  })
})
