import { staffLists } from '@cotation/domain'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disableStaff, newStaffToken } from '#features/staff-access/staff.service.ts'
import { keyIn, severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  aBrowserOf,
  aBrowserOfStaff,
  aCustomer,
  aLoggedInBrowser,
  aPersonSignedUp,
  aResetKey,
  aStaffBrowser,
  aStaffMember,
  aVisitor,
  goodPassword,
  type TestCustomer,
} from '#test/builders.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { anExport, confirm, requestDeletion } from '#test/personal-data.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { turnSecondFactorOn } from '#test/second-factors.ts'
import { useApp } from '#test/use-app.ts'
import { securityEventJobs } from './security-event.jobs.ts'

const app = useApp(severalVisitors)
let staff: Browser
let customer: TestCustomer

beforeAll(async () => {
  staff = await aStaffBrowser(app)
})

beforeEach(async () => {
  customer = await aCustomer(app)
})

const columns = Object.keys(staffLists['security-events'].columns).join(',')

async function events(filters: Record<string, string>) {
  const query = { pageSize: '200', ...filters, columns }
  const { data } = await staff.call('GET /global/staff/list/security-events', { query })
  return data.rows
}

const eventsOf = ({ id }: TestCustomer) => events({ customer: `in:${id}` })
const kindsOf = async (person: TestCustomer) => (await eventsOf(person)).map(({ event }) => event)

describe('security events', () => {
  it('name the account and network of logins and failures, without the address', async () => {
    const browser = await aLoggedInBrowser(app, customer)
    const attempt = { body: { email: customer.email, password: 'wrong-password' } }
    await browser.call('POST /global/account/login', attempt)
    const stranger = app.browser()
    await stranger.call('POST /global/account/login', attempt)

    const found = await eventsOf(customer)
    expect(found).toMatchObject([
      { event: 'login-failed', detail: 'INVALID_CREDENTIALS', repeats: 1 },
      { event: 'login-failed', detail: 'INVALID_CREDENTIALS', repeats: 1 },
      { event: 'login', detail: 'password', at: app.clock.now.toISOString() },
    ])
    const [ofStranger, own, login] = found.map(({ network }) => network)
    expect(own).toBe(login)
    expect(ofStranger).not.toBe(own)
    expect(JSON.stringify(found)).not.toContain(String(browser.address))
    expect(await events({ network: `is:${login}` })).toHaveLength(2)
  })

  it('name no account if an unknown address tries to log in', async () => {
    const stranger = app.browser()
    await stranger.call('POST /global/account/login', { body: { email: 'nobody@example.com', password: 'x-password' } })
    const [event] = await events({ event: 'in:login-failed' })
    expect(event).toMatchObject({ customer: null, detail: 'INVALID_CREDENTIALS' })
  })

  it('cover the life of an account', async () => {
    const browser = app.browser()
    const { email, key } = await aPersonSignedUp(app, browser)
    const activated = await browser.call('POST /global/account/activate', { body: { key } })
    browser.token = activated.data.accessToken
    const { id } = await rowOf(app, 'customer', { email })
    const person = { id, email, password: goodPassword }

    const other = await aLoggedInBrowser(app, person)
    await browser.call('POST /global/account/password/confirm', { body: { password: 'wrong-password' } })
    await browser.call('POST /global/account/sessions/endOthers', {})
    expect((await other.call('GET /global/account/me', {})).status).toBe(401)

    await aLoggedInBrowser(app, person)
    const { data } = await browser.call('GET /global/account/sessions', {})
    const sessionId = data.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    await browser.call('DELETE /global/account/session/{sessionId}', { params: { sessionId } })
    await browser.call('GET /global/account/logout', {})

    const password = { password: goodPassword, confirmPassword: goodPassword }
    const reset = { key: await aResetKey(app, email), ...password }
    await app.browser().call('PATCH /global/account/password/reset', { body: reset })

    expect(await kindsOf(person)).toEqual([
      'password-reset',
      'logout',
      'session-ended',
      'login',
      'sessions-ended',
      'password-wrong',
      'login',
      'account-activated',
    ])
    expect(await events({ event: 'in:reset-requested' })).toMatchObject([{ customer: null }])
  })

  it('name the account of a failed second step in one event, also if a visitor logs in', async () => {
    const authenticator = await turnSecondFactorOn(app, await aLoggedInBrowser(app, customer))
    const visitor = await aVisitor(app)
    const { email, password } = customer
    await visitor.call('POST /global/account/login', { body: { email, password } })
    await visitor.call('POST /global/account/login/secondFactor', { body: { code: '000000' } })
    const body = { code: authenticator.code(1) }
    expect((await visitor.call('POST /global/account/login/secondFactor', { body })).status).toBe(200)

    expect((await eventsOf(customer)).map(({ event, detail }) => `${event} ${detail ?? ''}`)).toEqual([
      'login code',
      'login-failed SECOND_FACTOR_WRONG',
      'second-factor-on code',
      'app-added ',
      'login password',
    ])
    const wrong = await events({ event: 'in:password-wrong' })
    expect(wrong.filter(({ detail }) => detail?.includes('secondFactor'))).toEqual([])
  })

  it('tell an app that was added beside a passkey from the first second factor', async () => {
    const browser = await aLoggedInBrowser(app, customer)
    const { data } = await browser.call('POST /global/account/secondFactor/passkey/begin', {})
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin).register(data.challenge)
    await browser.call('POST /global/account/secondFactor/passkey', { body: { name: 'Clé', ...passkey } })
    await turnSecondFactorOn(app, browser)

    expect(await kindsOf(customer)).toEqual(['app-added', 'second-factor-on', 'passkey-added', 'login'])
  })

  it('record limits and forbidden calls, counted if they repeat', async () => {
    const browser = await aBrowserOf(app, customer.id)
    for (let i = 0; i < 3; i++) await browser.send('GET /global/staff/vat-check', {})
    const wrong = { body: { email: customer.email, password: 'wrong-password' } }
    for (let i = 0; i < 6; i++) await browser.call('POST /global/account/login', wrong)

    const found = await eventsOf(customer)
    expect(found.map(({ event, detail }) => `${event} ${detail ?? ''}`)).toEqual([
      'limit-reached POST /global/account/login',
      'login-failed RATE_LIMITED',
      'login-failed INVALID_CREDENTIALS',
      'forbidden GET /global/staff/vat-check',
    ])
  })

  it('record calls, tokens and the end of staff', async () => {
    const id = await aStaffMember(app)
    const { email } = await rowOf(app, 'staff_member', { id })
    const member = await aBrowserOfStaff(app, id)
    await member.call('PATCH /global/staff/me', { body: {} })

    const person = app.browser()
    person.token = await newStaffToken(app.deps, email)
    await person.send('GET /global/staff/order/{orderId}', { params: { orderId: customer.id } })
    await disableStaff(app.deps, email)

    const found = await events({ member: `in:${id}` })
    expect(found.map(({ event, detail }) => `${event} ${detail ?? ''}`).sort()).toEqual([
      'staff-call GET /global/staff/order/{orderId}',
      'staff-call PATCH /global/staff/me',
      'staff-disabled ',
      'staff-token ',
    ])
  })

  it('are found by the name of the account, by those who may read customers', async () => {
    await updateRows(app, 'customer', { id: customer.id }, { last_name: 'Noether' })
    await aLoggedInBrowser(app, customer)
    expect(await events({ search: 'noether' })).toMatchObject([{ customer: { id: customer.id, name: 'Noether' } }])

    const role = { name: 'Contrôle', rights: ['audit.read' as const], created_at: app.clock.now }
    const auditor = await aStaffBrowser(app, { ownRoleId: await insertRow(app.deps.db, 'staff_role', role) })
    const seenBy = async (query: Record<string, string>) =>
      (await auditor.call('GET /global/staff/list/security-events', { query })).data.rows
    expect(await seenBy({ search: 'noether' })).toEqual([])
    expect(await seenBy({ customer: 'contains:noether' })).toEqual([])
    const { id } = customer
    expect(await seenBy({ customer: `in:${id}` })).toMatchObject([{ customer: { id, name: id } }])
  })

  it('are removed after 90 days', async () => {
    await aLoggedInBrowser(app, customer)
    app.clock.advance(89 * 86_400)
    staff = await aStaffBrowser(app)
    await aLoggedInBrowser(app, customer)
    await sweep()
    expect(await kindsOf(customer)).toEqual(['login', 'login'])

    app.clock.advance(2 * 86_400)
    staff = await aStaffBrowser(app)
    await sweep()
    expect(await kindsOf(customer)).toEqual(['login'])
  })

  it('keep kind and time of a deleted account, without network and detail', async () => {
    const browser = await aLoggedInBrowser(app, customer)
    await anExport(browser)
    await requestDeletion(browser, customer)
    await app.deps.securityEvents.flush()
    const key = keyIn(await app.mail(customer.email, 'account-deletion'))
    expect((await confirm(app.browser(), key)).status).toBe(200)
    await app.mails()

    const rows = await rowsOf(app, 'security_event', { customer_id: customer.id })
    expect(rows.map(({ kind, network_hash, detail }) => [kind, network_hash, detail]).sort()).toEqual([
      ['deletion-confirmed', '', ''],
      ['deletion-requested', '', ''],
      ['export-requested', '', ''],
      ['login', '', ''],
    ])
  })
})

async function sweep(): Promise<void> {
  for (const job of securityEventJobs(app.deps)) await job.run({} as never)
}
