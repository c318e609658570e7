import { describe, expect, it } from 'vitest'
import { keyIn, severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  aBrowserOf,
  aCustomer,
  aPasswordCode,
  aPersonSignedUp,
  aResetKey,
  aSolvedCaptcha,
  goodPassword,
} from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'

/** Holds hashes back until `expected` have arrived, so that the next steps run concurrently. */
const barrier = { expected: 0, arrived: 0, ...Promise.withResolvers<void>() }

const app = useApp(severalVisitors, (deps) => {
  const { passwords } = deps
  deps.passwords = {
    ...passwords,
    async hash(password, turn) {
      const hashed = await passwords.hash(password, turn)
      barrier.arrived++
      if (barrier.arrived === barrier.expected) barrier.resolve()
      if (barrier.expected > 0) await barrier.promise
      return hashed
    },
  }
})

const newPassword = 'Clef-anglaise-7'
const reset = (key: string, browser: Browser = app.browser(), password = newPassword) =>
  browser.call('PATCH /global/account/password/reset', { body: { key, password, confirmPassword: password } })
const activate = (key: string, browser: Browser = app.browser()) =>
  browser.call('POST /global/account/activate', { body: { key } })
const login = (email: string, password: string) =>
  app.browser().call('POST /global/account/login', { body: { email, password } })
const refused = { status: 422, error: { code: 'KEY_INVALID' } }
const times = 50

describe('a key from a mail (AUT-3)', () => {
  it('resets the password and says so by mail', async () => {
    const { email } = await aCustomer(app)
    expect((await reset(await aResetKey(app, email))).status).toBe(200)
    expect((await login(email, newPassword)).status).toBe(200)
    expect((await login(email, goodPassword)).error.code).toBe('INVALID_CREDENTIALS')
    expect((await app.mail(email, 'password-changed')).text).not.toContain('#key=')
  })

  it('works once', async () => {
    const { email } = await aCustomer(app)
    const key = await aResetKey(app, email)
    await reset(key)

    expect(await reset(key, app.browser(), 'Another-one-1')).toMatchObject(refused)
    expect((await login(email, newPassword)).status).toBe(200)

    const browser = app.browser()
    const signedUp = await aPersonSignedUp(app, browser)
    await activate(signedUp.key, browser)

    expect(await activate(signedUp.key, browser)).toMatchObject(refused)
  })

  it('works once when used many times at once', async () => {
    const { email } = await aCustomer(app)
    const key = await aResetKey(app, email)
    Object.assign(barrier, { expected: times, arrived: 0 })

    const resets = await Promise.all(Array.from({ length: times }, () => reset(key)))
    barrier.expected = 0

    expect(resets.map(({ status }) => status).sort()).toEqual([200, ...Array(times - 1).fill(422)])

    const browser = app.browser()
    const signedUp = await aPersonSignedUp(app, browser)
    const activations = await Promise.all(Array.from({ length: times }, () => activate(signedUp.key, browser)))

    expect(activations.map(({ status }) => status).sort()).toEqual([200, ...Array(times - 1).fill(422)])
  })

  it('works only for its own account and purpose', async () => {
    const mine = await aCustomer(app)
    const theirs = await aCustomer(app)
    await reset(await aResetKey(app, mine.email))
    expect((await login(theirs.email, goodPassword)).status).toBe(200)
    expect((await login(theirs.email, newPassword)).error.code).toBe('INVALID_CREDENTIALS')
    expect(await activate(await aResetKey(app, theirs.email))).toMatchObject(refused)
    expect(await reset((await aPersonSignedUp(app, app.browser())).key)).toMatchObject(refused)
  })

  it('expires: an hour for a reset, a day for an activation', async () => {
    const inTime = await aCustomer(app)
    const late = await aCustomer(app)
    const keys = [await aResetKey(app, inTime.email), await aResetKey(app, late.email)] as const
    app.clock.advance(3599)
    expect((await reset(keys[0])).status).toBe(200)
    app.clock.advance(1)
    expect(await reset(keys[1])).toMatchObject(refused)

    const first = await aPersonSignedUp(app, app.browser())
    const second = await aPersonSignedUp(app, app.browser())
    app.clock.advance(86_399)
    expect((await activate(first.key)).status).toBe(200)
    app.clock.advance(1)
    expect(await activate(second.key)).toMatchObject(refused)
  })

  it('becomes invalid when a newer one is sent', async () => {
    const { email } = await aCustomer(app)
    const older = await aResetKey(app, email)
    app.clock.advance(1)
    const newer = await aResetKey(app, email, 2)
    expect(await reset(older)).toMatchObject(refused)
    expect((await reset(newer)).status).toBe(200)
  })

  it('becomes invalid for a reset when the owner changes the password in another way', async () => {
    const customer = await aCustomer(app)
    const key = await aResetKey(app, customer.email)
    const browser = await aBrowserOf(app, customer.id)
    const code = await aPasswordCode(app, browser)
    const body = { oldPassword: goodPassword, password: newPassword, confirmPassword: newPassword, code }
    expect((await browser.call('PATCH /global/account/password', { body })).status).toBe(200)
    expect(await reset(key, app.browser(), 'Another-one-1')).toMatchObject(refused)
  })

  it('does not activate an account that a reset has activated in the meantime', async () => {
    const { email, key } = await aPersonSignedUp(app, app.browser())
    await reset(await aResetKey(app, email))
    expect(await activate(key)).toMatchObject(refused)
    expect((await login(email, newPassword)).status).toBe(200)
  })

  it.each(['', ' ', 'x'.repeat(101)])('is refused as malformed (%j)', async (key) => {
    expect(await activate(key)).toMatchObject({ status: 422, error: { code: 'VALIDATION' } })
  })

  it.each(['x', '\u0000', 'é'.repeat(43), '__proto__'])('is refused if it was never issued (%j)', async (key) => {
    expect(await activate(key)).toMatchObject(refused)
    expect(await reset(key)).toMatchObject(refused)
  })

  it('is stored only as a hash', async () => {
    const { email } = await aCustomer(app)
    const key = await aResetKey(app, email)
    const rows = await app.deps.db.selectFrom('account_key').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows.map((row) => ({ ...row, key_hash: row.key_hash.toString('base64url') })))).not.toContain(
      key,
    )
  })
})

describe('a mail scanner that opens links (AUT-4)', () => {
  it.each(['GET', 'HEAD'])('changes nothing by %s', async (method) => {
    const browser = app.browser()
    const signedUp = await aPersonSignedUp(app, browser)
    const { email } = await aCustomer(app)
    const resetKey = await aResetKey(app, email)

    for (const path of [
      `activate?key=${signedUp.key}`,
      `activate#key=${signedUp.key}`,
      `password/reset?key=${resetKey}`,
      'activate',
      'password/reset',
    ]) {
      expect((await browser.fetch(`/gateway/global/account/${path}`, { method })).status).toBe(404)
    }

    const mails = (await app.mails()).filter(({ to }) => [email, signedUp.email].includes(to))
    for (const link of mails.flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])) {
      await browser.fetch(new URL(link).pathname, { method })
    }

    expect((await activate(signedUp.key, browser)).status).toBe(200)
    expect((await reset(resetKey)).status).toBe(200)
  })

  it('finds no key in the part of the URL that a server sees', async () => {
    const { email } = await aPersonSignedUp(app, app.browser())
    const link = new URL(/https?:\S+/.exec((await app.mail(email, 'activation')).text)?.[0] ?? '')
    expect(link.search + link.pathname).not.toContain('key')
    expect(link.hash).toBe(`#key=${keyIn(await app.mail(email, 'activation'))}`)
  })
})

describe('asking for a reset (spec 7)', () => {
  it('sends nothing without a solved CAPTCHA', async () => {
    const { email } = await aCustomer(app)
    const browser = app.browser()
    const { captchaId, answer } = await aSolvedCaptcha(app, browser)
    const wrong = `${Number(answer[0]) === 9 ? 0 : Number(answer[0]) + 1}${answer.slice(1)}`
    const call = await browser.call('POST /global/account/password/resetSend', {
      body: { email, captcha: { captchaId, answer: wrong } },
    })

    expect(call).toMatchObject({ status: 422, error: { code: 'CAPTCHA_WRONG' } })
    expect((await app.mails()).filter(({ to }) => to === email)).toEqual([])
  })

  it('activates an account that was never activated, because the mail proves the address', async () => {
    const { email } = await aCustomer(app, { activated: false })
    await reset(await aResetKey(app, email))
    expect((await login(email, newPassword)).status).toBe(200)
  })
})
