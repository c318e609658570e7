import { beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aPasswordCode, aPersonSignedUp, aVisitor, goodPassword } from '#test/builders.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

/** What the product asks of the password hasher: every attempt costs the same work. */
const verified: string[] = []

const app = useApp(severalVisitors, (deps) => {
  const { passwords } = deps
  deps.passwords = {
    ...passwords,
    verify: (stored, password, turn) => {
      verified.push(password)
      return passwords.verify(stored, password, turn)
    },
  }
})

beforeEach(() => {
  verified.length = 0
})

const newPassword = 'Clef-anglaise-7'
const refused = {
  status: 422,
  error: {
    code: 'VERIFICATION_CODE_WRONG',
    issues: [
      {
        path: 'code',
        code: 'VERIFICATION_CODE_WRONG',
        message: 'Le code est incorrect ou a expiré. Demandez-en un nouveau.',
      },
    ],
  },
}
const wrongPassword = { status: 422, error: { code: 'PASSWORD_WRONG' } }

const sendCode = (browser: Browser) => browser.call('POST /global/account/password/codeSend', {})
const codeIn = ({ text }: { text: string }) => /^\d{6}$/m.exec(text)?.[0] ?? ''
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const change = (browser: Browser, code: string, oldPassword = goodPassword) =>
  browser.call('PATCH /global/account/password', {
    body: { oldPassword, password: newPassword, confirmPassword: newPassword, code },
  })

const login = (email: string, password: string) =>
  app.browser().call('POST /global/account/login', { body: { email, password } })

async function aLoggedInCustomer() {
  const customer = await aCustomer(app)
  return { ...customer, browser: await aBrowserOf(app, customer.id) }
}

/** Asks for a code and reads it in the mail. */
async function aMailedCode(browser: Browser, email: string, count = 1): Promise<string> {
  expect(await sendCode(browser)).toMatchObject({ status: 200, data: { email } })
  return codeIn(await app.mail(email, 'password-code', count))
}

describe('the verification code of a password change (spec 5)', () => {
  it('is mailed to the customer and lets the password change', async () => {
    const { browser, email } = await aLoggedInCustomer()
    const code = await aMailedCode(browser, email)

    expect((await change(browser, code)).status).toBe(200)
    expect((await login(email, newPassword)).status).toBe(200)
    expect((await login(email, goodPassword)).error.code).toBe('INVALID_CREDENTIALS')
  })

  it('is mailed in the language of the screen', async () => {
    const { browser, email } = await aLoggedInCustomer()
    const code = await aMailedCode(browser, email)
    const french = await app.mail(email, 'password-code')
    expect(french.subject).toBe('Votre code de vérification Cotation')
    expect(french.text).toContain(
      `Saisissez ce code sur la page du mot de passe pour confirmer le changement\u00a0:\n\n${code}\n`,
    )
    expect(french.text).toContain('Le code est valable 10\u00a0minutes et ne sert qu’une fois.')
    expect(french.text).toContain('/manufacture/user/account/password\n')
    expect(french.html).toContain(`>${code}</p>`)

    await updateRows(app, 'customer', { email }, { language: 'en' })
    app.clock.advance(1)
    const newer = await aMailedCode(browser, email, 2)
    const english = await app.mail(email, 'password-code', 2)
    expect(english.subject).toBe('Your Cotation verification code')
    expect(english.text).toContain(`Enter this code on the password page to confirm the change:\n\n${newer}\n`)
    expect(english.text).toContain('The code is valid for 10 minutes and works once.')
  })

  it.each([
    ['fr', 'Veuillez saisir le code de vérification.', 'Le code compte 6\u00a0chiffres.'],
    ['en', 'Please enter the verification code.', 'The code has 6 digits.'],
  ])('is required, with a text on its field (%s)', async (language, required, format) => {
    const { browser } = await aLoggedInCustomer()
    browser.language = language
    const passwords = { oldPassword: goodPassword, password: newPassword, confirmPassword: newPassword }
    const issueOf = async (body: object) =>
      (await browser.send('PATCH /global/account/password', { body })).error.issues

    const missing = [{ path: 'code', code: 'VERIFICATION_CODE_REQUIRED', message: required }]
    expect(await issueOf(passwords)).toEqual(missing)
    expect(await issueOf({ ...passwords, code: ' ' })).toEqual(missing)

    const malformed = [{ path: 'code', code: 'VERIFICATION_CODE_FORMAT', message: format }]
    for (const code of ['12345', '1234567', '12345x', '١٢٣٤٥٦'])
      expect(await issueOf({ ...passwords, code })).toEqual(malformed)
  })

  it('is accepted with spaces between its digits', async () => {
    const { browser } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    expect((await change(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  })

  it('is refused when wrong: the old password and the sessions stay, and the right code still works', async () => {
    const { browser, email } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)

    expect(await change(browser, otherThan(code))).toMatchObject(refused)
    expect((await login(email, goodPassword)).status).toBe(200)
    expect((await browser.call('GET /global/account/me', {})).status).toBe(200)

    expect((await change(browser, code)).status).toBe(200)
  })

  it('is refused in English too', async () => {
    const { browser } = await aLoggedInCustomer()
    browser.language = 'en'
    const { error } = await change(browser, '000000')
    const message = 'The code is wrong or has expired. Ask for a new one.'
    expect(error).toMatchObject({ code: 'VERIFICATION_CODE_WRONG', message, issues: [{ path: 'code', message }] })
  })

  it('expires after 10 minutes', async () => {
    const inTime = await aLoggedInCustomer()
    const late = await aLoggedInCustomer()
    const codes = [await aPasswordCode(app, inTime.browser), await aPasswordCode(app, late.browser)] as const

    app.clock.advance(599)
    expect((await change(inTime.browser, codes[0])).status).toBe(200)
    app.clock.advance(1)
    expect(await change(late.browser, codes[1])).toMatchObject(refused)
  })

  it('is refused when it is used a second time', async () => {
    const { browser } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    browser.token = (await change(browser, code)).data.accessToken
    expect(await change(browser, code, newPassword)).toMatchObject(refused)
  })

  it('becomes invalid when a newer one is sent', async () => {
    const { browser, email } = await aLoggedInCustomer()
    const older = await aMailedCode(browser, email)
    app.clock.advance(1)
    const newer = await aMailedCode(browser, email, 2)
    if (older !== newer) expect(await change(browser, older)).toMatchObject(refused)
    expect((await change(browser, newer)).status).toBe(200)
  })

  it('works only for its own customer', async () => {
    const mine = await aLoggedInCustomer()
    const theirs = await aLoggedInCustomer()
    const code = await aPasswordCode(app, theirs.browser)
    expect(await change(mine.browser, code)).toMatchObject(refused)
    expect((await change(theirs.browser, code)).status).toBe(200)
  })

  it('is stored only as a slow hash', async () => {
    const { browser, id } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    const { key_hash: hash, purpose } = await rowOf(app, 'account_key', { customer_id: id })
    expect(purpose).toBe('password-code')
    expect(hash).toHaveLength(32)
    expect(hash.toString('latin1')).not.toContain(code)
  })

  it('is no key of a link: neither a reset nor an activation accepts it', async () => {
    const { browser } = await aLoggedInCustomer()
    const key = await aPasswordCode(app, browser)
    const body = { key, password: newPassword, confirmPassword: newPassword }
    expect((await browser.call('PATCH /global/account/password/reset', { body })).error.code).toBe('KEY_INVALID')
    expect((await browser.call('POST /global/account/activate', { body: { key } })).error.code).toBe('KEY_INVALID')
  })
})

describe('guessing at a password change (ABU-1)', () => {
  it('ends after five tries: then the right code is refused until a new one is sent', async () => {
    const { browser, email } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    for (let guess = 0; guess < 5; guess++) expect(await change(browser, otherThan(code))).toMatchObject(refused)
    expect(await change(browser, code)).toMatchObject(refused)
    expect((await change(browser, await aMailedCode(browser, email))).status).toBe(200)
  })

  it('allows the right code at the fifth try', async () => {
    const { browser } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    for (let guess = 0; guess < 4; guess++) expect(await change(browser, otherThan(code))).toMatchObject(refused)
    expect((await change(browser, code)).status).toBe(200)
  })

  it('counts concurrent tries too', async () => {
    const { browser, id } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    await Promise.all(Array.from({ length: 8 }, () => change(browser, otherThan(code))))
    expect(await rowOf(app, 'account_key', { customer_id: id })).toMatchObject({ tries: 5 })
    expect(await change(browser, code)).toMatchObject(refused)
  })

  it('counts a wrong old password as a try of the code, so that a code tests at most five passwords', async () => {
    const { browser } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    for (let guess = 0; guess < 5; guess++) expect(await change(browser, code, 'a guess')).toMatchObject(wrongPassword)
    expect(await change(browser, code)).toMatchObject(refused)
  })

  it('gives the same answer and does the same work for right and wrong passwords without the code', async () => {
    const { browser } = await aLoggedInCustomer()
    const code = await aPasswordCode(app, browser)
    const passwords = [goodPassword, 'a guess']
    const answers = []
    for (const password of passwords) answers.push((await change(browser, otherThan(code), password)).error)

    expect(verified).toEqual(passwords)
    expect({ ...answers[0], requestId: '' }).toEqual({ ...answers[1], requestId: '' })
  })

  it('is limited to ten changes in a quarter of an hour, whatever the session', async () => {
    const { id } = await aCustomer(app)
    const browsers = [await aBrowserOf(app, id), await aBrowserOf(app, id)]
    const statuses = []
    for (const browser of browsers)
      for (let guess = 0; guess < 6; guess++) statuses.push((await change(browser, '000000')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })
})

describe('asking for a code (ABU-5)', () => {
  it('is limited to 5 mails an hour and 10 a day for each account, in all its sessions', async () => {
    const { id, email } = await aCustomer(app)
    const browsers = [await aBrowserOf(app, id), await aBrowserOf(app, id)]
    const statuses = async () => {
      const seen: number[] = []
      for (let call = 0; call < 6; call++) seen.push((await sendCode(browsers[call % 2] ?? app.browser())).status)
      return seen
    }

    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429])
    app.clock.advance(3600)
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429])
    app.clock.advance(3600)
    expect((await statuses()).every((status) => status === 429)).toBe(true)
    expect((await app.mails()).filter(({ to }) => to === email)).toHaveLength(10)
  })

  it('needs a customer’s session', async () => {
    expect(await sendCode(app.browser())).toMatchObject({ status: 401 })
    expect(await sendCode(await aVisitor(app))).toMatchObject({ status: 401 })
  })
})

describe('the first password of an account', () => {
  const setFirst = (browser: Browser, code: string) =>
    browser.call('PATCH /global/account/password', {
      body: { password: newPassword, confirmPassword: newPassword, code },
    })

  it('needs the code too, without an old password', async () => {
    const { browser, id, email } = await aLoggedInCustomer()
    await updateRows(app, 'customer', { id }, { password_hash: null })
    const code = await aMailedCode(browser, email)

    expect(await setFirst(browser, otherThan(code))).toMatchObject(refused)
    expect((await setFirst(browser, code)).status).toBe(200)
    expect((await login(email, newPassword)).status).toBe(200)
  })

  it('needs no second mail right after the activation in another browser', async () => {
    const { email, key } = await aPersonSignedUp(app, app.browser())
    const browser = app.browser()
    const { data } = await browser.call('POST /global/account/activate', { body: { key } })
    browser.token = data.accessToken

    expect((await setFirst(browser, data.passwordCode ?? '')).status).toBe(200)
    expect((await app.mails()).filter(({ to, kind }) => to === email && kind === 'password-code')).toEqual([])
  })
})
