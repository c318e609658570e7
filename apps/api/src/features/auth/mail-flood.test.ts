import { beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { aCustomer, anEmail, aSolvedCaptcha } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)

beforeEach(() => app.clock.advance(86_400))

const day = 86_400
const requests = ['POST /global/account/password/resetSend', 'POST /global/account/activeEmail'] as const
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email)

/** Solves a puzzle each time, and calls from another IP address unless a browser is given. */
async function ask(route: string, email: string, browser = app.browser()) {
  return browser.send(route, { body: { email, captcha: await aSolvedCaptcha(app, browser) } })
}

describe('flooding a mailbox (ABU-5)', () => {
  it.each(requests)('is stopped through %s after 5 mails an hour, from any number of addresses', async (route) => {
    const { email } = await aCustomer(app)
    const spellings = [email, email.toUpperCase(), ` ${email} `]
    const answers = []
    for (let call = 0; call < 12; call++) answers.push(await ask(route, spellings[call % 3] ?? email))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await mailsTo(email)).toHaveLength(5)
  })

  it.each(requests)('is stopped through %s after 10 mails a day', async (route) => {
    const { email } = await aCustomer(app)
    for (let hour = 0; hour < 23; hour++) {
      await ask(route, email)
      app.clock.advance(3600)
    }

    expect(await mailsTo(email)).toHaveLength(10)

    app.clock.advance(day)
    expect((await ask(route, email)).status).toBe(200)
  })

  it.each(requests)(
    'is stopped for many recipients through %s from one address after 20 mails an hour',
    async (route) => {
      const browser = app.browser()
      const customers = []
      for (let person = 0; person < 22; person++) customers.push(await aCustomer(app))

      const answers = []
      for (const { email } of customers) answers.push(await ask(route, email, browser))

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)

      const addresses = new Set(customers.map(({ email }) => email))
      expect((await app.mails()).filter(({ to }) => addresses.has(to))).toHaveLength(20)
    },
  )

  it.each(requests)('does not use up the owner’s requests through %s with wrong codes', async (route) => {
    const { email } = await aCustomer(app)
    for (let call = 0; call < 8; call++) {
      const body = { email, captcha: { captchaId: 'f'.repeat(32), answer: '11111' } }
      expect(await app.browser().send(route, { body })).toMatchObject({ status: 422, error: { code: 'CAPTCHA_WRONG' } })
    }
    expect((await ask(route, email)).status).toBe(200)
  })

  it('sends nothing to addresses without an account', async () => {
    const email = anEmail()
    for (const route of requests) expect((await ask(route, email)).status).toBe(200)
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('flooding the company through contactUs (ABU-5)', () => {
  const shop = () => mailsTo(app.deps.config.brand.email)
  const write = async (email: string, browser = app.browser()) => {
    const captcha = await aSolvedCaptcha(app, browser)
    const message = '<img src=x onerror=alert(1)>\r\nBcc: victim@example.com'
    return browser.call('POST /global/account/contactUs', {
      body: { name: 'Zoé', email, topic: 'quote', message, captcha },
    })
  }

  it('is stopped after 5 messages a day per sender and 10 per address', async () => {
    const before = (await shop()).length
    const email = anEmail()
    for (let call = 0; call < 8; call++) await write(email)
    expect((await shop()).length - before).toBe(5)
    const browser = app.browser()
    for (let call = 0; call < 13; call++) await write(anEmail(), browser)
    expect((await shop()).length - before).toBe(15)
  })

  it('delivers the message as text, never as markup or headers', async () => {
    const [mail] = await shop()
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail?.html).not.toContain('<img')
    expect(`${mail?.subject}${mail?.to}`).not.toContain('victim@example.com')
  })
})
