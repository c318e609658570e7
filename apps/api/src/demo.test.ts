import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { staffRoles } from '@cotation/domain'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { aLoggedInBrowser } from '#test/builders.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { useApp } from '#test/use-app.ts'
import { type DemoAccount, type DemoStaffAccount, demoCoupon, passwordFileOf, seedDemo, seedDemoStaff } from './demo.ts'
import { removeDemoAccess } from './demo-end.ts'
import { ledgerViolations } from './money/invariants.ts'

const app = useApp()
let accounts: DemoAccount[]

beforeAll(async () => {
  accounts = await seedDemo(app.deps)
})

function browserOf(accountType: string) {
  const account = accounts.find((one) => one.accountType === accountType)
  if (!account) throw new Error('no such demo account')
  return aLoggedInBrowser(app, { ...account, id: '' })
}

async function booksOf(accountType: string) {
  const browser = await browserOf(accountType)
  const query = { page: 1, pageSize: 50 }
  const shipping = await browser.call('GET /global/account/address', { query })
  const billing = await browser.call('GET /global/account/billingAddress', { query })
  return { shipping: shipping.data.addresses, billing: billing.data.addresses }
}

describe.each(['personal', 'enterprise'])('the %s demo account', (accountType) => {
  it('has a default address in each book', async () => {
    const { shipping, billing } = await booksOf(accountType)
    expect([...shipping, ...billing].map(({ isDefault }) => isDefault)).toEqual([true, true])
  })

  it('may reload its balance', async () => {
    const browser = await browserOf(accountType)
    const body = { amountUsd: 100, method: 'card' as const, submissionKey: randomUUID() }
    expect((await browser.call('POST /global/account/balance/reload', { body })).status).toBe(200)
  })

  it('redeems the demo code for a coupon of ten percent', async () => {
    const browser = await browserOf(accountType)
    const { data } = await browser.call('POST /global/account/promoCode/redeem', { body: { code: demoCoupon } })
    expect(data).toMatchObject({ status: 'active', coupon: { type: 'percent', percent: 10 } })
  })
})

describe('the demo credit', () => {
  it.each([
    ['personal', null],
    ['enterprise', 5_000_00],
  ])('gives the %s account a limit of %s', async (accountType, limitMinor) => {
    const { data } = await (await browserOf(accountType)).call('GET /global/account/balance', {})
    expect(data.credit?.limitMinor ?? null).toBe(limitMinor)
  })
})

describe('seeding again', () => {
  it('changes nothing', async () => {
    const counted = async () => ({
      books: await Promise.all(['personal', 'enterprise'].map(booksOf)),
      grants: await app.deps.db.selectFrom('credit_grant').selectAll().execute(),
      staff: await app.deps.db.selectFrom('staff_member').selectAll().execute(),
      codes: await app.deps.db.selectFrom('coupon_offer').selectAll().execute(),
    })
    const before = await counted()

    expect(await seedDemo(app.deps)).toEqual(accounts)
    expect(await counted()).toEqual(before)
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('keeps the password on a second server with a folder of its own (B32)', async () => {
    const second = await startApp({ DATABASE_URL: app.deps.config.databaseUrl ?? '' })
    onTestFinished(() => second.close())
    expect(second.deps.config.dataDir).not.toBe(app.deps.config.dataDir)

    expect(await seedDemo(second.deps)).toEqual(accounts)
    expect((await browserOf('personal')).token).not.toBeUndefined()
  })

  it('takes over the password that an earlier release kept in a file', async () => {
    const old = await startApp()
    onTestFinished(() => old.close())
    await writeFile(passwordFileOf(old.deps.config.dataDir), 'OldPassword1\n')

    const [account] = await seedDemo(old.deps)
    expect(account?.password).toBe('OldPassword1')
  })

  it('creates no staff session', async () => {
    const sessions = await app.deps.db.selectFrom('session').selectAll().where('staff_id', 'is not', null).execute()
    expect(sessions).toEqual([])
  })
})

describe('the demo staff', () => {
  const serverWith = (settings: Record<string, string>) =>
    startApp({ DATABASE_URL: app.deps.config.databaseUrl ?? '', ...settings })

  const login = (of: TestApp, { email = '', password = '' }: Partial<DemoStaffAccount> = {}) =>
    of.browser().call('POST /global/staff/login', { body: { email, password } })

  async function demoTokenOf(of: TestApp, member: DemoStaffAccount | undefined): Promise<string> {
    const { data } = await login(of, member)
    if (data.next !== 'signed-in') throw new Error(`the demo account needs ${data.next}`)
    return data.accessToken
  }

  it('has an account for each role, which signs in without a second factor and need not confirm anything', async () => {
    const trial = await serverWith({ DEMO: 'on' })
    onTestFinished(() => trial.close())
    const members = await seedDemoStaff(trial.deps)
    expect(members.map(({ role }) => role).sort()).toEqual([...staffRoles].sort())

    for (const member of members) {
      const { data } = await login(trial, member)
      const browser = trial.browser()
      if (data.next === 'signed-in') browser.token = data.accessToken

      const me = await browser.call('GET /global/staff/me', {})
      expect(me.data).toMatchObject({ email: member.email, role: { id: member.role }, hasSecondFactor: false })
      expect(me.data.steppedUpUntil).toBe(new Date(trial.clock.now.getTime() + 12 * 3_600_000).toISOString())
    }

    expect(await seedDemoStaff(trial.deps)).toEqual(members)
  })

  it.each([
    ['others can reach the server', { ...severalVisitors, DEMO: 'on' }],
    ['the demo is off', { DEMO: 'off' }],
  ])('cannot sign in where %s', async (_where, settings) => {
    const [member] = await seedDemoStaff(app.deps)
    const server = await serverWith(settings)
    onTestFinished(() => server.close())
    expect((await login(server, member)).error.code).toBe('INVALID_CREDENTIALS')
  })

  it.each([
    ['others can reach the server', { ...severalVisitors, DEMO: 'on' }],
    ['the demo is off', { DEMO: 'off' }],
  ])('is signed out by a start where %s, and stays signed in otherwise', async (_where, settings) => {
    const trial = await serverWith({ DEMO: 'on' })
    onTestFinished(() => trial.close())
    const [member] = await seedDemoStaff(trial.deps)
    const browser = trial.browser()
    browser.token = await demoTokenOf(trial, member)

    const again = await serverWith({ DEMO: 'on' })
    onTestFinished(() => again.close())
    expect((await browser.call('GET /global/staff/me', {})).status).toBe(200)

    const server = await serverWith(settings)
    onTestFinished(() => server.close())
    expect((await browser.call('GET /global/staff/me', {})).status).toBe(401)
  })

  it('is an ordinary member after adding a second factor', async () => {
    const trial = await serverWith({ DEMO: 'on' })
    onTestFinished(() => trial.close())
    const member = (await seedDemoStaff(trial.deps)).find(({ role }) => role === 'operator')
    const browser = trial.browser()
    const other = trial.browser()
    browser.token = await demoTokenOf(trial, member)
    other.token = await demoTokenOf(trial, member)

    const passkey = new TestPasskey(new URL(trial.deps.publicUrl).origin)
    const { data } = await browser.call('POST /global/staff/secondFactor/passkey/begin', {})
    const body = { name: 'Clé', ...passkey.register(data.challenge) }
    expect((await browser.call('POST /global/staff/secondFactor/passkey', { body })).status).toBe(200)

    expect((await login(trial, member)).data).toMatchObject({ next: 'second-factor', methods: ['passkey'] })
    expect((await other.call('GET /global/staff/me', {})).status).toBe(401)
    const tenMinutesLater = new Date(trial.clock.now.getTime() + 600_000).toISOString()
    expect((await browser.call('GET /global/staff/me', {})).data.steppedUpUntil).toBe(tenMinutesLater)
  })

  it('is not made where others can reach the server', async () => {
    const shared = await serverWith({ ...severalVisitors, DEMO: 'on' })
    onTestFinished(() => shared.close())
    expect(await seedDemoStaff(shared.deps)).toEqual([])
  })

  it('cannot sign in after the demo was ended', async () => {
    const trial = await serverWith({ DEMO: 'on' })
    onTestFinished(() => trial.close())
    const [member] = await seedDemoStaff(trial.deps)
    expect((await login(trial, member)).data.next).toBe('signed-in')

    await removeDemoAccess(trial.deps, trial.deps.config.dataDir)
    expect((await login(trial, member)).error.code).toBe('INVALID_CREDENTIALS')
  })
})
