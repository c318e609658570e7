import { describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { aBrowserOf, aCustomer, aSolvedCaptcha } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)

describe('the list of countries', () => {
  it('contains every country once, with its phone code', async () => {
    const { status, data } = await app.browser().call('GET /global/tools/countryList', { query: { type: 'phoneCode' } })
    expect(status).toBe(200)
    expect(data).toContainEqual({ country: 'FR', phoneCode: '+33' })
    expect(data.length).toBeGreaterThan(200)
    expect(new Set(data.map(({ country }) => country)).size).toBe(data.length)
    expect(data.filter(({ phoneCode }) => !/^\+[1-9]\d{0,3}$/.test(phoneCode))).toEqual([])
  })

  it('requires its type parameter', async () => {
    expect((await app.browser().send('GET /global/tools/countryList', { query: { type: 'flags' } })).status).toBe(422)
    expect((await app.browser().send('GET /global/tools/countryList', {})).status).toBe(422)
  })
})

describe('a contact message', () => {
  const message = {
    name: 'Zoé <b>Dupont</b>',
    email: 'Zoe@Example.com',
    topic: 'quote',
    message: 'Bonjour,\n<script>alert(1)</script> & "merci"',
  } as const
  const send = async (change: object = {}) => {
    const browser = app.browser()
    const captcha = await aSolvedCaptcha(app, browser)
    return browser.send('POST /global/account/contactUs', { body: { ...message, captcha, ...change } })
  }

  it('is stored and mailed with its markup as text (ABU-5)', async () => {
    expect((await send()).status).toBe(200)
    const mail = await app.mail(app.deps.config.brand.email, 'contact')
    expect(mail.text).toContain('<script>alert(1)</script> & "merci"')
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;merci&quot;')
    expect(mail.html).not.toMatch(/<script|<b>/)
    const kept = await app.deps.db.selectFrom('contact_message').selectAll().execute()
    expect(kept).toEqual([expect.objectContaining({ ...message, email: 'zoe@example.com', language: 'fr' })])
  })

  it.each([
    [{ name: '' }, 'name', 'NAME_REQUIRED'],
    [{ name: 'Zoé\r\nBcc: all@example.com' }, 'name', 'INVALID_CHARACTERS'],
    [{ email: 'not an address' }, 'email', 'EMAIL_INVALID'],
    [{ topic: 'gossip' }, 'topic', 'TOPIC_REQUIRED'],
    [{ message: '   ' }, 'message', 'MESSAGE_REQUIRED'],
    [{ message: 'a'.repeat(4001) }, 'message', 'TOO_LONG'],
    [{ message: 'zero \u0000 byte' }, 'message', 'INVALID_CHARACTERS'],
    [{ html: '<b>' }, 'html', 'UNKNOWN_FIELD'],
  ])('%o is refused at %s', async (change, path, code) => {
    const { status, error } = await send(change)
    expect(status).toBe(422)
    expect(error.issues).toEqual([{ path, code, message: expect.stringMatching(/.{5}/) }])
  })

  it('requires a solved CAPTCHA per message', async () => {
    const browser = app.browser()
    const captcha = await aSolvedCaptcha(app, browser)
    const body = { ...message, email: 'again@example.com', captcha }
    expect((await browser.call('POST /global/account/contactUs', { body })).status).toBe(200)
    const again = await browser.call('POST /global/account/contactUs', { body })
    expect({ status: again.status, code: again.error.code }).toEqual({ status: 422, code: 'CAPTCHA_WRONG' })
  })

  it('is accepted five times a day from one address', async () => {
    const email = 'flood@example.com'
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await send({ email })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    app.clock.advance(86_400)
    expect((await send({ email })).status).toBe(200)
  })
})

describe('the source of a visit', () => {
  const record = (body: object) => app.browser().send('POST /global/tools/semRecord', { body })
  const visit = { referer: 'https://search.example/', browse_url: 'https://parts.example.com/?cm=a' }

  it('is stored with cm and the utm parameters', async () => {
    expect((await record({ ...visit, cm: 'a', utm_source: 'news', utmterm: 'cnc' })).status).toBe(200)

    const rows = await app.deps.db.selectFrom('sem_record').selectAll().execute()
    expect(rows).toEqual([
      expect.objectContaining({
        referer: visit.referer,
        browse_url: visit.browse_url,
        parameters: { cm: 'a', utm_source: 'news', utmterm: 'cnc' },
      }),
    ])
  })

  it.each([
    [{ customerId: 'x' }, 422],
    [{ utm_source: ['a'] }, 422],
    [{ utm_source: 'zero \u0000 byte' }, 422],
    [{ referer: 'a'.repeat(2001) }, 422],
  ])('is refused with %o', async (change, status) => {
    expect((await record({ ...visit, ...change })).status).toBe(status)
  })

  it('is refused with a lone surrogate, which the database cannot store', async () => {
    expect((await record({ ...visit, utm_source: 'half \ud800' })).status).toBe(422)
  })
})

describe('a visit through a channel link', () => {
  const come = (cm: string) => app.browser().send('GET /global/account/distribution/access', { query: { cm } })

  it('is counted on its day', async () => {
    app.clock.now = new Date('2026-04-01T23:59:59Z')
    await Promise.all([come('atelier'), come('atelier'), come('autre')])
    app.clock.advance(1)
    await come('atelier')

    const rows = await app.deps.db.selectFrom('channel_visit').selectAll().orderBy('channel').orderBy('day').execute()
    expect(rows).toEqual([
      { channel: 'atelier', day: '2026-04-01', visits: 2 },
      { channel: 'atelier', day: '2026-04-02', visits: 1 },
      { channel: 'autre', day: '2026-04-01', visits: 1 },
    ])
  })

  it.each(['', 'a'.repeat(65), 'zero\u0000byte'])('"%s" is no channel', async (cm) => {
    expect((await come(cm)).status).toBe(422)
  })
})

describe('the reason for leaving', () => {
  it('is stored, and a customer is not asked again', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const asked = async () => (await browser.call('GET /global/account/me', {})).data.detainPopup

    expect(await asked()).toBe(true)

    const answer = await browser.call('POST /global/tools/detain', {
      body: { reasons: ['price', 'other'], other: 'Trop loin' },
    })

    expect(answer.status).toBe(200)
    expect(await asked()).toBe(false)

    const rows = await app.deps.db.selectFrom('leave_reason').selectAll().execute()
    expect(rows).toEqual([
      expect.objectContaining({ customer_id: customer.id, reasons: ['price', 'other'], other: 'Trop loin' }),
    ])
  })

  it('changes no other account and requires none', async () => {
    const other = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await app.browser().call('POST /global/tools/detain', { body: { reasons: ['price'] } })).status).toBe(200)
    expect((await other.call('GET /global/account/me', {})).data.detainPopup).toBe(true)
  })

  it.each([
    [{ reasons: [] }, 'reasons', 'LEAVE_REASON_REQUIRED'],
    [{ reasons: ['other'] }, 'other', 'LEAVE_REASON_TEXT_REQUIRED'],
    [{ reasons: ['other'], other: '  ' }, 'other', 'LEAVE_REASON_TEXT_REQUIRED'],
    [{ reasons: ['boredom'] }, 'reasons.0', 'INVALID_VALUE'],
    [{ reasons: Array(7).fill('price') }, 'reasons', 'INVALID_VALUE'],
  ])('%o is refused', async (body, path, code) => {
    const { status, error } = await app.browser().send('POST /global/tools/detain', { body })
    expect(status).toBe(422)
    expect(error.issues?.[0]).toMatchObject({ path, code })
  })
})

describe('the CAPTCHA', () => {
  it('is an image, with an audio version for the same browser only', async () => {
    const browser = app.browser()
    const { data } = await browser.call('GET /global/tools/captchaImage', {})

    expect(data.expiresIn).toBe(300)

    const png = Buffer.from(data.image.replace('data:image/png;base64,', ''), 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')

    const path = `/gateway/global/tools/captchaAudio?captchaId=${data.captchaId}`
    const sound = await browser.fetch(path)

    expect(sound.headers.get('content-type')).toBe('audio/wav')
    expect(
      Buffer.from(await sound.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF')
    expect((await app.browser().fetch(path)).status).toBe(404)
  })

  it('is read out in the language of the page, whatever that of the browser', async () => {
    const browser = app.browser()
    const { data } = await browser.call('GET /global/tools/captchaImage', {})
    const soundIn = async (query: string) => {
      const sound = await browser.fetch(`/gateway/global/tools/captchaAudio?captchaId=${data.captchaId}${query}`)
      return Buffer.from(await sound.arrayBuffer())
    }

    const french = await soundIn('')
    const english = await soundIn('&language=en')
    expect(await soundIn('&language=fr')).toEqual(french)
    expect(english).not.toEqual(french)

    browser.language = 'en'
    expect(await soundIn('')).toEqual(english)
  })

  it('expires after five minutes', async () => {
    const browser = app.browser()
    const { data } = await browser.call('GET /global/tools/captchaImage', {})
    app.clock.advance(301)
    expect((await browser.fetch(`/gateway/global/tools/captchaAudio?captchaId=${data.captchaId}`)).status).toBe(404)
  })

  it('sets a cookie for the gateway only, hidden from scripts and other sites', async () => {
    const answer = await app.browser().fetch('/gateway/global/tools/captchaImage')
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^captcha=[\w-]{43}; Max-Age=300; Path=\/gateway\/global; HttpOnly; SameSite=Strict$/,
    )
  })
})
