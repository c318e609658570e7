import { beforeEach, describe, expect, it } from 'vitest'
import { keyIn } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  aCustomer,
  aLoggedInBrowser,
  anEmail,
  aPersonSignedUp,
  aResetKey,
  goodPassword,
  type TestCustomer,
} from '#test/builders.ts'
import { rowsOf } from '#test/rows.ts'
import { turnSecondFactorOn } from '#test/second-factors.ts'
import { useSharedApp } from '#test/use-app.ts'
import { insertLink } from './quick-login.repository.ts'

const app = useSharedApp()
let customer: TestCustomer
let home: Browser
let newEmail: string

beforeEach(async () => {
  customer = await aCustomer(app)
  home = await aLoggedInBrowser(app, customer)
  newEmail = anEmail()
})

const request = (email = newEmail, proof: { password?: string; code?: string } = { password: goodPassword }) =>
  home.call('POST /global/account/email', { body: { email, ...proof } })

const confirm = (key: string) => app.browser().call('POST /global/account/email/confirm', { body: { key } })
const undo = (key: string) => app.browser().call('POST /global/account/email/undo', { body: { key } })
const logIn = (email: string) =>
  app.browser().call('POST /global/account/login', { body: { email, password: goodPassword } })

const confirmKey = async (email = newEmail) => keyIn(await app.mail(email, 'email-change'))
const undoKey = async (count = 1) => keyIn(await app.mail(customer.email, 'email-change-notice', count))
const mailedResetKey = async () => keyIn(await app.mail(customer.email, 'password-reset'))
const addressOf = async (browser: Browser) => (await browser.call('GET /global/account/me', {})).data?.email

const invalid = { status: 422, error: { code: 'KEY_INVALID' } }

describe('a change of the e-mail address (B21)', () => {
  it('takes effect when the new address confirms, and names it to the old one', async () => {
    expect((await request()).status).toBe(200)
    const key = await confirmKey()
    expect((await app.mail(customer.email, 'email-change-notice')).text).toContain(newEmail)
    expect(await addressOf(home)).toBe(customer.email)

    expect(await confirm(key)).toMatchObject({ status: 200, data: { email: newEmail } })
    expect(await addressOf(home)).toBe(newEmail)
    expect((await logIn(newEmail)).status).toBe(200)
    expect((await logIn(customer.email)).error.code).toBe('INVALID_CREDENTIALS')
    expect(await confirm(key)).toMatchObject(invalid)
  })

  it('tells both addresses when it has taken effect, and the link of the earlier mail still undoes it', async () => {
    await request()
    const key = await undoKey()
    await confirm(await confirmKey())

    const toNew = await app.mail(newEmail, 'email-changed')
    const toOld = await app.mail(customer.email, 'email-changed-notice')
    for (const { text } of [toNew, toOld]) expect(text).toContain(newEmail)
    expect(toOld.text).not.toContain('#key=')
    expect((await undo(key)).status).toBe(200)
  })

  it('needs the password, and a code if there is a second factor', async () => {
    expect((await request(newEmail, { password: 'not this one' })).error.code).toBe('PASSWORD_WRONG')
    expect((await request(newEmail, {})).error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'password' }] })

    const authenticator = await turnSecondFactorOn(app, home)
    app.clock.advance(60)
    expect((await request()).error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'code' }] })
    const wrong = { password: goodPassword, code: authenticator.code(9) }
    expect((await request(newEmail, wrong)).error.code).toBe('SECOND_FACTOR_WRONG')
    expect((await request(newEmail, { password: goodPassword, code: authenticator.code() })).status).toBe(200)
  })

  it('refuses the present address, and answers alike for one that has an account, to which no link goes', async () => {
    expect((await request(customer.email)).error).toMatchObject({ issues: [{ path: 'email' }] })

    const other = await aCustomer(app)
    const free = await request()
    // Only the newest request is mailed.
    app.clock.advance(60)
    const taken = await request(other.email)
    expect({ status: taken.status, data: taken.data }).toEqual({ status: free.status, data: free.data })
    expect((await app.mails()).filter(({ to }) => to === other.email)).toEqual([])
  })

  it('is refused if an account has taken the address meanwhile', async () => {
    await request()
    const key = await confirmKey()
    await aCustomer(app, { email: newEmail })
    expect(await confirm(key)).toMatchObject(invalid)
    expect(await addressOf(home)).toBe(customer.email)
  })

  it('takes the address of a sign-up that was never activated', async () => {
    const squatter = await aPersonSignedUp(app, app.browser())
    await request(squatter.email)
    expect((await confirm(await confirmKey(squatter.email))).status).toBe(200)
    expect(await addressOf(home)).toBe(squatter.email)
  })

  it('is confirmed by the newest link only, within a day', async () => {
    await request()
    const first = await confirmKey()
    app.clock.advance(60)
    const other = anEmail()
    await request(other)
    const second = await confirmKey(other)
    expect(await confirm(first)).toMatchObject(invalid)

    app.clock.advance(86_400)
    expect(await confirm(second)).toMatchObject(invalid)
  })

  it('ends the keys that were mailed to the old address', async () => {
    const key = await aResetKey(app, customer.email)
    await request()
    await confirm(await confirmKey())
    const body = { key, password: 'Trusquin-et-marbre', confirmPassword: 'Trusquin-et-marbre' }
    expect(await app.browser().call('PATCH /global/account/password/reset', { body })).toMatchObject(invalid)
  })
})

describe('"It was not me"', () => {
  it('ends a second factor, which a thief may have added', async () => {
    const authenticator = await turnSecondFactorOn(app, home)
    app.clock.advance(60)
    expect((await request(newEmail, { password: goodPassword, code: authenticator.code() })).status).toBe(200)
    expect((await undo(await undoKey())).status).toBe(200)

    const browser = app.browser()
    const password = { password: 'Trusquin-et-marbre', confirmPassword: 'Trusquin-et-marbre' }
    const body = { key: await mailedResetKey(), ...password }
    await browser.call('PATCH /global/account/password/reset', { body })
    const login = { email: customer.email, password: password.password }
    const { data } = await browser.call('POST /global/account/login', { body: login })
    expect(data.accessToken).toEqual(expect.any(String))
  })

  it('stops a change that is not confirmed, and ends sessions and password', async () => {
    await request()
    const key = await confirmKey()
    expect((await undo(await undoKey())).status).toBe(200)

    expect(await confirm(key)).toMatchObject(invalid)
    expect((await home.call('GET /global/account/me', {})).status).toBe(401)
    expect((await logIn(customer.email)).error.code).toBe('INVALID_CREDENTIALS')
  })

  it('mails the owner a link to choose a new password, and returns no key to the holder of the undo link', async () => {
    await request()
    const answer = await undo(await undoKey())
    expect(answer.data).toEqual({})

    const body = { key: await mailedResetKey(), password: goodPassword, confirmPassword: goodPassword }
    expect((await app.browser().call('PATCH /global/account/password/reset', { body })).status).toBe(200)
    expect((await logIn(customer.email)).status).toBe(200)
  })

  it('ends links to sign-in services, which a thief may have added', async () => {
    const link = { issuer: 'https://id.example', subject: customer.email, channel: 'acme', now: app.clock.now }
    await insertLink(app.deps.db, { ...link, customerId: customer.id })
    await request()
    expect((await undo(await undoKey())).status).toBe(200)
    expect(await rowsOf(app, 'quick_link', { customer_id: customer.id })).toEqual([])
  })

  it('gives the account back six days later, also after a second change, whose own link then ends', async () => {
    await request()
    await confirm(await confirmKey())
    const key = await undoKey()

    const thirdEmail = anEmail()
    app.clock.advance(60)
    await request(thirdEmail)
    await confirm(await confirmKey(thirdEmail))
    const thiefsKey = keyIn(await app.mail(newEmail, 'email-change-notice'))
    app.clock.advance(6 * 86_400)

    expect((await undo(key)).status).toBe(200)
    expect(await undo(thiefsKey)).toMatchObject(invalid)
    expect(await undo(key)).toMatchObject(invalid)

    const body = { key: await mailedResetKey(), password: goodPassword, confirmPassword: goodPassword }
    expect((await app.browser().call('PATCH /global/account/password/reset', { body })).status).toBe(200)
    expect((await logIn(customer.email)).status).toBe(200)
    expect((await logIn(thirdEmail)).status).toBe(422)
  })

  it('works for seven days', async () => {
    await request()
    await confirm(await confirmKey())
    const key = await undoKey()
    app.clock.advance(7 * 86_400)
    expect(await undo(key)).toMatchObject(invalid)
  })
})
