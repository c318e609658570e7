import { allRoutes } from '@cotation/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, anEmail, aSolvedCaptcha, aVisitor, goodPassword } from '#test/builders.ts'
import { type Belongings, everythingOf, quoteSamples, type SampleInput } from './quote-samples.ts'

let app: TestApp
let visitor: Browser
let visitors: Belongings
beforeAll(async () => {
  app = await startApp(severalVisitors)
  visitor = await aVisitor(app)
  visitors = await everythingOf(app, visitor)
})
afterAll(() => app.close())

const passwords = { password: goodPassword, confirmPassword: goodPassword }
const solved = { captchaId: '', answer: '' }

/** For every route that takes something, an input that would pass: what is made hostile is then one text of it. */
const samples: Record<string, () => SampleInput> = {
  ...Object.fromEntries(Object.entries(quoteSamples).map(([key, sample]) => [key, () => sample(visitors)])),
  'PATCH /global/account/me': () => ({
    body: {
      username: 'Zoé',
      firstName: 'Z',
      lastName: 'D',
      company: 'C',
      phoneCode: '+33',
      phone: '0612345678',
      expressAccount: 'E',
      title: 'other',
      industry: 'other',
      language: 'fr',
    },
  }),
  'GET /global/account/image/{imageId}': () => ({ params: { imageId: '0'.repeat(32) } }),
  'POST /global/account/login': () => ({ body: { email: anEmail(), password: 'a' } }),
  'POST /global/account/register': () => ({
    body: {
      accountType: 'personal',
      userName: 'Zoé',
      email: anEmail(),
      ...passwords,
      agreeTerms: true,
      cm: 'a',
      captcha: solved,
    },
  }),
  'POST /global/account/activeEmail': () => ({ body: { email: anEmail(), captcha: solved } }),
  'POST /global/account/activate': () => ({ body: { key: 'a' } }),
  'POST /global/account/password/resetSend': () => ({ body: { email: anEmail(), captcha: solved } }),
  'PATCH /global/account/password/reset': () => ({ body: { key: 'a', ...passwords } }),
  'PATCH /global/account/password': () => ({ body: { oldPassword: goodPassword, ...passwords } }),
  'POST /global/account/password/confirm': () => ({ body: { password: goodPassword } }),
  'GET /global/account/quick/loginUrl': () => ({ query: { channel: 'google', callback: '/a' } }),
  'POST /global/account/quick/callback': () => ({ body: { channel: 'google', search: '?code=a&state=b' } }),
  'PATCH /global/account/quick/unlinkQuick': () => ({ body: { channel: 'google' } }),
  'GET /global/catalogue/version': () => ({ query: { version: '2026-11-01.1' } }),
  'GET /global/tools/captchaAudio': () => ({ query: { captchaId: '0'.repeat(32) } }),
  'GET /global/tools/countryList': () => ({ query: { type: 'phoneCode' } }),
  'POST /global/account/contactUs': () => ({
    body: { name: 'Z', email: anEmail(), topic: 'quote', message: 'a', captcha: solved },
  }),
  'GET /global/account/distribution/access': () => ({ query: { cm: 'a' } }),
  'POST /global/tools/semRecord': () => ({ body: { referer: 'a', browse_url: 'b', cm: 'c', utm_source: 'd' } }),
  'POST /global/tools/detain': () => ({ body: { reasons: ['other'], other: 'a' } }),
}

/** What PostgreSQL cannot keep (a zero byte, half a character), and what it must keep as it is. */
const hostile = ['zero\u0000byte', 'half\ud800', "'; drop table customer; --"]

function* textsOf(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value === 'string') yield path
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* textsOf(child, [...path, key])
}

function replaced(value: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, text)
  return copy
}

async function statusOf(key: string, path: string[], text: string): Promise<number> {
  const access = allRoutes.find((route) => `${route.method} ${route.path}` === key)?.access
  const browser = access === 'customer' ? await aBrowserOf(app, (await aCustomer(app)).id) : app.browser()
  // What is a visitor's own is reached by the visitor alone: a stranger's text would end at the door.
  if (access === 'visitor') browser.token = visitor.token
  let input: unknown = samples[key]?.() ?? {}
  if (JSON.stringify(input).includes('captchaId')) {
    const captcha = await aSolvedCaptcha(app, browser)
    const { body } = input as SampleInput
    if (body && 'captcha' in body) input = { body: { ...body, captcha } }
  }
  return (await browser.send(key, replaced(input, path, text))).status
}

describe('a text that wants to hurt is refused or kept, and never a failure', () => {
  it('has a sample for every route that takes something', () => {
    const takers = allRoutes.filter((route) => route.body ?? route.query ?? route.params)
    expect(Object.keys(samples).sort()).toEqual(takers.map((route) => `${route.method} ${route.path}`).sort())
  })

  it.each(Object.keys(samples))('%s', async (key) => {
    const failures: string[] = []
    for (const path of textsOf(samples[key]?.())) {
      // Half a character cannot be written into an address at all.
      const texts = path[0] === 'params' ? hostile.filter((text) => text.isWellFormed()) : hostile
      const statuses = await Promise.all(texts.map((text) => statusOf(key, path, text)))
      statuses.forEach((status, index) => {
        if (status >= 500) failures.push(`${path.join('.')} = ${JSON.stringify(texts[index])}: ${status}`)
      })
    }
    expect(failures).toEqual([])
  })
})
