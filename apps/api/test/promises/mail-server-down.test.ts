import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { aSolvedCaptcha } from '#test/builders.ts'
import { freePort } from '#test/product-process.ts'
import { startSmtpServer } from '#test/servers/smtp.ts'
import { until } from '#test/until.ts'

let port: number
let app: TestApp

beforeAll(async () => {
  port = await freePort()
  app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})

afterAll(() => app.close())

async function jobStates() {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = 'site-contact'`.execute(
    app.deps.db,
  )
  return rows.map(({ state }) => state)
}

describe('a mail server that is down (FLT-6)', () => {
  it('blocks no request, and gets each mail once when it is back', async () => {
    const browser = app.browser()
    const captcha = await aSolvedCaptcha(app, browser)
    const body = {
      name: 'Zoé',
      email: 'zoe@example.com',
      topic: 'order',
      message: 'Où est ma pièce ?',
      captcha,
    } as const
    expect((await browser.call('POST /global/account/contactUs', { body })).status).toBe(200)
    await until(async () => ((await jobStates())[0] === 'retry' ? true : undefined), 'the first try')

    const server = await startSmtpServer({}, port)
    await until(async () => ((await jobStates())[0] === 'completed' ? true : undefined), 'the mail')
    await server.close()
    expect(server.received.map(({ to }) => to)).toEqual([[app.deps.config.brand.email]])
    const mail = await PostalMime.parse(server.received[0]?.raw ?? '')
    expect(mail.text).toContain('Où est ma pièce ?')
  })
})
