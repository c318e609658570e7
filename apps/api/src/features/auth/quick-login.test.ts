import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { aCustomer, anEmail, aPersonSignedUp, goodPassword } from '#test/builders.ts'
import { turnSecondFactorOn } from '#test/second-factors.ts'
import { visitOidc } from '#test/servers/oidc-visitor.ts'
import {
  beginSignIn,
  finishSignIn,
  signInPublicUrl,
  signInWith,
  useAppWithProviders,
  visitProvider,
} from '#test/sign-in-app.ts'

const app = useAppWithProviders()

afterEach(() => {
  app.one.brokenStatus = null
  app.two.alterIdToken = null
})

const refused = { status: 422, error: { code: 'SIGN_IN_REFUSED' } }
const customersWith = (email: string) =>
  app.deps.db.selectFrom('customer').selectAll().where('email', '=', email).execute()

describe('a third-party sign-in', () => {
  it('creates an active account without a password, and finds it again', async () => {
    const email = anEmail()
    const browser = app.browser()
    const first = await signInWith(browser, 'one', email, { callback: '/user?tab=orders#top' })
    expect(first).toMatchObject({
      status: 200,
      data: { linked: false, redirect: '/user?tab=orders#top', expiresIn: expect.any(Number) },
    })
    browser.token = first.data.accessToken ?? null
    const me = await browser.call('GET /global/account/me', {})
    expect(me.data).toMatchObject({ email, hasPassword: false, activationEmail: true })

    const again = app.browser()
    again.token = (await signInWith(again, 'one', email)).data.accessToken ?? null
    expect((await again.call('GET /global/account/me', {})).data.customerId).toBe(me.data.customerId)
    expect(await customersWith(email)).toHaveLength(1)
  })

  it('lists the channels, and which are linked for a customer', async () => {
    const browser = app.browser()
    const list = (linked: string[]) =>
      ['one', 'two', 'gone'].map((channel) => expect.objectContaining({ channel, linked: linked.includes(channel) }))
    expect((await browser.call('GET /global/account/quick', {})).data).toEqual(list([]))
    browser.token = (await signInWith(browser, 'two', anEmail())).data.accessToken ?? null
    expect((await browser.call('GET /global/account/quick', {})).data).toEqual(list(['two']))
  })

  it('reports a provider that is down and an unknown channel', async () => {
    expect(await beginSignIn(app.browser(), 'gone')).toMatchObject({
      status: 503,
      error: { code: 'SIGN_IN_UNAVAILABLE' },
    })
    expect(await beginSignIn(app.browser(), 'unknown')).toMatchObject({ status: 404 })
    expect(await finishSignIn(app.browser(), 'unknown', '?code=x&state=y')).toMatchObject({ status: 404 })

    const browser = app.browser()
    const search = await visitProvider(browser, 'one', anEmail())
    app.one.brokenStatus = 500

    expect(await finishSignIn(browser, 'one', search)).toMatchObject({
      status: 503,
      error: { code: 'SIGN_IN_UNAVAILABLE' },
    })
  })

  it('is refused if the person cancels it', async () => {
    const browser = app.browser()
    const { search } = await visitOidc((await beginSignIn(browser, 'one')).data.url, 'cancels')
    expect(await finishSignIn(browser, 'one', search)).toMatchObject(refused)
  })

  it('creates a permitted user name from any name of the provider', async () => {
    const names = ['𝒜', '', 'a', '<script>', 'x'.repeat(80), 'Zoé\u202e Martin']
    for (const name of names) {
      app.two.alterIdToken = (claims) => ({ ...claims, name })
      const email = anEmail()
      expect({ name, status: (await signInWith(app.browser(), 'two', email)).status }).toEqual({ name, status: 200 })
      expect((await customersWith(email))[0]?.username).toMatch(/^[\p{L}\p{N} ._-]{2,12}$/u)
    }
  })
})

describe('an attacker at a sign-in (OAU-1)', () => {
  const changed = (search: string, change: (parameters: URLSearchParams) => void) => {
    const parameters = new URLSearchParams(search)
    change(parameters)
    return `?${parameters}`
  }

  it.each([
    ['no state', (search: string) => changed(search, (parameters) => parameters.delete('state'))],
    ['an empty state', (search: string) => changed(search, (parameters) => parameters.set('state', ''))],
    ['another state', (search: string) => changed(search, (parameters) => parameters.set('state', 'x'.repeat(43)))],
    ['a second state', (search: string) => `${search}&state=${'x'.repeat(43)}`],
    ['no code', (search: string) => changed(search, (parameters) => parameters.delete('code'))],
    ['another code', (search: string) => changed(search, (parameters) => parameters.set('code', 'x'.repeat(43)))],
    [
      'another issuer',
      (search: string) => changed(search, (parameters) => parameters.set('iss', app.two.issuer.origin)),
    ],
    ['nothing', () => '?'],
    ['rubbish', () => '%00&&==\u0000'],
  ])('is refused with %s, and no account is created', async (_, tamper) => {
    const browser = app.browser()
    const email = anEmail()
    const answer = await finishSignIn(browser, 'one', tamper(await visitProvider(browser, 'one', email)))
    expect(answer).toMatchObject(refused)
    expect(await customersWith(email)).toEqual([])
  })

  it('is refused when replaying a callback', async () => {
    const browser = app.browser()
    const search = await visitProvider(browser, 'one', anEmail())
    expect((await finishSignIn(browser, 'one', search)).status).toBe(200)
    expect(await finishSignIn(browser, 'one', search)).toMatchObject(refused)
  })

  it('gets one session for several callbacks of one flow, also at once', async () => {
    const browser = app.browser()
    const { data } = await beginSignIn(browser, 'one')
    const person = { email: anEmail(), emailVerified: true }
    const searches = []
    for (let visit = 0; visit < 6; visit++) searches.push((await visitOidc(data.url, person)).search)

    const [late = '', ...atOnce] = searches
    const answers = await Promise.all(atOnce.map((search) => finishSignIn(browser, 'one', search)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await finishSignIn(browser, 'one', late)).toMatchObject(refused)
  })

  it('is refused with the callback in another browser, with or without a flow there', async () => {
    const search = await visitProvider(app.browser(), 'one', anEmail())
    expect(await finishSignIn(app.browser(), 'one', search)).toMatchObject(refused)
    const busy = app.browser()
    await beginSignIn(busy, 'one')
    expect(await finishSignIn(busy, 'one', search)).toMatchObject(refused)
  })

  it('is refused with the callback of another channel, whose provider never sees the code', async () => {
    const browser = app.browser()
    const search = await visitProvider(browser, 'one', anEmail())
    const asked = app.two.requests.length
    expect(await finishSignIn(browser, 'two', search)).toMatchObject(refused)
    expect(app.two.requests).toHaveLength(asked)
    expect((await finishSignIn(browser, 'one', search)).status).toBe(200)
  })

  it('is refused after ten minutes', async () => {
    const browser = app.browser()
    const search = await visitProvider(browser, 'one', anEmail())
    app.clock.advance(600)
    expect(await finishSignIn(browser, 'one', search)).toMatchObject(refused)
  })
})

describe('an address that the provider names (OAU-2)', () => {
  it('creates no account while unverified', async () => {
    const email = anEmail()
    expect(await signInWith(app.browser(), 'one', email, { emailVerified: false })).toMatchObject({
      status: 422,
      error: { code: 'SIGN_IN_EMAIL_UNVERIFIED' },
    })
    expect(await customersWith(email)).toEqual([])
  })

  it.each([true, false])('does not open an active account that has it (verified: %s)', async (emailVerified) => {
    const { email, id } = await aCustomer(app)
    const answer = await signInWith(app.browser(), 'one', email, { emailVerified })

    expect(answer).toMatchObject({
      status: 422,
      error: { code: emailVerified ? 'SIGN_IN_ACCOUNT_EXISTS' : 'SIGN_IN_EMAIL_UNVERIFIED' },
    })
    expect(answer.data).toBeUndefined()
    expect(await app.deps.db.selectFrom('quick_link').selectAll().where('customer_id', '=', id).execute()).toEqual([])
  })

  it('takes over an account that was never activated if verified, and drops its password (AUT-5)', async () => {
    const attacker = app.browser()
    const { email, key } = await aPersonSignedUp(app, attacker)
    const owner = app.browser()
    owner.token = (await signInWith(owner, 'one', email)).data.accessToken ?? null

    expect((await owner.call('GET /global/account/me', {})).data).toMatchObject({ email, hasPassword: false })

    const login = await attacker.call('POST /global/account/login', { body: { email, password: goodPassword } })
    expect(login.error.code).toBe('INVALID_CREDENTIALS')
    expect((await attacker.call('POST /global/account/activate', { body: { key } })).error.code).toBe('KEY_INVALID')
    expect((await owner.call('GET /global/account/me', {})).status).toBe(200)
  })

  it('does not open an account that was never activated if unverified', async () => {
    const { email } = await aCustomer(app, { activated: false })
    const before = await customersWith(email)
    await signInWith(app.browser(), 'one', email, { emailVerified: false })
    expect(await customersWith(email)).toEqual(before)
  })
})

describe('where a sign-in leads afterwards (OAU-3)', () => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '%2f%2fevil.example',
    '/%2f%2fevil.example',
    '/..//evil.example',
    '',
    'user',
  ]

  it.each(hostile)('is the front page for %j', async (callback) => {
    const browser = app.browser()
    expect((await signInWith(browser, 'one', anEmail(), { callback })).data.redirect).toBe('/')
  })

  it('is sanitised when the flow begins', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webUrl().chain((url) => fc.constantFrom(url, url.slice(url.indexOf('/')), `/${url}`, `\\${url}`)),
        async (callback) => {
          const { status } = await beginSignIn(app.browser(), 'one', callback)
          expect(status).toBe(200)
        },
      ),
      { numRuns: 15 },
    )

    const kept = await app.deps.db.selectFrom('quick_flow').select('redirect').execute()
    for (const { redirect } of kept)
      expect(new URL(redirect, signInPublicUrl).origin).toBe(new URL(signInPublicUrl).origin)
  })

  it.each(['callback=/a&callback=//evil.example', 'callback[]=//evil.example'])(
    'cannot be a list (%s)',
    async (query) => {
      const response = await app.browser().fetch(`/gateway/global/account/quick/loginUrl?channel=one&${query}`)
      expect(response.status).toBe(422)
    },
  )
})

describe('a third-party sign-in to an account with a second factor', () => {
  it('gives a session only for the code', async () => {
    const email = anEmail()
    const owner = app.browser()
    owner.token = (await signInWith(owner, 'one', email)).data.accessToken ?? null
    const authenticator = await turnSecondFactorOn(app, owner)
    app.clock.advance(60)

    const browser = app.browser()
    const { data } = await signInWith(browser, 'one', email, { callback: '/user' })
    expect(data).toEqual({ secondFactor: { methods: ['app'], expiresIn: 600 }, linked: false, redirect: '/user' })

    const body = { code: authenticator.code() }
    browser.token = (await browser.call('POST /global/account/login/secondFactor', { body })).data.accessToken
    expect((await browser.call('GET /global/account/me', {})).data.email).toBe(email)
  })
})
