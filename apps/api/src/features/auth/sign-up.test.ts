import { industries, titles } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { keyIn } from '#test/app.ts'
import { aCustomer, anEmail, aPersonSignedUp, aSignUp, aSolvedCaptcha, goodPassword } from '#test/builders.ts'
import { rowOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

const register = 'POST /global/account/register'

const company = {
  accountType: 'enterprise',
  firstName: 'Zoé',
  lastName: 'Martin',
  company: 'Ateliers du Rhône',
  title: titles[0],
  industry: industries[0],
  phoneCode: '+33',
  phone: '6 12 34 56 78',
} as const

describe('sign-up (spec 4, 5)', () => {
  it.each([
    { language: 'fr', subject: 'Activez votre compte', greeting: 'Bonjour Zoé,' },
    { language: 'en', subject: 'Activate your', greeting: 'Hello Zoé,' },
  ])(
    'is completed for a person by a mail in the caller’s language ($language)',
    async ({ language, subject, greeting }) => {
      const browser = app.browser()
      browser.language = language
      const body = await aSignUp(app, browser)
      expect(await browser.call(register, { body })).toMatchObject({ status: 200, data: { email: body.email } })

      const early = await browser.call('POST /global/account/login', {
        body: { email: body.email, password: goodPassword },
      })
      expect(early).toMatchObject({ status: 422, error: { code: 'NOT_ACTIVATED' } })

      const mail = await app.mail(body.email, 'activation')
      expect(mail).toMatchObject({
        language,
        subject: expect.stringContaining(subject),
        text: expect.stringContaining(greeting),
      })
      expect(mail.text).toContain(`${app.deps.publicUrl}/manufacture/activate#key=`)

      const activated = await browser.call('POST /global/account/activate', { body: { key: keyIn(mail) } })
      expect(activated).toMatchObject({ status: 200, data: { choosePassword: false } })
      browser.token = activated.data.accessToken
      const me = await browser.call('GET /global/account/me', {})
      expect(me.data).toMatchObject({
        email: body.email,
        username: 'Zoé',
        language,
        activationEmail: true,
        member: { level: 'bronze' },
      })
    },
  )

  it('stores the fields of a company and creates an account without member (spec 3)', async () => {
    const browser = app.browser()
    const body = { ...(await aSignUp(app, browser)), ...company, cm: 'spring-fair' }
    await browser.call(register, { body })

    const key = keyIn(await app.mail(body.email, 'activation'))
    browser.token = (await browser.call('POST /global/account/activate', { body: { key } })).data.accessToken

    const { data } = await browser.call('GET /global/account/me', {})
    const { accountType: _, ...particulars } = company

    expect(data).toMatchObject(particulars)
    expect(data).not.toHaveProperty('member')

    expect((await rowOf(app, 'customer', { email: body.email })).channel).toBe('spring-fair')
  })

  it('normalises the address', async () => {
    const browser = app.browser()
    const email = anEmail()
    const body = await aSignUp(app, browser, `  ${email.toUpperCase()} `)
    expect((await browser.call(register, { body })).data).toEqual({ email })
  })

  it.each([
    { state: 'activated', activated: true },
    { state: 'waiting for its activation', activated: false },
  ])('asks a registered address to activate through the e-mail ($state, spec 4)', async ({ activated }) => {
    const { email, id } = await aCustomer(app, { activated })
    const before = await app.deps.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
    const browser = app.browser()
    const { status, error } = await browser.call(register, { body: await aSignUp(app, browser, email) })

    expect({ status, code: error.code, message: error.message }).toEqual({
      status: 422,
      code: 'ALREADY_REGISTERED',
      message:
        'Cette adresse est déjà enregistrée. Activez le compte avec l’e-mail que nous vous avons envoyé, ou connectez-vous.',
    })
    expect(browser.cookies.has('signup')).toBe(false)
    expect(await app.deps.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before)
  })

  it('creates one account and one mail when sent several times at once', async () => {
    const email = anEmail()
    const forms = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const browser = app.browser()
        return { browser, body: await aSignUp(app, browser, email) }
      }),
    )
    const answers = await Promise.all(forms.map(({ browser, body }) => browser.call(register, { body })))

    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422, 422])

    const rows = await app.deps.db.selectFrom('customer').select('id').where('email', '=', email).execute()
    expect(rows).toHaveLength(1)
    expect((await app.mails()).filter((mail) => mail.to === email)).toHaveLength(1)
  })
})

describe('the CAPTCHA of a sign-up (spec 5, ABU-4)', () => {
  it('is required, and nothing is created without it', async () => {
    const browser = app.browser()
    const { captcha: _, ...body } = await aSignUp(app, browser)
    const missing = await browser.send(register, { body })

    expect(missing.error.issues).toContainEqual(expect.objectContaining({ path: 'captcha' }))

    const wrong = await browser.call(register, {
      body: { ...body, captcha: { captchaId: 'f'.repeat(32), answer: '12345' } },
    })

    expect(wrong).toMatchObject({ status: 422, error: { code: 'CAPTCHA_WRONG' } })
    expect(await app.deps.db.selectFrom('customer').select('id').where('email', '=', body.email).execute()).toEqual([])
  })

  it('works once', async () => {
    const browser = app.browser()
    const body = await aSignUp(app, browser)
    await browser.call(register, { body })
    const again = await browser.call(register, { body: { ...body, email: anEmail() } })
    expect(again).toMatchObject({ status: 422, error: { code: 'CAPTCHA_WRONG' } })
  })
})

describe('the activation mail asked for again (spec 4)', () => {
  const askAgain = async (email: string, language = 'fr') => {
    const browser = app.browser()
    browser.language = language
    return browser.call('POST /global/account/activeEmail', {
      body: { email, captcha: await aSolvedCaptcha(app, browser) },
    })
  }

  it('contains a new key that replaces the first', async () => {
    const browser = app.browser()
    const { email, key } = await aPersonSignedUp(app, browser)
    app.clock.advance(60)

    expect((await askAgain(email, 'en')).status).toBe(200)

    const second = await app.mail(email, 'activation', 2)
    expect(second.language).toBe('en')
    expect((await browser.call('POST /global/account/activate', { body: { key } })).error.code).toBe('KEY_INVALID')
    expect((await browser.call('POST /global/account/activate', { body: { key: keyIn(second) } })).status).toBe(200)
  })

  it('tells an active account that it is active, without a key', async () => {
    const { email } = await aCustomer(app)
    expect((await askAgain(email)).status).toBe(200)
    const mail = await app.mail(email, 'already-active')
    expect(mail.text).toContain('votre compte est déjà actif')
    expect(mail.text).not.toContain('#key=')
  })
})
