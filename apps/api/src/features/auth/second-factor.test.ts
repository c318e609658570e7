import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import {
  aCustomer,
  aLoggedInBrowser,
  aPasswordCode,
  aResetKey,
  aVisitor,
  goodPassword,
  type TestCustomer,
} from '#test/builders.ts'
import { aProject } from '#test/quote/quotes.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { aPendingAuthenticator, type TestAuthenticator, turnSecondFactorOn } from '#test/second-factors.ts'
import { untilBlockedBy } from '#test/until-blocked.ts'
import { useSharedApp } from '#test/use-app.ts'
import { confirmTotp, findPendingTotp } from './second-factor.repository.ts'

const app = useSharedApp()
let customer: TestCustomer
let home: Browser
let authenticator: TestAuthenticator

beforeEach(async () => {
  customer = await aCustomer(app)
  home = await aLoggedInBrowser(app, customer)
  authenticator = await turnSecondFactorOn(app, home)
  // The code of the set-up is used: the app shows the next one after a minute.
  app.clock.advance(60)
})

const logIn = (browser: Browser, password = goodPassword) =>
  browser.call('POST /global/account/login', { body: { email: customer.email, password } })

const finish = (browser: Browser, code: string) =>
  browser.call('POST /global/account/login/secondFactor', { body: { code } })

const otherPassword = 'Trusquin-et-marbre'

async function resetPassword(browser: Browser, mails = 1): Promise<void> {
  const key = await aResetKey(app, customer.email, mails)
  const body = { key, password: otherPassword, confirmPassword: otherPassword }
  expect((await browser.call('PATCH /global/account/password/reset', { body })).status).toBe(200)
}

const view = async (browser: Browser) => (await browser.call('GET /global/account/secondFactor', {})).data

/** At the public address of the tests, which is localhost. */
const off = { isOn: false, appSince: null, passkeys: [], offersPasskeys: true, recoveryCodesLeft: 0 }

const wrong = { status: 422, error: { code: 'SECOND_FACTOR_WRONG' } }
const expired = { status: 422, error: { code: 'LOGIN_EXPIRED' } }

/** A browser whose login waits for the second factor. */
async function aWaitingBrowser(): Promise<Browser> {
  const browser = app.browser()
  await logIn(browser)
  return browser
}

describe('setting up the second factor (B21)', () => {
  it('needs a code of the app, returns ten recovery codes once, and is mailed', async () => {
    const other = await aCustomer(app)
    const browser = await aLoggedInBrowser(app, other)
    expect(await view(browser)).toEqual(off)

    const begun = await browser.call('POST /global/account/secondFactor/begin', {})
    expect(begun.data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.data.uri).toContain(`secret=${begun.data.secret}`)

    const pending = await aPendingAuthenticator(app, browser)
    const confirm = (code: string) => browser.call('POST /global/account/secondFactor/confirm', { body: { code } })
    expect(await confirm(pending.code(5))).toMatchObject(wrong)
    expect(await view(browser)).toMatchObject({ isOn: false })

    const { status, data } = await confirm(pending.code())
    expect(status).toBe(200)
    expect(new Set(data.recoveryCodes).size).toBe(10)
    for (const code of data.recoveryCodes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/)
    expect(await view(browser)).toEqual({
      ...off,
      isOn: true,
      appSince: app.clock.now.toISOString(),
      recoveryCodesLeft: 10,
    })
    await app.mail(other.email, 'second-factor-on')
  })

  it('asks for the password again after a while, and is refused while it is on', async () => {
    expect(await home.call('POST /global/account/secondFactor/begin', {})).toMatchObject({
      status: 409,
      error: { code: 'SECOND_FACTOR_STATE' },
    })
    app.clock.advance(16 * 60)
    expect(await home.call('POST /global/account/secondFactor/begin', {})).toMatchObject({
      status: 403,
      error: { code: 'PASSWORD_REQUIRED' },
    })
  })

  it('keeps the secret that is being confirmed if another tab begins at that moment', async () => {
    const other = await aCustomer(app)
    const browser = await aLoggedInBrowser(app, other)
    await aPendingAuthenticator(app, browser)

    const confirmed = await app.deps.db.transaction().execute(async (trx) => {
      const pending = await findPendingTotp(trx, other.id)
      const beginning = browser.call('POST /global/account/secondFactor/begin', {})
      await Promise.race([beginning, untilBlockedBy(trx)])
      await confirmTotp(trx, other.id, 0, app.clock.now)
      // In an object: the transaction must not wait for the call, which waits for the transaction.
      return { pending, beginning }
    })

    expect(await confirmed.beginning).toMatchObject({ status: 409, error: { code: 'SECOND_FACTOR_STATE' } })
    const stored = await rowOf(app, 'totp_factor', { customer_id: other.id })
    expect(stored.sealed_secret).toEqual(confirmed.pending?.sealed_secret)
  })

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { sealed_secret: sealed } = await rowOf(app, 'totp_factor', { customer_id: customer.id })
    expect(sealed.length).toBe(12 + 20 + 16)

    const stored = await rowsOf(app, 'recovery_code', { customer_id: customer.id })
    const text = JSON.stringify(stored.map(({ code_hash }) => [String(code_hash), code_hash.toString('hex')]))
    for (const code of authenticator.recoveryCodes) expect(text).not.toContain(code.replace('-', ''))
  })
})

describe('a login with a second factor', () => {
  it('gives no session for the password alone, and one for the code', async () => {
    const browser = app.browser()
    const { status, data } = await logIn(browser)
    expect({ status, data }).toEqual({ status: 200, data: { secondFactor: { methods: ['app'], expiresIn: 600 } } })

    const { data: grant } = await finish(browser, authenticator.code())
    browser.token = grant.accessToken
    expect((await browser.call('GET /global/account/me', {})).data.email).toBe(customer.email)
    await app.mail(customer.email, 'new-device')
  })

  it('accepts the code with spaces', async () => {
    const code = authenticator.code()
    expect((await finish(await aWaitingBrowser(), `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
  })

  it('accepts each code once, also not an earlier one afterwards', async () => {
    expect((await finish(await aWaitingBrowser(), authenticator.code())).status).toBe(200)
    expect(await finish(await aWaitingBrowser(), authenticator.code())).toMatchObject(wrong)
    expect(await finish(await aWaitingBrowser(), authenticator.code(-1))).toMatchObject(wrong)
    expect((await finish(await aWaitingBrowser(), authenticator.code(1))).status).toBe(200)
  })

  it('gives one session if a code is sent from several browsers at once', async () => {
    const browsers = await Promise.all([1, 2, 3, 4].map(aWaitingBrowser))
    const answers = await Promise.all(browsers.map((browser) => finish(browser, authenticator.code())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })

  it('is finished in the browser that began it, once, and within ten minutes', async () => {
    const browser = await aWaitingBrowser()
    expect(await finish(app.browser(), authenticator.code())).toMatchObject(expired)
    expect((await finish(browser, authenticator.code())).status).toBe(200)
    expect(await finish(browser, authenticator.code(1))).toMatchObject(expired)

    const late = await aWaitingBrowser()
    app.clock.advance(601)
    expect(await finish(late, authenticator.code())).toMatchObject(expired)
  })

  it('ends after five wrong codes, and the account makes guesses wait', async () => {
    const browser = await aWaitingBrowser()
    for (let i = 0; i < 5; i++) expect(await finish(browser, authenticator.code(10 + i))).toMatchObject(wrong)
    expect(await finish(browser, authenticator.code())).toMatchObject(expired)

    const next = await aWaitingBrowser()
    expect(await finish(next, authenticator.code())).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })

    // Guesses of a thief elsewhere do not lock the owner's own browser.
    await logIn(home)
    expect((await finish(home, authenticator.code())).status).toBe(200)
  })

  it('ends if the password changes meanwhile', async () => {
    const thief = await aWaitingBrowser()
    const code = await aPasswordCode(app, home)
    const password = 'Pied-a-coulisse-7'
    const body = { oldPassword: goodPassword, password, confirmPassword: password, code }
    expect((await home.call('PATCH /global/account/password', { body })).status).toBe(200)
    expect(await finish(thief, authenticator.code())).toMatchObject(expired)
  })

  it('still needs the code after a reset of the password', async () => {
    const browser = app.browser()
    await resetPassword(browser)

    const { data } = await logIn(browser, otherPassword)
    expect(data).toEqual({ secondFactor: { methods: ['app'], expiresIn: 600 } })
    expect((await finish(browser, authenticator.code())).status).toBe(200)
  })

  it('has no further guesses after a reset, which a thief with the mailbox can repeat', async () => {
    const thief = app.browser()
    await resetPassword(thief)
    await logIn(thief, otherPassword)
    for (let i = 0; i < 5; i++) expect(await finish(thief, authenticator.code(10 + i))).toMatchObject(wrong)

    // Its mail is newer than that of the first reset.
    app.clock.advance(1)
    const again = app.browser()
    await resetPassword(again, 2)
    await logIn(again, otherPassword)
    expect(await finish(again, authenticator.code(20))).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  })

  it('gives the visitor’s project to the account after the second step only', async () => {
    const visitor = await aVisitor(app)
    const { id } = await aProject(visitor)
    await logIn(visitor)
    expect((await rowOf(app, 'project', { id })).customer_id).toBeNull()

    expect((await finish(visitor, authenticator.code())).status).toBe(200)
    expect((await rowOf(app, 'project', { id })).customer_id).toBe(customer.id)
  })
})

describe('a recovery code', () => {
  it('replaces the app once, in any spelling, and its use is mailed', async () => {
    const code = authenticator.recoveryCodes[3] ?? ''
    expect((await finish(await aWaitingBrowser(), code.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect(await finish(await aWaitingBrowser(), code)).toMatchObject(wrong)

    expect(await view(home)).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await app.mail(customer.email, 'recovery-code-used')).text).toContain('9')
  })

  it('opens nothing for another customer', async () => {
    const other = await aCustomer(app)
    const foreign = await turnSecondFactorOn(app, await aLoggedInBrowser(app, other))
    expect(await finish(await aWaitingBrowser(), foreign.recoveryCodes[0] ?? '')).toMatchObject(wrong)
  })

  it('no longer works once there are new ones, which need the password or a code', async () => {
    const renew = (body: { password?: string; code?: string }) =>
      home.call('POST /global/account/secondFactor/recoveryCodes', { body })
    expect(await renew({ password: 'not this one' })).toMatchObject({ status: 422, error: { code: 'PASSWORD_WRONG' } })
    expect((await renew({})).status).toBe(422)

    const { data } = await renew({ password: goodPassword })
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await finish(await aWaitingBrowser(), authenticator.recoveryCodes[0] ?? '')).toMatchObject(wrong)
    expect((await finish(await aWaitingBrowser(), data.recoveryCodes[0] ?? '')).status).toBe(200)
    await app.mail(customer.email, 'recovery-codes-renewed')
  })
})

describe('turning the second factor off', () => {
  const turnOff = (body: { password?: string; code?: string }) =>
    home.call('POST /global/account/secondFactor/turnOff', { body })

  it.each(['password', 'code'] as const)('needs the right %s, and is mailed', async (proof) => {
    const right = proof === 'password' ? { password: goodPassword } : { code: authenticator.code() }
    const bad = proof === 'password' ? { password: 'not this one' } : { code: authenticator.code(9) }
    expect((await turnOff(bad)).status).toBe(422)
    expect(await view(home)).toMatchObject({ isOn: true })

    expect((await turnOff(right)).status).toBe(200)
    expect(await view(home)).toEqual(off)
    expect((await logIn(app.browser())).data.accessToken).toEqual(expect.any(String))
    await app.mail(customer.email, 'second-factor-off')

    expect(await turnOff({ password: goodPassword })).toMatchObject({ error: { code: 'SECOND_FACTOR_STATE' } })
  })
})
