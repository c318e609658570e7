import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, anEmail, aResetKey, goodPassword } from '#test/builders.ts'
import { beginSignIn, finishSignIn, signInWith, useAppWithProviders, visitProvider } from '#test/sign-in-app.ts'
import { until } from '#test/until.ts'

const app = useAppWithProviders()

const refused = { status: 422, error: { code: 'SIGN_IN_REFUSED' } }
const customersWith = (email: string) =>
  app.deps.db.selectFrom('customer').selectAll().where('email', '=', email).execute()

/** Makes calls race: locks all links until every call waits for a lock. */
async function atOnce<T>(call: () => Promise<T>[]): Promise<T[]> {
  const { calls } = await app.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('quick_link').select('subject').forUpdate().execute()

    const calls = call()
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(app.deps.db)
      return rows.length >= calls.length || undefined
    }, 'the meeting of the calls')

    return { calls }
  })
  return Promise.all(calls)
}

describe('linking and unlinking a third party (OAU-2)', () => {
  const unlink = (browser: Browser, channel: string) =>
    browser.call('PATCH /global/account/quick/unlinkQuick', { body: { channel } })

  it('links to the logged-in account, whatever the address, and then signs in to it', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const identity = anEmail()

    expect(
      await signInWith(browser, 'one', identity, { emailVerified: false, callback: '/user/profile' }),
    ).toMatchObject({
      status: 200,
      data: { linked: true, redirect: '/user/profile' },
    })

    const later = app.browser()
    later.token = (await signInWith(later, 'one', identity)).data.accessToken ?? null

    expect((await later.call('GET /global/account/me', {})).data.customerId).toBe(customer.id)
    expect(await customersWith(identity)).toEqual([])
    expect((await signInWith(browser, 'one', identity)).status).toBe(200)
  })

  it('gives no token when it links', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await signInWith(browser, 'one', anEmail())).data).not.toHaveProperty('accessToken')
  })

  it('does not finish for a caller who is no longer logged in to that account (SES-1)', async () => {
    const customer = await aCustomer(app)
    const thief = await aBrowserOf(app, customer.id)
    const search = await visitProvider(thief, 'one', anEmail())

    await thief.call('GET /global/account/logout', {})
    expect(await finishSignIn(thief, 'one', search)).toMatchObject(refused)

    const other = await aBrowserOf(app, customer.id)
    const second = await visitProvider(other, 'one', anEmail())
    other.token = (await aBrowserOf(app, (await aCustomer(app)).id)).token

    expect(await finishSignIn(other, 'one', second)).toMatchObject(refused)
    expect(
      await app.deps.db.selectFrom('quick_link').selectAll().where('customer_id', '=', customer.id).execute(),
    ).toEqual([])
  })

  it('refuses an identity that is linked to another account', async () => {
    const identity = anEmail()
    await signInWith(await aBrowserOf(app, (await aCustomer(app)).id), 'one', identity)
    const second = await aBrowserOf(app, (await aCustomer(app)).id)
    expect(await signInWith(second, 'one', identity)).toMatchObject({
      status: 422,
      error: { code: 'SIGN_IN_LINKED_ELSEWHERE' },
    })
  })

  it('unlinks, and the identity no longer opens the account', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    await signInWith(browser, 'one', customer.email)
    const { data } = await unlink(browser, 'one')
    expect(data.find(({ channel }) => channel === 'one')?.linked).toBe(false)
    expect((await signInWith(app.browser(), 'one', customer.email)).error.code).toBe('SIGN_IN_ACCOUNT_EXISTS')
    expect(await unlink(browser, 'one')).toMatchObject({ status: 404 })
  })

  it('mails the owner when a service is linked or unlinked (B13)', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    await signInWith(browser, 'one', anEmail())
    expect((await app.mail(customer.email, 'sign-in-linked')).text).toContain('ouvre sans mot de passe')

    await signInWith(browser, 'one', customer.email)
    await unlink(browser, 'one')
    expect((await app.mail(customer.email, 'sign-in-unlinked')).text).toContain('dissociée de votre compte')
    expect(
      (await app.mails()).filter(({ kind, to }) => kind === 'sign-in-linked' && to === customer.email),
    ).toHaveLength(1)
  })

  it('ends with a reset of the password only if the owner asks for it (B13)', async () => {
    const customer = await aCustomer(app)
    const thief = anEmail()
    await signInWith(await aBrowserOf(app, customer.id), 'one', thief)
    const reset = async (unlinks: boolean, mails: number) => {
      const key = await aResetKey(app, customer.email, mails)
      const body = { key, password: goodPassword, confirmPassword: goodPassword, unlink: unlinks }
      await app.browser().call('PATCH /global/account/password/reset', { body })
    }

    await reset(false, 1)
    expect((await signInWith(app.browser(), 'one', thief)).data.accessToken).toBeDefined()
    expect(await customersWith(thief)).toEqual([])

    app.clock.advance(3600)
    await reset(true, 2)
    await signInWith(app.browser(), 'one', thief)
    expect(await customersWith(thief), 'the identity opens an account of its own').toHaveLength(1)
  })

  it('keeps the last sign-in method, also when two are unlinked at once (OAU-2)', async () => {
    const browser = app.browser()
    browser.token = (await signInWith(browser, 'one', anEmail())).data.accessToken ?? null
    expect(await unlink(browser, 'one')).toMatchObject({ status: 422, error: { code: 'LAST_SIGN_IN_METHOD' } })
    await signInWith(browser, 'two', anEmail())
    const both = await atOnce(() => [unlink(browser, 'one'), unlink(browser, 'two')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('requires a recent proof of identity, such as the password (AUT-7)', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    await signInWith(browser, 'one', anEmail())
    app.clock.advance(15 * 60 + 1)

    const required = { status: 403, error: { code: 'PASSWORD_REQUIRED' } }
    expect(await beginSignIn(browser, 'two')).toMatchObject(required)
    expect(await unlink(browser, 'one')).toMatchObject(required)

    const wrong = await browser.call('POST /global/account/password/confirm', { body: { password: 'not this one' } })
    expect(wrong.error.code).toBe('PASSWORD_WRONG')
    expect(await unlink(browser, 'one')).toMatchObject(required)

    await browser.call('POST /global/account/password/confirm', { body: { password: goodPassword } })
    expect((await beginSignIn(browser, 'two')).status).toBe(200)
    expect((await unlink(browser, 'one')).status).toBe(200)
  })
})
