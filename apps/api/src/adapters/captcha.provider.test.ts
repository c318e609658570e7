import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anEmail } from '#test/builders.ts'
import { startCaptchaProvider, type TestCaptchaProvider } from '#test/servers/captcha-provider.ts'
import { createCaptchaProvider } from './captcha.provider.ts'

let provider: TestCaptchaProvider
let app: TestApp

beforeAll(async () => {
  provider = await startCaptchaProvider()
  app = await startApp({
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'site-"key"',
    CAPTCHA_SECRET: 'a-secret',
    CAPTCHA_VERIFY_URL: provider.verifyUrl,
    CAPTCHA_SCRIPT_URL: provider.scriptUrl,
  })
})

afterAll(async () => {
  await app.close()
  await provider.close()
})

beforeEach(() => {
  provider.answer = { success: true, hostname: 'localhost' }
  provider.status = 200
  provider.enquiries.length = 0
})

const silent = { warn: () => undefined }

async function send(browser: Browser, token: string) {
  const { data } = await browser.call('GET /global/tools/captchaImage', {})
  const captcha = { captchaId: data.captchaId, answer: token }
  return browser.call('POST /global/account/password/resetSend', { body: { email: anEmail(), captcha } })
}

describe('a CAPTCHA provider', () => {
  it('replaces the picture by its frame, and says whether a token is right', async () => {
    const browser = app.browser()
    const { data } = await browser.call('GET /global/tools/captchaImage', {})
    expect(data).toMatchObject({ image: '', frame: '/gateway/captcha-frame' })

    expect((await send(browser, 'a-token')).status).toBe(200)
    expect(provider.enquiries).toEqual([{ secret: 'a-secret', response: 'a-token' }])
  })

  it.each([
    ['refuses', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['has seen before', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['gave to another site', { success: true, hostname: 'evil.example' }],
  ])('makes a token wrong that it %s', async (_, answer) => {
    provider.answer = answer
    expect((await send(app.browser(), 'a-token')).error.code).toBe('CAPTCHA_WRONG')
  })

  it.each([
    ['the secret is wrong', { success: false, 'error-codes': ['invalid-input-secret'] }, 200],
    ['it has a fault', { success: false, 'error-codes': ['internal-error'] }, 200],
    ['it answers something else', { hello: 'world' }, 502],
  ])('is called unavailable if %s', async (_, answer, status) => {
    provider.answer = answer
    provider.status = status
    const { status: answered, error } = await send(app.browser(), 'a-token')

    expect({ answered, code: error.code }).toEqual({ answered: 503, code: 'CAPTCHA_UNAVAILABLE' })
    expect(error.message).toContain('ne répond pas')
  })

  it('is asked once per challenge, even by concurrent calls', async () => {
    const browser = app.browser()
    const { data } = await browser.call('GET /global/tools/captchaImage', {})
    const captcha = { captchaId: data.captchaId, answer: 'a-token' }
    const calls = Array.from({ length: 5 }, () =>
      browser.call('POST /global/account/password/resetSend', { body: { email: anEmail(), captcha } }),
    )

    const codes = (await Promise.all(calls)).map(({ status }) => status).sort()
    expect(codes).toEqual([200, 422, 422, 422, 422])
    expect(provider.enquiries).toHaveLength(1)
  })

  it('is given up after its time limit', async () => {
    provider.answer = null
    const { verifyUrl } = provider
    const impatient = createCaptchaProvider({ verifyUrl, secret: 's', hostname: 'h', log: silent, timeoutMs: 1 })
    expect(await impatient.verify('a-token')).toBeNull()
  })

  it('is unavailable where nobody listens', async () => {
    const gone = await startCaptchaProvider()
    await gone.close()
    const absent = createCaptchaProvider({ verifyUrl: gone.verifyUrl, secret: 's', hostname: 'h', log: silent })
    expect(await absent.verify('a-token')).toBeNull()
  })
})

describe('the frame of a CAPTCHA provider', () => {
  it('may load the provider and be framed by the product only', async () => {
    const page = await app.browser().fetch('/gateway/captcha-frame?language=en')
    const policy = page.headers.get('content-security-policy') ?? ''
    const markup = await page.text()

    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain(`frame-src https://challenges.cloudflare.com ${new URL(provider.scriptUrl).origin}`)
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(markup).toContain('data-sitekey="site-&quot;key&quot;"')
    expect(markup).toContain('data-language="en"')
    expect(markup).not.toContain('a-secret')
  })

  it('does not exist without a provider', async () => {
    const without = await startApp()
    try {
      const browser = without.browser()
      expect((await browser.fetch('/gateway/captcha-frame')).status).toBe(404)
      expect((await browser.call('GET /global/tools/captchaImage', {})).data.frame).toBeUndefined()
    } finally {
      await without.close()
    }
  })
})
