import { randomUUID } from 'node:crypto'
import { Browser } from '@cotation/api/test/browser.ts'
import { captchaAnswerOf } from '@cotation/api/test/captcha-answer.ts'
import { forgetLimits } from '@cotation/api/test/forget-limits.ts'
import { expect, type Page } from '@playwright/test'
import type { Screen } from './screens.ts'

/** A customer with an account and an API client. */
export interface Customer {
  id: string
  email: string
  api: Browser
}

export const password = 'Pied-a-coulisse'

async function solvedCaptcha(api: Browser): Promise<{ captchaId: string; answer: string }> {
  const { captchaId } = (await api.call('GET /global/tools/captchaImage', {})).data
  return { captchaId, answer: await captchaAnswerOf(process.env.PRODUCT_DATA ?? '', captchaId) }
}

async function readPage(api: Browser, path: string): Promise<string> {
  return (await api.fetch(`/gateway/mailbox${path}`)).text()
}

/** The key of the activation mail, read from the product's mailbox. */
async function mailedKey(api: Browser, email: string): Promise<string> {
  const row = new RegExp(`mailbox/([a-f0-9]{40})">[^<]*</a></td><td>${email}<`)
  let id = ''
  await expect(async () => {
    id = row.exec(await readPage(api, ''))?.[1] ?? ''
    expect(id, `a mail to ${email}`).not.toBe('')
  }).toPass({ intervals: [100, 200, 400], timeout: 120_000 })
  return /activate[?#]key=([\w-]+)/.exec(await readPage(api, `/${id}`))?.[1] ?? ''
}

/** Signs up through the API, for journeys that start with an account. */
export async function signUp({ language }: Screen, kind: 'personal' | 'enterprise' = 'personal'): Promise<Customer> {
  await forgetLimits(process.env.PRODUCT_DATA ?? '')
  const api = new Browser(process.env.PRODUCT_URL ?? '')
  api.language = language

  const email = `client-${randomUUID()}@example.com`
  const person = {
    userName: 'Zoé',
    email,
    password,
    confirmPassword: password,
    captcha: await solvedCaptcha(api),
    agreeTerms: true as const,
  }

  const company = {
    firstName: 'Zoé',
    lastName: 'Martin',
    company: 'Atelier Martin',
    title: 'buyer' as const,
    industry: 'automotive' as const,
    phoneCode: '+33',
    phone: '0612345678',
  }
  const body =
    kind === 'personal'
      ? { accountType: kind, ...person }
      : { accountType: 'enterprise' as const, ...person, ...company }
  const registered = await api.call('POST /global/account/register', { body })

  expect(registered.status, JSON.stringify(registered.error)).toBe(200)

  const { data } = await api.call('POST /global/account/activate', { body: { key: await mailedKey(api, email) } })
  api.token = data.accessToken

  const me = await api.call('GET /global/account/me', {})
  return { id: me.data.customerId, email, api }
}

/** An address in France. */
export async function anAddress({ api }: Pick<Customer, 'api'>): Promise<string> {
  const { data, status, error } = await api.call('POST /global/account/address', {
    body: {
      firstName: 'Zoe',
      lastName: 'Martin',
      phoneCode: '+33',
      phone: '0612345678',
      country: 'FR',
      line1: '12 rue des Lilas',
      postcode: '75011',
      city: 'Paris',
    },
  })

  expect(status, JSON.stringify(error)).toBe(200)

  return data.id
}

/** Prepares the page for a logged-in customer who has already seen banner and tour. */
export async function enter(page: Page, { api }: Customer, { language, viewport }: Screen): Promise<void> {
  await page.setViewportSize(viewport)

  const token = JSON.stringify({ value: api.token })
  const kept = { token, language, cookieAccepted: '1', quoteTourSeen: '1' }
  await page.context().addInitScript((items) => {
    // The provider's page and the mailbox do not belong to the app.
    if (!location.pathname.startsWith('/manufacture')) return
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, kept)
}

/** Reloads the page in another language and size. */
export async function lookAgain(page: Page, { language, viewport }: Screen): Promise<void> {
  await page.setViewportSize(viewport)
  await page.context().addInitScript((chosen) => {
    if (location.pathname.startsWith('/manufacture')) localStorage.setItem('language', chosen)
  }, language)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
