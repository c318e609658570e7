import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@cotation/domain'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sendActionMail } from '#core/action-mail.ts'
import { addStaff, disableStaff, newStaffToken } from '#features/staff-access/staff.service.ts'
import { sendWarning } from '#features/upload/retention.service.ts'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aResetKey, aStaffBrowser, aVisitor } from '#test/builders.ts'
import { anOrderIn, moveTo } from '#test/orders/order-status.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { startSmtpServer } from '#test/servers/smtp.ts'
import { until } from '#test/until.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let administrator: Browser

beforeAll(async () => {
  administrator = await aStaffBrowser(app)
})

const calls = {
  assign: 'POST /global/staff/customer/{customerId}/manager',
  remove: 'DELETE /global/staff/customer/{customerId}/manager',
  contact: 'PATCH /global/staff/me',
} as const

const assign = (customerId: string, email: string, by = administrator) =>
  by.call(calls.assign, { params: { customerId }, body: { email, reason: 'Nouveau portefeuille' } })
const remove = (customerId: string, by = administrator) =>
  by.call(calls.remove, { params: { customerId }, body: { reason: 'Départ' } })

async function aMember(name = 'Léa Petit', role: StaffRole = 'account-manager', of: TestApp = app) {
  const email = `${randomUUID()}@example.com`
  const browser = of.browser()
  await addStaff(of.deps, { name, email, role })
  browser.token = await newStaffToken(of.deps, email)
  const { id } = await rowOf(of, 'staff_member', { email })
  return { id, name, email, browser }
}

async function aClient(of: TestApp = app) {
  const { id, email } = await aCustomer(of)
  const browser = await aBrowserOf(of, id)
  const manager = async () => (await browser.call('GET /global/account/me', {})).data.customerManger
  return { id, email, browser, manager }
}

describe('the manager of a customer (spec 3, 6)', () => {
  it('is absent until one is assigned, then part of user info and profile', async () => {
    const client = await aClient()
    const { name, email } = await aMember()
    expect(await client.manager()).toBeUndefined()

    expect((await assign(client.id, email.toUpperCase())).status).toBe(200)
    expect(await client.manager()).toEqual({ name, email, phone: '' })

    const { data } = await client.browser.call('GET /global/common/index', {})
    expect(data.userInfo).toMatchObject({ customerManger: { name, email, phone: '' } })
    const changed = await client.browser.call('PATCH /global/account/me', { body: { lastName: 'Martin' } })
    expect(changed.data.customerManger).toEqual({ name, email, phone: '' })
  })

  it('is replaced and removed, and every change is recorded with staff member and reason', async () => {
    const client = await aClient()
    const first = await aMember('Léa Petit')
    const second = await aMember('Max Roux', 'customer-success')

    await assign(client.id, first.email, first.browser)
    await assign(client.id, second.email, first.browser)
    expect((await client.manager())?.name).toBe('Max Roux')

    await remove(client.id, first.browser)
    expect(await client.manager()).toBeUndefined()

    const reasons = { staff_id: first.id, reason: 'Nouveau portefeuille', at: app.clock.now }
    const changes = await rowsOf(app, 'manager_change', { customer_id: client.id })
    expect(changes.sort((one, other) => Number(one.id) - Number(other.id))).toMatchObject([
      { ...reasons, manager_id: first.id },
      { ...reasons, manager_id: second.id },
      { ...reasons, manager_id: null, reason: 'Départ' },
    ])
  })

  it('stays the same without a record if assigned or removed twice, also concurrently', async () => {
    const client = await aClient()
    const { email } = await aMember()

    const answers = await Promise.all(Array.from({ length: 8 }, () => assign(client.id, email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await rowsOf(app, 'manager_change', { customer_id: client.id })).toHaveLength(1)

    await remove(client.id)
    expect((await remove(client.id)).status).toBe(200)
    expect(await rowsOf(app, 'manager_change', { customer_id: client.id })).toHaveLength(2)
  })

  it('is hidden from other customers', async () => {
    const client = await aClient()
    const other = await aClient()
    const lea = await aMember('Léa Petit')
    const max = await aMember('Max Roux')

    await assign(client.id, lea.email)
    expect(await other.manager()).toBeUndefined()

    await assign(other.id, max.email)
    expect((await client.manager())?.name).toBe('Léa Petit')
    expect((await other.manager())?.name).toBe('Max Roux')
  })

  it('must be an active member of staff, and is hidden as soon as disabled', async () => {
    const client = await aClient()
    const another = await aClient()
    const member = await aMember()
    await assign(client.id, member.email)
    await disableStaff(app.deps, member.email)
    expect(await client.manager()).toBeUndefined()

    for (const email of [member.email, client.email, 'nobody@example.com']) {
      const { status, error } = await assign(another.id, email)
      expect([status, error.code]).toEqual([422, 'STAFF_NOT_ACTIVE'])
      expect(error.message).toBe('Cette adresse n’est pas celle d’un membre actif de l’équipe.')
    }
    expect(await rowsOf(app, 'manager_change', { customer_id: another.id })).toEqual([])
  })

  it('cannot be assigned to an unknown customer, nor without a reason', async () => {
    const { email } = await aMember()
    expect((await assign(randomUUID(), email)).status).toBe(404)
    expect((await remove(randomUUID())).status).toBe(404)

    const { id } = await aClient()
    const input = { params: { customerId: id }, body: { email, reason: ' ' } }
    expect((await administrator.send(calls.assign, input)).status).toBe(422)
  })

  it('is assigned by account managers and administrators only (STF-1)', async () => {
    const client = await aClient()
    const { email } = await aMember()
    const status = async (browser: Browser) => [
      (await assign(client.id, email, browser)).status,
      (await remove(client.id, browser)).status,
    ]

    expect(await status(app.browser())).toEqual([401, 401])
    for (const browser of [await aVisitor(app), client.browser]) expect(await status(browser)).toEqual([403, 403])
    for (const role of ['operator', 'customer-success'] as const)
      expect(await status(await aStaffBrowser(app, role))).toEqual([403, 403])
    expect(await client.manager()).toBeUndefined()

    for (const role of ['account-manager', 'administrator'] as const)
      expect(await status(await aStaffBrowser(app, role))).toEqual([200, 200])
  })
})

describe('phone and hours of staff', () => {
  const hours = { fr: 'Lun.–ven., 9 h–18 h', en: 'Mon–Fri, 9 am–6 pm' }

  it('are set by each member for themselves and shown to their customers', async () => {
    const client = await aClient()
    const lea = await aMember('Léa Petit', 'operator')
    const max = await aMember('Max Roux')
    await assign(client.id, lea.email)

    const body = { phone: ' +33 1 23 45 67 89 ', hours }
    const shown = { name: lea.name, email: lea.email, phone: '+33 1 23 45 67 89', hours }
    expect((await lea.browser.call(calls.contact, { body })).data).toEqual(shown)
    expect(await client.manager()).toEqual(shown)

    await max.browser.call(calls.contact, { body: { phone: '+33 9 99 99 99 99' } })
    expect(await client.manager()).toEqual(shown)
  })

  it('change one by one and disappear when empty', async () => {
    const { browser } = await aMember()
    await browser.call(calls.contact, { body: { phone: '+33 1 23 45 67 89', hours } })
    const withoutPhone = await browser.call(calls.contact, { body: { phone: '' } })
    expect(withoutPhone.data).toMatchObject({ phone: '', hours })

    const withoutHours = await browser.call(calls.contact, { body: { hours: { fr: '', en: '' } } })
    expect(withoutHours.data).not.toHaveProperty('hours')
    expect((await browser.call(calls.contact, { body: {} })).status).toBe(200)
  })

  it('are in the audit as changed, and neither is written there', async () => {
    const { id, browser } = await aMember()
    await browser.call(calls.contact, { body: { phone: '+33 1 23 45 67 89' } })
    await browser.call(calls.contact, { body: { phone: '+33 1 23 45 67 89', hours } })

    const entries = await rowsOf(app, 'audit_entry', { subject_id: id, action: 'staff.contact-changed' })
    const changes = entries.map(({ after }) => after)
    expect(changes).toEqual([{ isPhoneChanged: true }, { areHoursChanged: true }])
    expect(JSON.stringify(entries)).not.toMatch(/23 45|ven|Mon/)
  })

  it.each([
    [{ phone: '01 23 45 67 89' }, 'phone', 'Le numéro s’écrit avec son indicatif'],
    [{ phone: '+33 (0)1 23 45 67 89' }, 'phone', 'Le numéro s’écrit avec son indicatif'],
    [{ phone: `+33${'1'.repeat(30)}` }, 'phone', 'Le numéro s’écrit avec son indicatif'],
    [{ hours: { fr: 'Lun.–ven.', en: '' } }, 'hours', 'dans les deux langues'],
    [{ hours: { fr: 'x'.repeat(81), en: 'x' } }, 'hours.fr', ''],
    [{ role: 'administrator' }, 'role', ''],
    [{ email: 'else@example.com' }, 'email', ''],
  ])('are refused as %j', async (body, path, message) => {
    const { browser } = await aMember()
    const { status, error } = await browser.send(calls.contact, { body })
    expect(status).toBe(422)
    expect(error.issues?.[0]).toMatchObject({ path, message: expect.stringContaining(message) })
  })
})

describe('answers to mails', () => {
  const replyTo = ({ name, email }: { name: string; email: string }) => `${name} <${email}>`

  it('go to the manager, and to the sender without an active one', async () => {
    const client = await aClient()
    const lea = await aMember()
    const { id: orderId } = await anOrderIn(app, client.id, 'paid')

    await moveTo(app, orderId, 'in_review')
    expect((await app.mail(client.email, 'order-in-review')).replyTo).toBeNull()

    await assign(client.id, lea.email)
    await moveTo(app, orderId, 'in_production')
    expect((await app.mail(client.email, 'order-in-production')).replyTo).toBe(replyTo(lea))

    const first = app.clock.now.toISOString()
    await sendWarning(app.deps, { customerId: client.id, files: 1, first, at: first })
    expect((await app.mail(client.email, 'files-expire')).replyTo).toBe(replyTo(lea))

    await disableStaff(app.deps, lea.email)
    await moveTo(app, orderId, 'quality_check')
    expect((await app.mail(client.email, 'order-quality-check')).replyTo).toBeNull()
  })

  it('go to the sender if no header can hold the name of the manager', async () => {
    const client = await aClient()
    await assign(client.id, (await aMember('Léa\u2028Petit')).email)
    const { id: orderId } = await anOrderIn(app, client.id, 'paid')
    await moveTo(app, orderId, 'in_review')
    expect((await app.mail(client.email, 'order-in-review')).replyTo).toBeNull()
  })

  it('go to the sender if the mail is about a password', async () => {
    const client = await aClient()
    await assign(client.id, (await aMember()).email)
    await aResetKey(app, client.email)
    expect((await app.mail(client.email, 'password-reset')).replyTo).toBeNull()
  })

  it('go to the sender if a customer had the mail sent to another address', async () => {
    const client = await aClient()
    const lea = await aMember()
    await assign(client.id, lea.email)
    const mail = { kind: 'analysis-done', language: 'fr', path: '/quote', values: { file: 'a.stl' } } as const
    const replyToOf = async (to: string) => {
      await sendActionMail(app.deps, { ...mail, to, repliesTo: 'manager', idempotencyKey: to })
      return (await app.mail(to, 'analysis-done')).replyTo
    }
    expect(await replyToOf(client.email)).toBe(replyTo(lea))
    expect(await replyToOf(`${randomUUID()}@example.com`)).toBeNull()
    expect(await replyToOf((await aClient()).email)).toBeNull()
  })

  it('carry name and address of the manager over SMTP, except with sign-in secrets', async () => {
    const server = await startSmtpServer()
    onTestFinished(() => server.close())
    const mailing = await startApp({ ...severalVisitors, SMTP_URL: server.url })
    onTestFinished(() => mailing.close())

    const client = await aClient(mailing)
    const helene = await aMember('Hélène Noël', 'account-manager', mailing)
    await assign(client.id, helene.email, await aStaffBrowser(mailing))

    const { id: orderId } = await anOrderIn(mailing, client.id, 'paid')
    await moveTo(mailing, orderId, 'in_review')
    await mailing.deps.jobs.enqueue(mailing.deps.db, 'auth-mail', {
      kind: 'password-reset',
      email: client.email,
      language: 'fr',
    })

    const mails = await until(async () => {
      const parsed = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)))
      const review = parsed.find(({ subject }) => subject?.includes('vérif'))
      const secret = parsed.find(({ text }) => text?.includes('#key='))
      return review && secret ? { review, secret } : undefined
    }, 'both mails')
    expect(mails.review.replyTo).toMatchObject([{ name: 'Hélène Noël', address: helene.email }])
    expect(mails.secret.replyTo).toBeUndefined()
  })
})
