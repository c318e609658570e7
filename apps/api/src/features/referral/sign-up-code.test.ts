import { describe, expect, it } from 'vitest'
import { keyIn } from '#test/app.ts'
import { aBrowserOf, aCustomer, anEmail, aSignUp } from '#test/builders.ts'
import { aReferrer, friendStates, referralCoupons } from '#test/referrals.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { signInWith, useAppWithProviders, visitProvider } from '#test/sign-in-app.ts'

const app = useAppWithProviders()
const dayS = 86_400

/** Signs up with a code and activates in the same browser; returns the customer's id. */
async function signUpWith(referralCode: string, email = anEmail()): Promise<string> {
  const browser = app.browser()
  const body = { ...(await aSignUp(app, browser, email)), referralCode }
  expect((await browser.call('POST /global/account/register', { body })).status).toBe(200)

  const key = keyIn(await app.mail(email, 'activation'))
  await browser.call('POST /global/account/activate', { body: { key } })
  await app.mails()
  return (await rowOf(app, 'customer', { email })).id
}

const referrerOf = async (friendId: string) => (await rowsOf(app, 'referral', { friend_id: friendId }))[0]?.referrer_id

const changeCode = async (customerId: string, code: string) =>
  (await aBrowserOf(app, customerId)).send<{ code: string }>('PATCH /global/account/referral/code', { body: { code } })

const isValid = async (code: string) =>
  (await app.browser().call('GET /global/account/referral/code', { query: { code } })).data.valid

describe('a code at sign-up', () => {
  it('binds the friend in any case and gives the coupon with the activation', async () => {
    const referrer = await aReferrer(app)
    const friendId = await signUpWith(` ${referrer.code.toLowerCase()} `)
    expect(await referrerOf(friendId)).toBe(referrer.id)
    expect(await referralCoupons(app, friendId)).toHaveLength(1)
    expect(await friendStates(referrer)).toEqual(['signed-up'])
  })

  it.each(['NOSUCHCODE', 'no', '<script>', 'É'.repeat(20)])('is ignored if it is unknown: %s', async (code) => {
    const friendId = await signUpWith(code)
    expect(await referrerOf(friendId)).toBeUndefined()
    expect(await referralCoupons(app, friendId)).toEqual([])
  })

  it('binds with a third-party sign-up, and never at a later sign-in', async () => {
    const referrer = await aReferrer(app)
    const other = await aReferrer(app)
    const email = anEmail()
    const signIn = async (referralCode: string) => {
      const browser = app.browser()
      const search = await visitProvider(browser, 'one', email)
      await browser.call('POST /global/account/quick/callback', { body: { channel: 'one', search, referralCode } })
      await app.mails()
      return (await rowOf(app, 'customer', { email })).id
    }
    const friendId = await signIn(referrer.code)
    expect(await referralCoupons(app, friendId)).toHaveLength(1)
    await signIn(other.code)
    expect(await referrerOf(friendId)).toBe(referrer.id)

    const late = anEmail()
    await signInWith(app.browser(), 'one', late)
    const { id } = await rowOf(app, 'customer', { email: late })
    const browser = app.browser()
    const search = await visitProvider(browser, 'one', late)
    const body = { channel: 'one', search, referralCode: other.code }
    await browser.call('POST /global/account/quick/callback', { body })
    await app.mails()
    expect(await referrerOf(id)).toBeUndefined()
  })

  it('shows an invited friend by address, and others masked', async () => {
    const referrer = await aReferrer(app)
    const invited = anEmail()
    const browser = await referrer.browser()
    await browser.call('POST /global/account/referral/invitation', { body: { email: invited, language: 'fr' } })
    await signUpWith(referrer.code, invited)
    const other = await signUpWith(referrer.code)

    const { data } = await browser.call('GET /global/account/referral/friends', { query: {} })
    expect(data.total).toBe(2)
    expect(data.friends.map(({ email, state }) => [email, state]).sort()).toEqual([
      [invited, 'signed-up'],
      ['v•••@e•••.com', 'signed-up'],
    ])
    expect(JSON.stringify(data)).not.toContain(other)
  })
})

describe('a code of one’s own choice (spec 5)', () => {
  it('replaces the first one, which works 90 days longer, and can change again after a year', async () => {
    const { id, code: first, browser } = await aReferrer(app)
    const code = 'Zoe2026'
    expect((await changeCode(id, code)).data.code).toBe(code)
    expect(await isValid(code.toUpperCase())).toBe(true)
    expect(await isValid(first)).toBe(true)

    const early = await changeCode(id, 'AnotherOne')
    expect([early.status, early.error.code]).toEqual([409, 'REFERRAL_CODE_CHANGED'])
    const { data } = await (await browser()).call('GET /global/account/referral', {})
    const inDays = (days: number) => new Date(app.clock.now.getTime() + days * dayS * 1000).toISOString()
    expect(data).toMatchObject({
      code,
      link: expect.stringMatching(new RegExp(`/manufacture/signup\\?ref=${code}$`)),
      changeableAt: inDays(365),
      oldCodes: [{ code: first, validUntil: inDays(90) }],
    })

    app.clock.advance(90 * dayS)
    expect(await isValid(first)).toBe(false)
    expect(await isValid(code)).toBe(true)

    app.clock.advance(275 * dayS)
    expect((await changeCode(id, 'AnotherOne')).data.code).toBe('AnotherOne')
    expect(await isValid(code)).toBe(true)
  })

  it('counts as it was at sign-up if the job runs late', async () => {
    const { id, code: first } = await aReferrer(app)
    await changeCode(id, `New${id.slice(0, 8)}`)
    await updateRows(app, 'referral_code', { code: first }, { valid_until: app.clock.now })
    const friend = await aCustomer(app)
    const at = new Date(app.clock.now.getTime() - 1000).toISOString()
    await app.deps.jobs.enqueue(app.deps.db, 'referral-friend', { customerId: friend.id, code: first, at })
    await app.mails()
    expect(await referrerOf(friend.id)).toBe(id)
  })

  it('is unique without case, also against a code that ended', async () => {
    const one = await aReferrer(app)
    const other = await aReferrer(app)
    await changeCode(one.id, `Atelier${one.id.slice(0, 6)}`)
    const taken = await changeCode(other.id, `ATELIER${one.id.slice(0, 6)}`)
    expect([taken.status, taken.error.code]).toEqual([422, 'REFERRAL_CODE_TAKEN'])

    app.clock.advance(100 * dayS)
    expect((await changeCode(other.id, one.code)).error.code).toBe('REFERRAL_CODE_TAKEN')
    const { data } = await (await other.browser()).call('GET /global/account/referral', {})
    expect(data.code).toBe(other.code)
  })

  it('goes to one of ten customers who want it at the same time', async () => {
    const wanted = `Wanted${Math.trunc(app.clock.now.getTime() / 1000)}`
    const customers = await Promise.all(Array.from({ length: 10 }, () => aReferrer(app)))
    const answers = await Promise.all(customers.map(({ id }) => changeCode(id, wanted)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { browser } of customers) {
      const { data } = await (await browser()).call('GET /global/account/referral', {})
      expect(data.code).not.toBe('')
    }
    expect(await rowsOf(app, 'referral_code', { key: wanted.toLowerCase() })).toHaveLength(1)
  })

  it('is one for twelve first looks at the same time', async () => {
    const { id } = await aCustomer(app)
    const browsers = await Promise.all(Array.from({ length: 12 }, () => aBrowserOf(app, id)))
    const answers = await Promise.all(browsers.map((browser) => browser.call('GET /global/account/referral', {})))
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
    expect(await rowsOf(app, 'referral_code', { customer_id: id })).toHaveLength(1)
  })

  it.each([
    ['', 'Indiquez le code'],
    ['Zoe12', 'de 6 à 20\u00a0caractères'],
    ['Z'.repeat(21), 'de 6 à 20\u00a0caractères'],
    ['Zoé1234', 'lettres sans accent et des chiffres'],
    ['zoe-1234', 'lettres sans accent et des chiffres'],
    ['SUPPORT1', 'réservé'],
  ])('is refused as "%s"', async (code, message) => {
    const { id } = await aReferrer(app)
    const { status, error } = await changeCode(id, code)
    expect(status).toBe(422)
    expect(error.issues?.[0]).toMatchObject({ path: 'code', message: expect.stringContaining(message) })
  })
})
