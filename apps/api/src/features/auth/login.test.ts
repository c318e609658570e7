import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { aCustomer, aLoggedInBrowser } from '#test/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('login', () => {
  it('gives a token that opens the account, with its life in seconds', async () => {
    const customer = await aCustomer(app)
    const browser = await aLoggedInBrowser(app, customer)
    const me = await browser.call('GET /global/account/me', {})
    expect(me.status).toBe(200)
    expect(me.data.email).toBe(customer.email)
  })

  it('answers a wrong password and an unknown address alike (AUT-1)', async () => {
    const customer = await aCustomer(app)
    const browser = app.browser()
    const wrong = await browser.call('POST /global/account/login', {
      body: { email: customer.email, password: 'not this one' },
    })
    const unknown = await browser.call('POST /global/account/login', {
      body: { email: 'nobody@example.com', password: 'not this one' },
    })
    expect(wrong.status).toBe(422)
    expect({ ...wrong.error, requestId: '' }).toEqual({ ...unknown.error, requestId: '' })
  })
})
