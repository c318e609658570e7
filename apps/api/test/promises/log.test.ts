import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '#test/browser.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { rawExchange } from '#test/servers/raw-http.ts'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { until } from '#test/until.ts'

/** Values that must not appear in a log. */
const canary = {
  email: 'canary-mail@example.com',
  password: 'Canary-Password-1',
  newPassword: 'Canary-Password-2',
  userName: 'CanaryUser',
  company: 'Canary Company',
  firstName: 'CanaryFirst',
  phone: '0612345678',
  message: 'Canary message',
  address: 'canary-address',
  header: 'canary-header',
}

let database: string
let url: string
let product: ProductProcess
const secrets: string[] = Object.values(canary)

beforeAll(async () => {
  database = await copyDatabase()

  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  product = await ProductProcess.start('main', {
    DATABASE_URL: database,
    PORT: String(port),
    DEMO: 'off',
    MAILBOX: 'on',
    LOG_LEVEL: 'trace',
  })
  await product.says('API:')
})

afterAll(() => product.stop('SIGKILL'))

const query = (sql: string, values: unknown[] = []) =>
  withClient(database, async (client) => (await client.query(sql, values)).rows)

async function solvedCaptcha(browser: Browser) {
  const { data } = await browser.call('GET /global/tools/captchaImage', {})
  const [row] = await query('select answer from captcha where id = $1', [data.captchaId])
  secrets.push(data.captchaId)
  return { captchaId: data.captchaId, answer: String(row.answer) }
}

async function keyOf(kind: string): Promise<string> {
  const text = await until(
    async () =>
      (await query('select text from mailbox_message where kind = $1', [kind]))[0]?.text as string | undefined,
    kind,
  )
  const key = /#key=([\w-]+)/.exec(text)?.[1] ?? ''
  secrets.push(key)

  return key
}

/** A customer's successful journey. */
async function live(browser: Browser): Promise<void> {
  const { email, userName, password, newPassword, phone, company, firstName } = canary
  const person = {
    userName,
    firstName,
    lastName: 'Canary',
    company,
    phone,
    phoneCode: '+33',
    title: 'engineer',
    industry: 'other',
  } as const
  const signUp = {
    accountType: 'enterprise',
    email,
    password,
    confirmPassword: password,
    agreeTerms: true,
    ...person,
  } as const

  expect(
    (
      await browser.call('POST /global/account/register', {
        body: { ...signUp, captcha: await solvedCaptcha(browser) },
      })
    ).status,
  ).toBe(200)
  expect(
    (await browser.call('POST /global/account/activate', { body: { key: await keyOf('activation') } })).status,
  ).toBe(200)

  const { data } = await browser.call('POST /global/account/login', { body: { email, password } })
  browser.token = data.accessToken ?? null
  secrets.push(String(data.accessToken), ...browser.cookies.values())

  expect((await browser.call('PATCH /global/account/me', { body: { phone } })).status).toBe(200)
  expect(
    (
      await browser.call('POST /global/account/password/resetSend', {
        body: { email, captcha: await solvedCaptcha(browser) },
      })
    ).status,
  ).toBe(200)

  const reset = { key: await keyOf('password-reset'), password: newPassword, confirmPassword: newPassword }
  expect((await browser.call('PATCH /global/account/password/reset', { body: reset })).status).toBe(200)
  await leave(browser)
}

/** Exports the customer's data, then deletes the account. */
async function leave(browser: Browser): Promise<void> {
  const { email, newPassword: password } = canary
  const { data } = await browser.call('POST /global/account/login', { body: { email, password } })
  browser.token = data.accessToken ?? null
  secrets.push(String(data.accessToken))

  expect((await browser.call('POST /global/account/export', { body: { password } })).status).toBe(200)
  expect((await browser.call('POST /global/account/deletion', { body: { email, password } })).status).toBe(200)
  const key = await keyOf('account-deletion')
  expect((await browser.call('POST /global/account/deletion/confirm', { body: { key } })).status).toBe(200)
  await until(
    async () => (await query('select 1 from account_deletion where finished_at is not null'))[0],
    'the end of the erasure',
  )
}

/** All kinds of errors, with secrets in the requests. */
async function fail(browser: Browser): Promise<void> {
  const { email, message, password, address, header } = canary
  const json = { 'content-type': 'application/json' }
  const body = { name: canary.userName, email, topic: 'other', message } as const
  await browser.send('POST /global/account/login', { body: { email, password: `${password} not` } })
  await browser.send('POST /global/account/login', { body: { email: { [message]: password } } })
  await browser.fetch('/gateway/global/account/login', { method: 'POST', headers: json, body: `{"${message}` })
  await browser.fetch('/gateway/global/account/uploadImage', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${header}` },
    body: message,
  })
  await browser.fetch(`/gateway/${address}?token=${address}`)
  await browser.fetch(`/manufacture/${address}%0a%7b%22level%22%3a60%7d?${address}`, {
    headers: { 'user-agent': `${header}"}{"level":60`, referer: `http://${address}/` },
  })
  await rawExchange(
    url,
    `GET /%E0%A4%A${address} HTTP/1.1\r\nHost: ${address}\r\nX: ${header}\r\nConnection: close\r\n\r\n`,
  )
  await rawExchange(url, `${address} ${header}\r\n\r\n`)

  expect(
    (await browser.call('POST /global/account/contactUs', { body: { ...body, captcha: await solvedCaptcha(browser) } }))
      .status,
  ).toBe(200)

  await query(`alter table contact_message add constraint refused check (name = '') not valid`)

  const broken = await browser.call('POST /global/account/contactUs', {
    body: { ...body, captcha: await solvedCaptcha(browser) },
  })

  expect(broken.status).toBe(500)
}

describe('the log at level trace', () => {
  it('contains no personal data and no secret (PRI-1), and a structured entry for everything (PRI-2)', async () => {
    const browser = new Browser(url)
    await live(browser)
    await fail(browser)
    expect(await product.stop()).toBe(0)

    const output = product.stdout + product.stderr
    expect(output.match(/"statusCode":/g)?.length).toBeGreaterThan(15)
    expect(
      secrets.filter((secret) => secret.length > 5 && output.toLowerCase().includes(secret.toLowerCase())),
    ).toEqual([])

    const lines = product.stdout.trimEnd().split('\n')
    const plain = lines.filter((line) => !line.startsWith('{'))
    expect(plain.map((line) => line.split(/[ :]/)[0])).toEqual(['Cotation', 'Mails', 'API', 'Stopping', 'Stopped.'])
    const entries = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string; err?: object })
    expect(entries.filter(({ level }) => level === 60)).toEqual([])
    expect(entries.filter(({ msg }) => msg === 'unexpected error').map(({ err }) => err)).toEqual([
      { type: expect.any(String), code: '23514', stack: expect.stringContaining('at '), message: '' },
    ])
  })
})
