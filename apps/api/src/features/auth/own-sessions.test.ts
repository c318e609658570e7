import { beforeEach, describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, aLoggedInBrowser, goodPassword, type TestCustomer } from '#test/builders.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customer: TestCustomer

beforeEach(async () => {
  customer = await aCustomer(app)
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A login as a browser with this name sends it; its cookies are those of a device of its own. */
async function loginFrom(userAgent: string) {
  const browser = app.browser()
  const answer = await browser.fetch('/gateway/global/account/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: customer.email, password: goodPassword }),
  })
  const { data } = (await answer.json()) as { data: { accessToken: string } }
  browser.token = data.accessToken
  return browser
}

const listOf = async (browser: ReturnType<typeof app.browser>) =>
  (await browser.call('GET /global/account/sessions', {})).data.sessions

const isLoggedIn = async (browser: ReturnType<typeof app.browser>) =>
  (await browser.call('GET /global/account/me', {})).status === 200

describe('the sessions of a customer (B21)', () => {
  it('are listed with the name of their browser, the one used last first', async () => {
    const laptop = await loginFrom(firefox)
    app.clock.advance(60)
    const phone = await aBrowserOf(app, customer.id)

    const listed = await listOf(phone)
    expect(listed.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['', true],
      ['Firefox, Windows', false],
    ])

    app.clock.advance(7200)
    const after = await listOf(laptop)
    expect(after[0]).toMatchObject({ browser: 'Firefox, Windows', isCurrent: true })
    expect(after[0]?.lastUsedAt).toBe(app.clock.now.toISOString())
  })

  it('are ended one by one, or all but the own', async () => {
    const first = await aBrowserOf(app, customer.id)
    const second = await aBrowserOf(app, customer.id)
    const third = await aBrowserOf(app, customer.id)

    const sessionId = (await listOf(second)).find(({ isCurrent }) => isCurrent)?.id ?? ''
    await first.call('DELETE /global/account/session/{sessionId}', { params: { sessionId } })
    expect([await isLoggedIn(first), await isLoggedIn(second), await isLoggedIn(third)]).toEqual([true, false, true])

    const { data } = await first.call('POST /global/account/sessions/endOthers', {})
    expect(data).toEqual({ ended: 1 })
    expect([await isLoggedIn(first), await isLoggedIn(third)]).toEqual([true, false])
  })

  it('cannot be ended by another customer', async () => {
    const mine = await aBrowserOf(app, customer.id)
    const theirs = await aBrowserOf(app, (await aCustomer(app)).id)
    const sessionId = (await listOf(theirs))[0]?.id ?? ''

    const answer = await mine.call('DELETE /global/account/session/{sessionId}', { params: { sessionId } })
    expect(answer.status).toBe(404)
    await mine.call('POST /global/account/sessions/endOthers', {})
    expect(await isLoggedIn(theirs)).toBe(true)
  })

  it('end after a week without use, not before', async () => {
    const browser = await aBrowserOf(app, customer.id)
    app.clock.advance(6 * 86_400)
    expect(await isLoggedIn(browser)).toBe(true)
    app.clock.advance(6 * 86_400)
    expect(await isLoggedIn(browser)).toBe(true)

    const unused = await aBrowserOf(app, customer.id)
    app.clock.advance(7 * 86_400)
    expect(await isLoggedIn(unused)).toBe(false)
  })
})

describe('a login from a new device (B13)', () => {
  const noticesTo = async (email: string) =>
    (await app.mails()).filter(({ to, kind }) => to === email && kind === 'new-device')

  it('is mailed to the owner, once per device and not for the first', async () => {
    const home = await aLoggedInBrowser(app, customer)
    expect(await noticesTo(customer.email)).toEqual([])

    await loginFrom(firefox)
    const mail = await app.mail(customer.email, 'new-device')
    expect(mail.text).toContain('Firefox, Windows')

    await home.call('POST /global/account/login', { body: { email: customer.email, password: goodPassword } })
    expect(await noticesTo(customer.email)).toHaveLength(1)
  })
})
