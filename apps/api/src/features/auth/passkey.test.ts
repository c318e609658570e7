import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aLoggedInBrowser, goodPassword, type TestCustomer } from '#test/builders.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { turnSecondFactorOn } from '#test/second-factors.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customer: TestCustomer
let home: Browser
let passkey: TestPasskey

const begin = (browser: Browser) => browser.call('POST /global/account/secondFactor/passkey/begin', {})
const add = (browser: Browser, registration: ReturnType<TestPasskey['register']>) =>
  browser.call('POST /global/account/secondFactor/passkey', { body: { name: 'Téléphone', ...registration } })

beforeEach(async () => {
  customer = await aCustomer(app)
  home = await aLoggedInBrowser(app, customer)
  passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
})

async function register(browser = home, device = passkey): Promise<string[]> {
  const { data } = await begin(browser)
  const answer = await add(browser, device.register(data.challenge))
  expect(answer.status).toBe(200)
  return answer.data.recoveryCodes
}

/** A browser whose login waits for the second factor. */
async function aWaitingBrowser(): Promise<Browser> {
  const browser = app.browser()
  await browser.call('POST /global/account/login', { body: { email: customer.email, password: goodPassword } })
  return browser
}

const challengeOf = async (browser: Browser) =>
  (await browser.call('POST /global/account/login/passkey/begin', {})).data.challenge

const finish = (browser: Browser, assertion: ReturnType<TestPasskey['sign']>) =>
  browser.call('POST /global/account/login/passkey', { body: assertion })

const view = async () => (await home.call('GET /global/account/secondFactor', {})).data
const refused = { status: 422, error: { code: 'PASSKEY_REFUSED' } }

describe('a passkey as a second factor (B21)', () => {
  it('is added with recovery codes, finishes a login, and is mailed', async () => {
    expect(await register()).toHaveLength(10)
    expect(await view()).toMatchObject({
      isOn: true,
      appSince: null,
      passkeys: [{ name: 'Téléphone', lastUsedAt: null }],
    })
    await app.mail(customer.email, 'passkey-added')

    const browser = app.browser()
    const login = { email: customer.email, password: goodPassword }
    const { data } = await browser.call('POST /global/account/login', { body: login })
    expect(data).toEqual({ secondFactor: { methods: ['passkey'], expiresIn: 600 } })

    browser.token = (await finish(browser, passkey.sign(await challengeOf(browser)))).data.accessToken
    expect((await browser.call('GET /global/account/me', {})).data.email).toBe(customer.email)
    expect(await view()).toMatchObject({ passkeys: [{ lastUsedAt: app.clock.now.toISOString() }] })
  })

  it('can be replaced by a recovery code', async () => {
    const [code = ''] = await register()
    const browser = await aWaitingBrowser()
    expect((await browser.call('POST /global/account/login/secondFactor', { body: { code } })).status).toBe(200)
  })

  it('keeps the recovery codes of an app', async () => {
    await turnSecondFactorOn(app, home)
    expect(await register()).toEqual([])
    expect(await view()).toMatchObject({ recoveryCodesLeft: 10, appSince: expect.any(String) })
  })

  it('needs a recent password, a challenge of this session, and is added once', async () => {
    const { data } = await begin(home)
    const registration = passkey.register(data.challenge)
    const elsewhere = await aLoggedInBrowser(app, customer)
    expect(await add(elsewhere, registration)).toMatchObject(refused)
    expect((await add(home, registration)).status).toBe(200)
    expect(await add(home, registration)).toMatchObject(refused)

    app.clock.advance(600)
    expect(await add(home, new TestPasskey(passkey.origin).register(data.challenge))).toMatchObject(refused)
    app.clock.advance(600)
    expect((await begin(home)).error.code).toBe('PASSWORD_REQUIRED')
  })

  it('signs for one login, in the browser that began it', async () => {
    await register()
    const browser = await aWaitingBrowser()
    const assertion = passkey.sign(await challengeOf(browser))
    expect(await finish(await aWaitingBrowser(), assertion)).toMatchObject(refused)
    expect((await finish(app.browser(), assertion)).error.code).toBe('LOGIN_EXPIRED')
    expect((await finish(browser, assertion)).status).toBe(200)
    expect((await finish(browser, assertion)).error.code).toBe('LOGIN_EXPIRED')
  })

  it('opens nothing if it is of another customer, or a copy that fell behind', async () => {
    passkey.count = 5
    await register()
    const stranger = new TestPasskey(passkey.origin)
    await register(await aLoggedInBrowser(app, await aCustomer(app)), stranger)
    const browser = await aWaitingBrowser()
    expect(await finish(browser, stranger.sign(await challengeOf(browser)))).toMatchObject(refused)
    expect(await finish(browser, passkey.sign(await challengeOf(browser)))).toMatchObject(refused)

    passkey.count = 6
    expect((await finish(browser, passkey.sign(await challengeOf(browser)))).status).toBe(200)
  })

  it('can be removed beside another, but the last factor only with the password or a code', async () => {
    const remove = 'DELETE /global/account/secondFactor/passkey/{passkeyId}'
    await register()
    await register(home, new TestPasskey(passkey.origin))
    const [first, last] = (await view()).passkeys.map(({ id }) => ({ params: { passkeyId: id } }))
    if (!first || !last) throw new Error('two passkeys were registered')

    expect((await home.call(remove, first)).status).toBe(200)
    await app.mail(customer.email, 'passkey-removed')

    expect((await home.call(remove, last)).error.code).toBe('SECOND_FACTOR_STATE')
    expect(await view()).toMatchObject({ isOn: true, passkeys: [{ id: last.params.passkeyId }] })
  })
})
