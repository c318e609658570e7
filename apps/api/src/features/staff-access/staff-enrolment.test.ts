import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { keyIn } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { authenticatorOf } from '#test/second-factors.ts'
import { anEnrolledMember, enrolWith, staffPassword } from '#test/staff-accounts.ts'
import { useSharedApp } from '#test/use-app.ts'
import { newStaffToken } from './staff.service.ts'

const app = useSharedApp()
let administrator: Browser

beforeEach(async () => {
  await app.deps.db.deleteFrom('rate_limit').execute()
  administrator = await aStaffBrowser(app)
})

/** A new member and the key of the mailed link. */
async function invite(language: 'fr' | 'en' = 'fr') {
  const email = `${randomUUID()}@example.com`
  const body = { name: 'Léa Petit', email, roleId: 'operator', language }
  const { data } = await administrator.call('POST /global/staff/member', { body })
  const mail = await app.mail(email, 'staff-enrolment')
  return { id: data.id, email, mail, key: keyIn(mail), view: data }
}

const choose = (key: string, password = staffPassword, browser = app.browser()) =>
  browser.call('POST /global/staff/enrolment/password', { body: { key, password } })
const viewOf = (key: string) => app.browser().call('POST /global/staff/enrolment/view', { body: { key } })
const invalid = { status: 422, error: { code: 'KEY_INVALID' } }

describe('the enrolment of a member of staff', () => {
  it('leads from the mailed link to a signed-in member with recovery codes', async () => {
    const { id, email, key, mail, view } = await invite()
    expect(mail.text).toContain('/manufacture/staff/enrolment#key=')
    expect(view).toMatchObject({ state: 'invited', hasSecondFactor: false, liveSessions: 0 })
    expect((await viewOf(key)).data).toEqual({ name: 'Léa Petit', email })

    const { browser, authenticator } = await enrolWith(app, key)
    expect(authenticator.recoveryCodes).toHaveLength(10)
    expect((await browser.call('GET /global/staff/me', {})).data).toMatchObject({ id, hasSecondFactor: true })
    await app.mail(email, 'staff-enrolled')
  })

  it('writes in the language that was chosen', async () => {
    const { mail } = await invite('en')
    expect(mail.subject).toMatch(/^Your access to /)
  })

  it('uses a link once, even in two browsers at the same moment', async () => {
    const { key } = await invite()
    const answers = await Promise.all([choose(key), choose(key, 'Une-autre-phrase')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await viewOf(key)).toMatchObject(invalid)
  })

  it('refuses short and common passwords without using the link up', async () => {
    const { key } = await invite()
    const codeOf = async (password: string) => (await choose(key, password)).error.issues?.[0]?.code
    expect(await codeOf('onze-lettre')).toBe('STAFF_PASSWORD_TOO_SHORT')
    expect(await codeOf('password1234')).toBe('PASSWORD_TOO_COMMON')
    expect((await choose(key)).status).toBe(200)
  })

  it('refuses a link after 72 hours', async () => {
    const { key } = await invite()
    const start = app.clock.now
    app.clock.now = new Date(start.getTime() + 72 * 3_600_000)
    expect(await choose(key)).toMatchObject(invalid)
    app.clock.now = start
  })

  it('goes on after the next sign-in if the browser was closed before the second factor', async () => {
    const { email, key } = await invite()
    await choose(key)

    const browser = app.browser()
    const login = { body: { email, password: staffPassword } }
    expect((await browser.call('POST /global/staff/login', login)).data.next).toBe('set-up-factor')
    const { data } = await browser.call('POST /global/staff/enrolment/app/begin', {})

    const wrong = await browser.call('POST /global/staff/enrolment/app/confirm', { body: { code: '000000' } })
    expect(wrong.error.code).toBe('SECOND_FACTOR_WRONG')
    const code = authenticatorOf(app, data.secret).code()
    expect((await browser.call('POST /global/staff/enrolment/app/confirm', { body: { code } })).status).toBe(200)
  })

  it('adds no second set-up to a member who has finished in another browser', async () => {
    const { email, key } = await invite()
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
    const thief = app.browser()
    await choose(key)
    await thief.call('POST /global/staff/login', { body: { email, password: staffPassword } })
    const owner = app.browser()
    await owner.call('POST /global/staff/login', { body: { email, password: staffPassword } })

    const begin = async (browser: Browser) =>
      (await browser.call('POST /global/staff/enrolment/passkey/begin', {})).data.challenge
    const finish = (browser: Browser, device: TestPasskey, challenge: string) => {
      const body = { name: 'Clé', ...device.register(challenge) }
      return browser.call('POST /global/staff/enrolment/passkey', { body })
    }
    const stolenChallenge = await begin(thief)
    expect((await finish(owner, passkey, await begin(owner))).data.recoveryCodes).toHaveLength(10)

    const other = new TestPasskey(new URL(app.deps.publicUrl).origin)
    expect((await finish(thief, other, stolenChallenge)).error.code).toBe('LOGIN_EXPIRED')
    const begunAgain = await thief.call('POST /global/staff/enrolment/app/begin', {})
    expect(begunAgain.error.code).toBe('LOGIN_EXPIRED')
  })

  it('begins no set-up for a member who has added a factor with a token', async () => {
    const { email, key } = await invite()
    const waiting = app.browser()
    await choose(key, staffPassword, waiting)

    const owner = app.browser()
    owner.token = await newStaffToken(app.deps, email)
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
    const { data } = await owner.call('POST /global/staff/secondFactor/passkey/begin', {})
    const body = { name: 'Clé', ...passkey.register(data.challenge) }
    expect((await owner.call('POST /global/staff/secondFactor/passkey', { body })).status).toBe(200)

    const refused = { status: 409, error: { code: 'SECOND_FACTOR_STATE' } }
    expect(await waiting.call('POST /global/staff/enrolment/app/begin', {})).toMatchObject(refused)
    expect(await waiting.call('POST /global/staff/enrolment/passkey/begin', {})).toMatchObject(refused)
  })
})

describe('a lost second factor', () => {
  it('is reset by an administrator: all access ends, and a new link is mailed', async () => {
    const member = await anEnrolledMember(app)
    const params = { staffId: member.id }
    const reset = await administrator.call('POST /global/staff/member/{staffId}/resetFactor', { params })
    expect(reset.data).toMatchObject({ state: 'invited', hasSecondFactor: false, liveSessions: 0 })

    expect((await member.browser.call('GET /global/staff/me', {})).status).toBe(401)
    const login = { body: { email: member.email, password: staffPassword } }
    expect((await app.browser().call('POST /global/staff/login', login)).error.code).toBe('INVALID_CREDENTIALS')

    const key = keyIn(await app.mail(member.email, 'staff-enrolment'))
    const { browser } = await enrolWith(app, key)
    expect((await browser.call('GET /global/staff/me', {})).data.id).toBe(member.id)
  })
})
