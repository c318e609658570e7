import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { anEmail, aSolvedCaptcha } from '#test/builders.ts'
import { rowOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

type Proof = { captchaId: string; answer: string }
const use = (browser: Browser, captcha: Proof) =>
  browser.call('POST /global/account/password/resetSend', { body: { email: anEmail(), captcha } })
const wrong = { status: 422, error: { code: 'CAPTCHA_WRONG', issues: [{ path: 'captcha.answer' }] } }

describe('a CAPTCHA (ABU-4)', () => {
  it('can be solved once; spaces in the answer are ignored', async () => {
    const browser = app.browser()
    const { captchaId, answer } = await aSolvedCaptcha(app, browser)
    expect((await use(browser, { captchaId, answer: ` ${[...answer].join(' ')} ` })).status).toBe(200)
    expect(await use(browser, { captchaId, answer })).toMatchObject(wrong)
  })

  it('can be solved once even if the answer is sent many times concurrently', async () => {
    const browser = app.browser()
    const proof = await aSolvedCaptcha(app, browser)
    const servers = Array.from({ length: 50 }, () => {
      const copy = app.browser()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return copy
    })
    const answers = await Promise.all(servers.map((copy) => use(copy, proof)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error.code === 'CAPTCHA_WRONG')).toHaveLength(49)
  })

  it('is consumed by a wrong answer', async () => {
    const browser = app.browser()
    const { captchaId, answer } = await aSolvedCaptcha(app, browser)
    expect(await use(browser, { captchaId, answer: 'x' })).toMatchObject(wrong)
    expect(await use(browser, { captchaId, answer })).toMatchObject(wrong)
  })

  it('can only be solved by the browser that requested it', async () => {
    const browser = app.browser()
    const proof = await aSolvedCaptcha(app, browser)
    const farm = app.browser()
    expect(await use(farm, proof)).toMatchObject(wrong)
    await aSolvedCaptcha(app, farm)
    expect(await use(farm, proof)).toMatchObject(wrong)
    expect((await use(browser, proof)).status).toBe(200)
  })

  it('expires after 5 minutes', async () => {
    const inTime = app.browser()
    const late = app.browser()
    const proofs = [await aSolvedCaptcha(app, inTime), await aSolvedCaptcha(app, late)] as const
    app.clock.advance(299)
    expect((await use(inTime, proofs[0])).status).toBe(200)
    app.clock.advance(1)
    expect(await use(late, proofs[1])).toMatchObject(wrong)
  })

  it.each(['', ' ', '\u3000', '0'.repeat(8193)])('is not solved by %j', async (answer) => {
    const browser = app.browser()
    const { captchaId } = await aSolvedCaptcha(app, browser)
    expect(await use(browser, { captchaId, answer })).toMatchObject({ status: 422, error: { code: 'VALIDATION' } })
  })

  it('gives its audio to its own browser only, and not after use', async () => {
    const browser = app.browser()
    const proof = await aSolvedCaptcha(app, browser)
    const path = `/gateway/global/tools/captchaAudio?captchaId=${proof.captchaId}`
    const sound = await browser.fetch(path)

    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect((await app.browser().fetch(path)).status).toBe(404)

    await use(browser, proof)
    expect((await browser.fetch(path)).status).toBe(404)
  })

  it('does not send its answer to the browser', async () => {
    const browser = app.browser()
    const { data, headers } = await browser.call('GET /global/tools/captchaImage', {})
    const { answer } = await rowOf(app, 'captcha', { id: data.captchaId })

    const { image: _, ...plain } = data
    // Searched as a whole word: five digits can be part of an id or a max-age by chance.
    expect(JSON.stringify([plain, [...headers]])).not.toMatch(new RegExp(`\\b${answer}\\b`))
  })
})
