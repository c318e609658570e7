import { afterEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { aCustomer, aLoggedInBrowser, aResetKey, goodPassword } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'

/** Runs while a password is being checked; `hashesAreOld` makes stored hashes need a rehash. */
const meanwhile = { run: async () => undefined as unknown, hashesAreOld: false }

const app = useApp(severalVisitors, (deps) => {
  const { passwords } = deps
  deps.passwords = {
    ...passwords,
    needsRehash: (stored) => meanwhile.hashesAreOld || passwords.needsRehash(stored),
    async verify(stored, password, turn) {
      const matches = await passwords.verify(stored, password, turn)
      await meanwhile.run()
      return matches
    },
  }
})

afterEach(() => {
  meanwhile.run = async () => undefined
  meanwhile.hashesAreOld = false
})

const newPassword = 'Clef-anglaise-7'
const login = (email: string, password: string) =>
  app.browser().call('POST /global/account/login', { body: { email, password } })

const hashOf = async (id: string) =>
  (await app.deps.db.selectFrom('customer').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

describe('login (spec 4)', () => {
  it('returns a token for the account with its lifetime in seconds', async () => {
    const customer = await aCustomer(app)
    const { data } = await login(customer.email.toUpperCase(), customer.password)
    expect(data).toEqual({ accessToken: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 14 * 86_400 })
    const browser = await aLoggedInBrowser(app, customer)
    const me = await browser.call('GET /global/account/me', {})
    expect(me.status).toBe(200)
    expect(me.data.email).toBe(customer.email)
  })

  it.each([
    ['fr', 'Adresse e-mail ou mot de passe incorrect.'],
    ['en', 'The e-mail address or the password is wrong.'],
  ])(
    'refuses a wrong password in the caller’s language (%s), and not as an ended session (spec 8)',
    async (language, message) => {
      const { email } = await aCustomer(app)
      const browser = app.browser()
      browser.language = language
      const answer = await browser.call('POST /global/account/login', { body: { email, password: 'not this one' } })
      expect(answer).toMatchObject({ status: 422, error: { code: 'INVALID_CREDENTIALS', message } })
    },
  )

  it('rehashes a password that an older policy hashed', async () => {
    const customer = await aCustomer(app)
    const before = await hashOf(customer.id)
    meanwhile.hashesAreOld = true
    expect((await login(customer.email, goodPassword)).status).toBe(200)
    meanwhile.hashesAreOld = false
    expect(await hashOf(customer.id)).not.toBe(before)
    expect((await login(customer.email, goodPassword)).status).toBe(200)
  })

  it.each([false, true])(
    'opens no session and restores no password that is reset while it is checked (SES-1, older policy: %s)',
    async (hashesAreOld) => {
      const { email } = await aCustomer(app)
      const key = await aResetKey(app, email)
      meanwhile.hashesAreOld = hashesAreOld
      meanwhile.run = async () => {
        meanwhile.run = async () => undefined
        const body = { key, password: newPassword, confirmPassword: newPassword }
        expect((await app.browser().call('PATCH /global/account/password/reset', { body })).status).toBe(200)
      }

      expect(await login(email, goodPassword)).toMatchObject({ status: 422, error: { code: 'INVALID_CREDENTIALS' } })
      expect((await login(email, newPassword)).status).toBe(200)
      expect((await login(email, goodPassword)).status).toBe(422)
    },
  )
})
