import { allRoutes } from '@cotation/contracts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { Browser } from '#test/browser.ts'
import {
  aBrowserOf,
  aCustomer,
  aLoggedInBrowser,
  aPasswordCode,
  aResetKey,
  aVisitor,
  goodPassword,
} from '#test/builders.ts'

let app: TestApp

/** A second server of the same installation. */
let second: TestApp

beforeAll(async () => {
  app = await startApp(severalVisitors)
  second = await startApp({ ...severalVisitors, DATABASE_URL: app.deps.config.databaseUrl ?? '' })
})

afterAll(async () => {
  await second.close()
  await app.close()
})

const me = 'GET /global/account/me'
const newPassword = 'Clef-anglaise-7'

const unauthenticated = {
  status: 401,
  error: { code: 'UNAUTHENTICATED', message: 'Votre session a pris fin. Connectez-vous pour continuer.' },
}

/** The same token shown to the other server. */
function atSecondServer(browser: Browser): Browser {
  const other = new Browser(second.url)
  other.token = browser.token
  return other
}

describe('a token (SES-1)', () => {
  const endings: [name: string, end: (browser: Browser, email: string) => Promise<{ status: number }>][] = [
    ['logout', (browser) => browser.call('GET /global/account/logout', {})],
    [
      'a change of password',
      async (browser) =>
        browser.call('PATCH /global/account/password', {
          body: {
            oldPassword: goodPassword,
            password: newPassword,
            confirmPassword: newPassword,
            code: await aPasswordCode(app, browser),
          },
        }),
    ],
    [
      'a reset of the password',
      async (_, email) =>
        app.browser().call('PATCH /global/account/password/reset', {
          body: { key: await aResetKey(app, email), password: newPassword, confirmPassword: newPassword },
        }),
    ],
  ]

  it.each(endings)('is invalid at once on every server after %s', async (_, end) => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const elsewhere = atSecondServer(browser)
    expect((await elsewhere.call(me, {})).status).toBe(200)
    expect((await end(browser, customer.email)).status).toBe(200)
    expect(await elsewhere.call(me, {})).toMatchObject(unauthenticated)
    expect(await browser.call(me, {})).toMatchObject(unauthenticated)
  })

  it('becomes invalid on other devices when the password changes, and the caller gets a new one', async () => {
    const customer = await aCustomer(app)
    const here = await aBrowserOf(app, customer.id)
    const there = await aBrowserOf(app, customer.id)
    const bystander = await aBrowserOf(app, (await aCustomer(app)).id)
    const code = await aPasswordCode(app, here)
    const body = { oldPassword: goodPassword, password: newPassword, confirmPassword: newPassword, code }

    here.token = (await here.call('PATCH /global/account/password', { body })).data.accessToken
    expect((await here.call(me, {})).status).toBe(200)
    expect((await there.call(me, {})).status).toBe(401)
    expect((await bystander.call(me, {})).status).toBe(200)
  })

  it('is the only one to end at logout: other devices stay logged in', async () => {
    const { id } = await aCustomer(app)
    const here = await aBrowserOf(app, id)
    const there = await aBrowserOf(app, id)
    await here.call('GET /global/account/logout', {})
    expect((await there.call(me, {})).status).toBe(200)
  })

  it('is stored only as a hash', async () => {
    const { token } = await aBrowserOf(app, (await aCustomer(app)).id)
    const { rows } = await sql<{ dump: string }>`select session::text as dump from session`.execute(app.deps.db)
    const hex = Buffer.from(token ?? '', 'base64url').toString('hex')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ dump }) => dump.includes(token ?? '') || dump.includes(hex))).toEqual([])
  })
})

describe('a temporary token (SES-2)', () => {
  const customerRoutes = allRoutes
    .filter(({ access }) => access === 'customer')
    .map(({ method, path }) => `${method} ${path}`)

  it.each(customerRoutes)('does not give access to %s, and neither does no token', async (route) => {
    const body = route.startsWith('GET') ? {} : { body: {} }
    expect(await (await aVisitor(app)).send(route, body)).toMatchObject(unauthenticated)
    expect(await app.browser().send(route, body)).toMatchObject(unauthenticated)
  })

  it('never becomes a real one: login returns a new token', async () => {
    const customer = await aCustomer(app)
    const visitor = await aVisitor(app)
    const temporary = visitor.token
    const { data } = await visitor.call('POST /global/account/login', {
      body: { email: customer.email, password: customer.password },
    })

    expect(data.accessToken).not.toBe(temporary)
    expect((await visitor.call(me, {})).status).toBe(401)

    visitor.token = data.accessToken ?? null
    expect((await visitor.call(me, {})).status).toBe(200)
  })
})

describe('the expiry of a token', () => {
  it('is the one that login announced, if it is in use (spec 4)', async () => {
    const customer = await aCustomer(app)
    const browser = app.browser()
    const { data } = await browser.call('POST /global/account/login', {
      body: { email: customer.email, password: customer.password },
    })
    browser.token = data.accessToken ?? null
    const third = (data.expiresIn ?? 0) / 3
    for (const seconds of [third, third, third - 1]) {
      app.clock.advance(seconds)
      expect((await browser.call(me, {})).status).toBe(200)
    }

    app.clock.advance(1)
    expect(await browser.call(me, {})).toMatchObject(unauthenticated)
  })

  it('makes general data anonymous and not an error (spec 4)', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await browser.call('GET /global/common/index', {})).data.userInfo).toHaveProperty('customerId')
    await browser.call('GET /global/account/logout', {})
    expect(await browser.call('GET /global/common/index', {})).toMatchObject({ status: 200, data: { userInfo: {} } })
  })
})

describe('what is not a token (SES-3)', () => {
  const headerText = (maxLength: number) =>
    fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength })

  it('is refused without a server error', async () => {
    const { token } = await aBrowserOf(app, (await aCustomer(app)).id)
    const real = token ?? ''
    const mutilated = fc.oneof(
      fc.integer({ min: 0, max: 42 }).map((length) => real.slice(0, length)),
      fc
        .integer({ min: 0, max: 42 })
        .map((at) => `${real.slice(0, at)}${real[at] === 'A' ? 'B' : 'A'}${real.slice(at + 1)}`),
      headerText(60).map((tail) => `${real}.${tail}`),
      fc.constantFrom(
        'null',
        'undefined',
        '[object Object]',
        'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
        real.toLowerCase(),
        `${real}=`,
        `${real},${real}`,
      ),
      headerText(60),
    )

    const scheme = fc.constantFrom('Bearer ', 'Bearer  ', 'Basic ', 'Token ', '')
    const browser = app.browser()
    await fc.assert(
      fc.asyncProperty(scheme, mutilated, async (name, value) => {
        fc.pre(`${name}${value}`.trim() !== `Bearer ${real}`)
        const response = await browser.fetch('/gateway/global/account/me', {
          headers: { authorization: `${name}${value}` },
        })
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
      }),
      { numRuns: 150 },
    )
  })
})

describe('a call that another site triggers (SES-4)', () => {
  it('carries cookies at most, which end no session', async () => {
    const browser = await aLoggedInBrowser(app, await aCustomer(app))
    const forged = app.browser()
    for (const [name, value] of browser.cookies) forged.cookies.set(name, value)
    forged.cookies.set('token', browser.token ?? '')
    expect(await forged.call('GET /global/account/logout', {})).toMatchObject(unauthenticated)
    expect((await forged.fetch(`/gateway/global/account/logout?token=${browser.token}`)).status).toBe(401)
    expect((await browser.call(me, {})).status).toBe(200)
  })

  it('gets no cookie that a script could read or another site send', async () => {
    const customer = await aCustomer(app)
    const { headers } = await app
      .browser()
      .call('POST /global/account/login', { body: { email: customer.email, password: customer.password } })
    const cookies = headers.getSetCookie()
    expect(cookies).toHaveLength(1)
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/gateway\/global; HttpOnly; SameSite=Strict/)
  })
})
