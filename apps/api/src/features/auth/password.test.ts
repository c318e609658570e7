import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aPasswordCode, aSignUp, goodPassword } from '#test/builders.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

const quarterOfAnHour = 15 * 60

/** Changes the password with a new verification code. */
async function change(browser: Browser, password: string, oldPassword?: string, at: TestApp = app) {
  const code = await aPasswordCode(at, browser)
  return browser.call('PATCH /global/account/password', {
    body: { password, confirmPassword: password, code, ...(oldPassword === undefined ? {} : { oldPassword }) },
  })
}

const login = (email: string, password: string) =>
  app.browser().call('POST /global/account/login', { body: { email, password } })
const issueCodes = (answer: { error: { issues?: { code: string }[] } }) => answer.error.issues?.map(({ code }) => code)

describe('a password (AUT-6)', () => {
  const accepted = {
    'of 6': 'aB3-é!',
    'of 64': 'xY'.repeat(32),
    'of 256': 'xY'.repeat(128),
    'of 256 emoji': '🔩'.repeat(256),
    'with spaces': ' two  words ',
    'with a zero byte': 'abc\u0000def',
  }

  it.each(Object.entries(accepted))('is accepted and verified unchanged with %s characters', async (_, password) => {
    const customer = await aCustomer(app)
    expect((await change(await aBrowserOf(app, customer.id), password, goodPassword)).status).toBe(200)
    expect((await login(customer.email, password)).status).toBe(200)

    const almost = [password.slice(0, -1), `${password}x`, password.trim(), password.toUpperCase()].filter(
      (other) => other !== password,
    )
    const [wrong = ''] = almost

    expect((await login(customer.email, wrong)).error.code).toBe('INVALID_CREDENTIALS')
  })

  it('is hashed in full, whatever its characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 6, maxLength: 60 }), async (password) => {
        const stored = await app.deps.passwords.hash(password)
        expect(await app.deps.passwords.verify(stored, password)).toBe(true)
        expect(await app.deps.passwords.verify(stored, `${password}\u0000`)).toBe(false)
      }),
      { numRuns: 5 },
    )
  })

  const refused = {
    'of 5': ['aB3-é', 'PASSWORD_TOO_SHORT'],
    'of 3 emoji': ['🔩🔩🔩', 'PASSWORD_TOO_SHORT'],
    'of 257': ['x'.repeat(257), 'PASSWORD_TOO_LONG'],
    'of 1,000': ['x'.repeat(1000), 'PASSWORD_TOO_LONG'],
    'of 50,000': ['x'.repeat(50_000), 'PASSWORD_TOO_LONG'],
  }

  it.each(Object.entries(refused))(
    '%s characters is refused at sign-up, reset and change',
    async (_, [password = '', code]) => {
      const customer = await aCustomer(app)
      const browser = await aBrowserOf(app, customer.id)
      const signUp = { ...(await aSignUp(app, browser)), password, confirmPassword: password }
      const answers = [
        await browser.call('POST /global/account/register', { body: signUp }),
        await browser.call('PATCH /global/account/password/reset', {
          body: { key: 'x', password, confirmPassword: password },
        }),
        await change(browser, password, goodPassword),
      ]

      for (const answer of answers) {
        expect(answer.status).toBe(422)
        expect(issueCodes(answer)).toContain(code)
      }
    },
  )

  it('is refused unhashed at 100,000 characters, and as too large a request at a million', async () => {
    expect(issueCodes(await login('zoe@example.com', 'x'.repeat(100_000)))).toEqual(['PASSWORD_TOO_LONG'])
    expect(await login('zoe@example.com', 'x'.repeat(1_000_000))).toMatchObject({
      status: 413,
      error: { code: 'TOO_LARGE' },
    })
  })

  it.each(['123456', 'motdepasse', 'AZERTYuiop', 'Cotation', 'Printemps2026', 'marguerite'])(
    'is refused in upper and lower case if it is among the commonest (%s)',
    async (password) => {
      const browser = await aBrowserOf(app, (await aCustomer(app)).id)
      expect(issueCodes(await change(browser, password, goodPassword))).toEqual(['PASSWORD_TOO_COMMON'])
    },
  )

  it('is refused at sign-up without using up the CAPTCHA', async () => {
    const browser = app.browser()
    const signUp = await aSignUp(app, browser)
    const common = { ...signUp, password: 'Printemps2026', confirmPassword: 'Printemps2026' }
    const refused = await browser.call('POST /global/account/register', { body: common })
    expect(issueCodes(refused)).toEqual(['PASSWORD_TOO_COMMON'])
    expect((await browser.call('POST /global/account/register', { body: signUp })).status).toBe(200)
  })

  it('can be required to be longer by the installation, for new passwords only', async () => {
    const strict = await startApp({ PASSWORD_MIN_LENGTH: '14' })
    try {
      const customer = await aCustomer(strict)
      const browser = await aBrowserOf(strict, customer.id)

      expect(issueCodes(await change(browser, 'thirteen-char', goodPassword, strict))).toEqual(['PASSWORD_TOO_SHORT'])

      const signUp = {
        ...(await aSignUp(strict, browser)),
        password: 'thirteen-char',
        confirmPassword: 'thirteen-char',
      }

      expect(issueCodes(await browser.call('POST /global/account/register', { body: signUp }))).toEqual([
        'PASSWORD_TOO_SHORT',
      ])

      const shortOne = { body: { email: customer.email, password: goodPassword } }
      expect((await browser.call('POST /global/account/login', shortOne)).status).toBe(200)
      expect((await change(browser, 'fourteen-chars', goodPassword, strict)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it("is refused with the installation's minimum, whether the product or the installation finds it short", async () => {
    const strict = await startApp({ PASSWORD_MIN_LENGTH: '10' })
    try {
      const browser = await aBrowserOf(strict, (await aCustomer(strict)).id)
      const textOf = async (language: string, password: string) => {
        browser.language = language
        return (await change(browser, password, goodPassword, strict)).error.issues?.map(({ message }) => message)
      }
      for (const short of ['aB3-é', 'nine-char']) {
        expect(await textOf('fr', short)).toEqual(['Le mot de passe doit compter au moins 10\u00a0caractères.'])
        expect(await textOf('en', short)).toEqual(['The password needs at least 10 characters.'])
      }
    } finally {
      await strict.close()
    }
  })
})

describe('changing the password (spec 5, AUT-7)', () => {
  it('requires the old one, however recent the session', async () => {
    const { id, email } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)

    expect(issueCodes(await change(browser, 'Clef-anglaise-7'))).toEqual(['OLD_PASSWORD_REQUIRED'])
    expect(await change(browser, 'Clef-anglaise-7', 'not the old one')).toMatchObject({
      status: 422,
      error: { code: 'PASSWORD_WRONG' },
    })
    expect((await login(email, goodPassword)).status).toBe(200)
  })

  it('requires both entries to be equal (spec 5)', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    browser.language = 'en'
    const passwords = { oldPassword: goodPassword, password: 'Clef-anglaise-7', confirmPassword: 'Clef-anglaise-8' }
    const body = { ...passwords, code: await aPasswordCode(app, browser) }
    const answer = await browser.call('PATCH /global/account/password', { body })
    expect(answer.error.issues).toEqual([
      { path: 'confirmPassword', code: 'PASSWORDS_DO_NOT_MATCH', message: 'Passwords do not match' },
    ])
  })

  it('succeeds once when sent twice at once with the same old one and code', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const code = await aPasswordCode(app, browser)
    const answers = await Promise.all(
      ['Clef-anglaise-7', 'Clef-anglaise-8'].map((password) =>
        browser.call('PATCH /global/account/password', {
          body: { oldPassword: goodPassword, password, confirmPassword: password, code },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('requires a recent proof of identity if there is no old one', async () => {
    const { id } = await aCustomer(app)
    await app.deps.db.updateTable('customer').set({ password_hash: null }).where('id', '=', id).execute()
    const stale = await aBrowserOf(app, id)
    app.clock.advance(quarterOfAnHour + 1)
    expect(await change(stale, 'Clef-anglaise-7')).toMatchObject({ status: 403, error: { code: 'PASSWORD_REQUIRED' } })
    expect((await change(await aBrowserOf(app, id), 'Clef-anglaise-7')).status).toBe(200)
  })

  it('limits guesses with a stolen session (ABU-1)', async () => {
    const { id } = await aCustomer(app)
    const first = await aBrowserOf(app, id)
    const second = await aBrowserOf(app, id)
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? first : second).call('POST /global/account/password/confirm', {
          body: { password: `guess ${index}` },
        }),
      ),
    )

    expect(tries.filter(({ error }) => error.code === 'PASSWORD_WRONG')).toHaveLength(10)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(20)
  })
})
