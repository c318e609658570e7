import { randomUUID } from 'node:crypto'
import { rightsOf } from '@cotation/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { authenticatorOf } from '#test/second-factors.ts'
import { anEnrolledMember, aWaitingStaffBrowser, type EnrolledStaff, staffPassword } from '#test/staff-accounts.ts'
import { useSharedApp } from '#test/use-app.ts'
import { addStaff, disableStaff } from './staff.service.ts'

const app = useSharedApp()
let member: EnrolledStaff

beforeEach(async () => {
  await app.deps.db.deleteFrom('rate_limit').execute()
  member = await anEnrolledMember(app)
})

const login = (email: string, password: string, browser = app.browser()) =>
  browser.call('POST /global/staff/login', { body: { email, password } })
const finish = (browser: Browser, code: string) =>
  browser.call('POST /global/staff/login/secondFactor', { body: { code } })
const me = (browser: Browser) => browser.call('GET /global/staff/me', {})

const wrong = { status: 422, error: { code: 'INVALID_CREDENTIALS' } }

describe('the sign-in of staff', () => {
  it('asks for the second factor after the password, and opens a session of 12 hours with it', async () => {
    const browser = app.browser()
    const { data } = await login(member.email, staffPassword, browser)
    expect(data).toEqual({ next: 'second-factor', methods: ['app'], offersPasskey: false })

    const grant = await finish(browser, member.authenticator.code(1))
    expect(grant.data.expiresIn).toBe(12 * 3600)

    browser.token = grant.data.accessToken
    expect((await me(browser)).data).toMatchObject({
      id: member.id,
      email: member.email,
      role: { id: 'operator', name: '' },
      rights: rightsOf('operator'),
      hasSecondFactor: true,
      recoveryCodesLeft: 10,
      steppedUpUntil: new Date(app.clock.now.getTime() + 600_000).toISOString(),
    })
  })

  it('remembers for the member whether single letters are shortcuts', async () => {
    const { id, browser } = await anEnrolledMember(app)
    const set = (hasLetterKeys: boolean) =>
      browser.call('PATCH /global/staff/me/shortcuts', { body: { hasLetterKeys } })
    expect((await me(browser)).data.hasLetterKeys).toBe(true)
    for (const hasLetterKeys of [false, false]) await set(hasLetterKeys)
    expect((await me(browser)).data.hasLetterKeys).toBe(false)

    const entries = await rowsOf(app, 'audit_entry', { subject_id: id, action: 'staff.shortcuts-changed' })
    expect(entries).toMatchObject([{ before: { hasLetterKeys: true }, after: { hasLetterKeys: false } }])
  })

  it('gives the same answer to unknown, disabled and not enrolled people, and to a wrong password', async () => {
    expect(await login(member.email, 'Une-autre-phrase')).toMatchObject(wrong)
    expect(await login(`${randomUUID()}@example.com`, staffPassword)).toMatchObject(wrong)

    const invited = `${randomUUID()}@example.com`
    await addStaff(app.deps, { name: 'Zoé Roux', email: invited, role: 'operator' })
    expect(await login(invited, staffPassword)).toMatchObject(wrong)

    await disableStaff(app.deps, member.email)
    expect(await login(member.email, staffPassword)).toMatchObject(wrong)
  })

  it('needs the browser that gave the password', async () => {
    await aWaitingStaffBrowser(app, member.email)
    const refused = await finish(app.browser(), member.authenticator.code(1))
    expect(refused).toMatchObject({ status: 422, error: { code: 'LOGIN_EXPIRED' } })
  })

  it('accepts a code of the app once', async () => {
    const first = await aWaitingStaffBrowser(app, member.email)
    const second = await aWaitingStaffBrowser(app, member.email)
    const code = member.authenticator.code(1)
    expect((await finish(first, code)).status).toBe(200)
    expect(await finish(second, code)).toMatchObject({ status: 422, error: { code: 'SECOND_FACTOR_WRONG' } })
  })

  it('accepts a recovery code once, even in two browsers at the same moment, and mails it', async () => {
    const browsers = [await aWaitingStaffBrowser(app, member.email), await aWaitingStaffBrowser(app, member.email)]
    const [code = ''] = member.authenticator.recoveryCodes
    const answers = await Promise.all(browsers.map((browser) => finish(browser, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])

    const mail = await app.mail(member.email, 'staff-recovery-code-used')
    expect(mail.text).toContain('Codes restants\u00a0: 9.')
  })

  it('stops guesses of a password, and lets a browser in that has signed in before', async () => {
    for (let i = 0; i < 5; i++) await login(member.email, 'Une-autre-phrase')
    expect((await login(member.email, staffPassword)).error.code).toBe('RATE_LIMITED')
    expect((await login(member.email, staffPassword, member.browser)).data.next).toBe('second-factor')
  })

  it('mails the person about a browser that has not signed in before, once', async () => {
    const browser = await aWaitingStaffBrowser(app, member.email)
    await finish(browser, member.authenticator.code(1))
    await app.mail(member.email, 'staff-new-browser')

    app.clock.advance(60)
    await login(member.email, staffPassword, browser)
    await finish(browser, member.authenticator.code())
    const mails = (await app.mails()).filter(({ to, kind }) => to === member.email && kind === 'staff-new-browser')
    expect(mails).toHaveLength(1)
  })

  it('ends a ticket after five wrong codes', async () => {
    const browser = await aWaitingStaffBrowser(app, member.email)
    for (let i = 0; i < 5; i++) expect((await finish(browser, '000000')).status).not.toBe(200)
    await app.deps.db.deleteFrom('rate_limit').execute()
    expect((await finish(browser, member.authenticator.code(1))).error.code).toBe('LOGIN_EXPIRED')
  })

  it('ends a sign-in that waits if the person is disabled', async () => {
    const browser = await aWaitingStaffBrowser(app, member.email)
    await disableStaff(app.deps, member.email)
    expect((await finish(browser, member.authenticator.code(1))).error.code).toBe('LOGIN_EXPIRED')
  })

  it('finishes with a passkey that signs once', async () => {
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
    const { data } = await member.browser.call('POST /global/staff/secondFactor/passkey/begin', {})
    const body = { name: 'Clé', ...passkey.register(data.challenge) }
    expect((await member.browser.call('POST /global/staff/secondFactor/passkey', { body })).data.recoveryCodes).toEqual(
      [],
    )

    const browser = app.browser()
    expect((await login(member.email, staffPassword, browser)).data).toMatchObject({
      methods: ['app', 'passkey'],
      offersPasskey: true,
    })
    const begun = await browser.call('POST /global/staff/login/passkey/begin', {})
    const assertion = passkey.sign(begun.data.challenge)
    const answer = await browser.call('POST /global/staff/login/passkey', { body: assertion })
    expect(answer.status).toBe(200)
    expect((await browser.call('POST /global/staff/login/passkey', { body: assertion })).error.code).toBe(
      'LOGIN_EXPIRED',
    )
  })
})

describe('a session of staff', () => {
  it('ends after an hour without use, and after 12 hours', async () => {
    const start = app.clock.now
    const later = (minutes: number) => {
      app.clock.now = new Date(start.getTime() + minutes * 60_000)
    }
    const idle = await aWaitingStaffBrowser(app, member.email)
    idle.token = (await finish(idle, member.authenticator.code(1))).data.accessToken

    for (let minutes = 0; minutes < 720; minutes += 55) {
      later(minutes)
      expect((await me(member.browser)).status).toBe(200)
    }
    expect((await me(idle)).status).toBe(401)

    later(720)
    expect((await me(member.browser)).status).toBe(401)
    app.clock.now = start
  })

  /** Another browser of the member, signed in with a recovery code. */
  async function signedInWith(code = ''): Promise<Browser> {
    const browser = await aWaitingStaffBrowser(app, member.email)
    browser.token = (await finish(browser, code)).data.accessToken
    return browser
  }

  const sessionsOf = async (browser: Browser) => (await browser.call('GET /global/staff/session', {})).data.sessions

  it('is listed with its browser, and is ended alone, with all others, or by signing out', async () => {
    const [firstCode, secondCode, thirdCode] = member.authenticator.recoveryCodes
    const signedOut = await signedInWith(firstCode)
    const ended = await signedInWith(secondCode)
    const left = await signedInWith(thirdCode)
    const sessions = await sessionsOf(ended)
    expect(sessions).toHaveLength(4)

    await signedOut.call('POST /global/staff/logout', {})
    expect((await me(signedOut)).status).toBe(401)

    const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
    const stranger = await anEnrolledMember(app)
    const end = (browser: Browser) =>
      browser.call('DELETE /global/staff/session/{sessionId}', { params: { sessionId } })
    expect((await end(stranger.browser)).status).toBe(404)
    expect((await me(ended)).status).toBe(200)
    expect((await end(member.browser)).status).toBe(200)
    expect((await me(ended)).status).toBe(401)

    const { data } = await member.browser.call('POST /global/staff/session/endOthers', {})
    expect(data.ended).toBe(1)
    expect((await me(left)).status).toBe(401)
    expect(await sessionsOf(member.browser)).toMatchObject([{ isCurrent: true }])
  })

  it('ends a sign-in that waits together with all other sessions', async () => {
    const waiting = await aWaitingStaffBrowser(app, member.email)
    await member.browser.call('POST /global/staff/session/endOthers', {})
    expect((await finish(waiting, member.authenticator.code(1))).error.code).toBe('LOGIN_EXPIRED')
  })
})

describe('step-up', () => {
  const stepUp = (code: string) => member.browser.call('POST /global/staff/step-up', { body: { code } })
  const renew = () => member.browser.call('POST /global/staff/secondFactor/recoveryCodes', {})

  it('is needed ten minutes after the second factor, and is given by a code', async () => {
    expect((await renew()).status).toBe(200)
    app.clock.advance(600)
    expect(await renew()).toMatchObject({ status: 403, error: { code: 'STEP_UP_REQUIRED' } })
    expect((await me(member.browser)).data.steppedUpUntil).toBeNull()

    expect((await stepUp('000000')).error.code).toBe('SECOND_FACTOR_WRONG')
    expect((await stepUp(member.authenticator.code())).status).toBe(200)
    expect((await renew()).status).toBe(200)
  })

  it('is given by a passkey, whose signature works once', async () => {
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
    const registration = await member.browser.call('POST /global/staff/secondFactor/passkey/begin', {})
    const body = { name: 'Clé', ...passkey.register(registration.data.challenge) }
    await member.browser.call('POST /global/staff/secondFactor/passkey', { body })
    app.clock.advance(600)

    const { data } = await member.browser.call('POST /global/staff/step-up/passkey/begin', {})
    const assertion = passkey.sign(data.challenge)
    const send = () => member.browser.call('POST /global/staff/step-up/passkey', { body: assertion })
    expect((await send()).status).toBe(200)
    expect((await renew()).status).toBe(200)
    expect((await send()).error.code).toBe('PASSKEY_REFUSED')
  })
})

describe("the audit of a member's own access", () => {
  const entriesOf = ({ id }: EnrolledStaff) =>
    app.deps.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('subject_id', '=', id)
      .where('staff_id', '=', id)
      .orderBy('position')
      .execute()

  it('says what changed, by ids, counts and times', async () => {
    const appSince = app.clock.now.toISOString()
    const { passkeyId } = await aPasskeyOf(member)
    app.clock.advance(60)
    const { data } = await member.browser.call('POST /global/staff/secondFactor/app/begin', {})
    const code = authenticatorOf(app, data.secret).code()
    await member.browser.call('POST /global/staff/secondFactor/app/confirm', { body: { code } })
    await member.browser.call('DELETE /global/staff/secondFactor/passkey/{passkeyId}', { params: { passkeyId } })

    expect((await entriesOf(member)).slice(-4)).toEqual([
      { action: 'staff.passkey-added', before: { passkeyIds: [] }, after: { passkeyIds: [passkeyId] } },
      { action: 'staff.app-begun', before: {}, after: {} },
      { action: 'staff.app-added', before: { appSince }, after: { appSince: app.clock.now.toISOString() } },
      { action: 'staff.passkey-removed', before: { passkeyIds: [passkeyId] }, after: { passkeyIds: [] } },
    ])
  })

  it('counts recovery codes, sessions and sign-ins that were ended', async () => {
    const [code = ''] = member.authenticator.recoveryCodes
    const other = await aWaitingStaffBrowser(app, member.email)
    other.token = (await finish(other, code)).data.accessToken
    await aWaitingStaffBrowser(app, member.email)

    const endOthers = () => member.browser.call('POST /global/staff/session/endOthers', {})
    for (let i = 0; i < 2; i++) await endOthers()
    await aWaitingStaffBrowser(app, member.email)
    await endOthers()
    await member.browser.call('POST /global/staff/secondFactor/recoveryCodes', {})

    expect((await entriesOf(member)).slice(-3)).toEqual([
      { action: 'staff.sessions-ended', before: { sessions: 1, waitingLogins: 1 }, after: {} },
      { action: 'staff.sessions-ended', before: { sessions: 0, waitingLogins: 1 }, after: {} },
      { action: 'staff.recovery-codes-renewed', before: { recoveryCodesLeft: 9 }, after: { recoveryCodesLeft: 10 } },
    ])
  })

  it('holds no password, secret, code or name', async () => {
    const { key, name } = await aPasskeyOf(member)
    const { data: begun } = await member.browser.call('POST /global/staff/secondFactor/app/begin', {})
    const code = authenticatorOf(app, begun.secret).code()
    await member.browser.call('POST /global/staff/secondFactor/app/confirm', { body: { code } })
    const { data: renewed } = await member.browser.call('POST /global/staff/secondFactor/recoveryCodes', {})
    const body = { oldPassword: staffPassword, password: 'Un-nouveau-secret' }
    await member.browser.call('POST /global/staff/password', { body })

    const entries = await entriesOf(member)
    expect(entries.map(({ action }) => action)).toEqual([
      'staff.password-chosen',
      'staff.app-begun',
      'staff.enrolled',
      'staff.passkey-added',
      'staff.app-begun',
      'staff.app-added',
      'staff.recovery-codes-renewed',
      'staff.password-changed',
    ])
    const [recoveryCode = ''] = renewed.recoveryCodes
    for (const secret of [staffPassword, 'Un-nouveau-secret', begun.secret, recoveryCode, key, name])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  /** A passkey that the member has added. */
  async function aPasskeyOf({ id, browser }: EnrolledStaff) {
    const { data } = await browser.call('POST /global/staff/secondFactor/passkey/begin', {})
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
    const name = 'Clé de Léa'
    await browser.call('POST /global/staff/secondFactor/passkey', {
      body: { name, ...passkey.register(data.challenge) },
    })
    const { id: passkeyId } = await rowOf(app, 'staff_passkey', { staff_id: id })
    return { passkeyId, key: passkey.credentialId.toString('base64url'), name }
  }
})

describe("one's own second factor", () => {
  it('is never removed altogether', async () => {
    const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
    const { data } = await member.browser.call('POST /global/staff/secondFactor/passkey/begin', {})
    const body = { name: 'Clé', ...passkey.register(data.challenge) }
    await member.browser.call('POST /global/staff/secondFactor/passkey', { body })

    const view = async () => (await member.browser.call('GET /global/staff/secondFactor', {})).data
    const remove = async () => {
      const passkeyId = (await view()).passkeys[0]?.id ?? ''
      return member.browser.call('DELETE /global/staff/secondFactor/passkey/{passkeyId}', { params: { passkeyId } })
    }

    await app.deps.db.deleteFrom('staff_totp').where('staff_id', '=', member.id).execute()
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'LAST_SECOND_FACTOR' } })
    expect((await view()).passkeys).toHaveLength(1)
  })

  it('is moved to another app, and the first one works until the new one is confirmed', async () => {
    const { data } = await member.browser.call('POST /global/staff/secondFactor/app/begin', {})
    const waiting = await aWaitingStaffBrowser(app, member.email)
    expect((await finish(waiting, member.authenticator.code(1))).status).toBe(200)

    const phone = authenticatorOf(app, data.secret)
    const confirm = { body: { code: phone.code() } }
    expect((await member.browser.call('POST /global/staff/secondFactor/app/confirm', confirm)).status).toBe(200)

    app.clock.advance(60)
    const again = await aWaitingStaffBrowser(app, member.email)
    expect((await finish(again, member.authenticator.code())).error.code).toBe('SECOND_FACTOR_WRONG')
    expect((await finish(again, phone.code())).status).toBe(200)
    await app.mail(member.email, 'staff-app-replaced')
  })

  describe('other sessions and waiting sign-ins', () => {
    let other: Browser
    let waiting: Browser

    beforeEach(async () => {
      const [firstCode = ''] = member.authenticator.recoveryCodes
      other = await aWaitingStaffBrowser(app, member.email)
      other.token = (await finish(other, firstCode)).data.accessToken
      waiting = await aWaitingStaffBrowser(app, member.email)
    })

    async function expectOthersEnded(code: string) {
      expect((await me(other)).status).toBe(401)
      expect((await me(member.browser)).status).toBe(200)
      expect((await finish(waiting, code)).error.code).toBe('LOGIN_EXPIRED')
    }

    it('end when the app is replaced', async () => {
      const { data } = await member.browser.call('POST /global/staff/secondFactor/app/begin', {})
      const phone = authenticatorOf(app, data.secret)
      const confirm = { body: { code: phone.code() } }
      expect((await member.browser.call('POST /global/staff/secondFactor/app/confirm', confirm)).status).toBe(200)
      await expectOthersEnded(phone.code(1))
    })

    it('end when a passkey is removed', async () => {
      const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
      const { data } = await member.browser.call('POST /global/staff/secondFactor/passkey/begin', {})
      const body = { name: 'Clé', ...passkey.register(data.challenge) }
      await member.browser.call('POST /global/staff/secondFactor/passkey', { body })
      expect((await me(other)).status).toBe(200)

      const { passkeys } = (await member.browser.call('GET /global/staff/secondFactor', {})).data
      const params = { passkeyId: passkeys[0]?.id ?? '' }
      const removed = await member.browser.call('DELETE /global/staff/secondFactor/passkey/{passkeyId}', { params })
      expect(removed.status).toBe(200)
      await expectOthersEnded(member.authenticator.code(1))
    })

    it('end when the recovery codes are renewed', async () => {
      const { data } = await member.browser.call('POST /global/staff/secondFactor/recoveryCodes', {})
      await expectOthersEnded(data.recoveryCodes[0] ?? '')
    })
  })

  it('is needed again after a new password, which ends sessions and waiting sign-ins', async () => {
    const other = await aWaitingStaffBrowser(app, member.email)
    other.token = (await finish(other, member.authenticator.code(1))).data.accessToken
    const waiting = await aWaitingStaffBrowser(app, member.email)
    const change = (oldPassword: string, password: string) =>
      member.browser.call('POST /global/staff/password', { body: { oldPassword, password } })

    expect((await change('Une-autre-phrase', 'Un-nouveau-secret')).error.code).toBe('PASSWORD_WRONG')
    expect((await change(staffPassword, 'trop-court')).error.issues?.[0]?.code).toBe('STAFF_PASSWORD_TOO_SHORT')
    expect((await change(staffPassword, 'Un-nouveau-secret')).status).toBe(200)
    expect([(await me(other)).status, (await me(member.browser)).status]).toEqual([401, 200])
    expect(await login(member.email, staffPassword)).toMatchObject(wrong)

    app.clock.advance(60)
    expect((await finish(waiting, member.authenticator.code())).error.code).toBe('LOGIN_EXPIRED')
    await app.mail(member.email, 'staff-password-changed')
  })
})
