import { describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { aBrowserOf, aCustomer, aPersonSignedUp, goodPassword } from '#test/builders.ts'
import { rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)

const login = (email: string, password: string) =>
  app.browser().call('POST /global/account/login', { body: { email, password } })

describe('an account that an attacker began with my address (AUT-5)', () => {
  it('loses their password and sessions when I activate it from my own browser', async () => {
    const { email, key } = await aPersonSignedUp(app, app.browser())
    const { id } = await rowOf(app, 'customer', { email })
    const theirs = await aBrowserOf(app, id)
    expect((await theirs.call('GET /global/account/me', {})).status).toBe(200)

    const mine = app.browser()
    const activated = await mine.call('POST /global/account/activate', { body: { key } })
    expect(activated.data.choosePassword).toBe(true)
    mine.token = activated.data.accessToken

    expect((await login(email, goodPassword)).error.code).toBe('INVALID_CREDENTIALS')
    expect((await theirs.call('GET /global/account/me', {})).status).toBe(401)
    expect((await mine.call('GET /global/account/me', {})).data).toMatchObject({ email, hasPassword: false })

    const code = activated.data.passwordCode ?? ''
    const body = { password: 'Chosen-by-me-1', confirmPassword: 'Chosen-by-me-1', code }
    expect((await mine.call('PATCH /global/account/password', { body })).status).toBe(200)
    expect((await login(email, 'Chosen-by-me-1')).status).toBe(200)
  })

  it('is not saved by a sign-up cookie of another account', async () => {
    const attacker = app.browser()
    const victim = await aPersonSignedUp(app, app.browser())
    await aPersonSignedUp(app, attacker)
    const activated = await attacker.call('POST /global/account/activate', { body: { key: victim.key } })
    expect(activated.data.choosePassword).toBe(true)
    expect((await login(victim.email, goodPassword)).error.code).toBe('INVALID_CREDENTIALS')
  })

  it.each(['', 'x', 'é'])('is not saved by a forged sign-up cookie (%j)', async (cookie) => {
    const { key } = await aPersonSignedUp(app, app.browser())
    const browser = app.browser()
    browser.cookies.set('signup', encodeURIComponent(cookie))
    expect((await browser.call('POST /global/account/activate', { body: { key } })).data.choosePassword).toBe(true)
  })

  it('keeps the password if the same browser signed up and activates', async () => {
    const browser = app.browser()
    const { email, key } = await aPersonSignedUp(app, browser)
    const { data } = await browser.call('POST /global/account/activate', { body: { key } })
    expect(data.choosePassword).toBe(false)
    expect(data.passwordCode).toBeUndefined()
    expect((await login(email, goodPassword)).status).toBe(200)
  })

  it('is removed if it is not activated for 30 days, unlike an active one', async () => {
    const forgotten = await aCustomer(app, { activated: false })
    const active = await aCustomer(app)
    app.clock.advance(31 * 86_400)

    const recent = await aCustomer(app, { activated: false })
    await app.deps.jobs.enqueue(app.deps.db, 'auth-sweep', {})
    await app.mails()

    const rows = await app.deps.db
      .selectFrom('customer')
      .select('id')
      .where('id', 'in', [forgotten.id, active.id, recent.id])
      .execute()

    expect(rows.map(({ id }) => id).sort()).toEqual([active.id, recent.id].sort())
  })
})
