import { randomUUID } from 'node:crypto'
import type { Api } from '@cotation/contracts'
import type { AccountType, StaffRole } from '@cotation/domain'
import { beforeAll, beforeEach } from 'vitest'
import { createPasswordHasher } from '#adapters/password-hash.ts'
import { secretHash } from '#core/secrets.ts'
import { insertCustomer } from '#features/auth/customer.repository.ts'
import { createPasswordCode } from '#features/auth/password-code.service.ts'
import { findSession, issueSession, issueStaffSession, issueTemporarySession } from '#features/auth/session.service.ts'
import { insertRow, type RowStore, rowOf } from '#test/rows.ts'
import { keyIn, type TestApp } from './app.ts'
import { Browser } from './browser.ts'

let count = 0

export const goodPassword = 'Tournevis-42'

let goodPasswordHash: Promise<string> | undefined

/** Computed once per worker, because a hash takes 22 ms and most tests create customers. */
function hashOfGoodPassword(): Promise<string> {
  goodPasswordHash ??= createPasswordHasher().hash(goodPassword)
  return goodPasswordHash
}

export interface TestCustomer {
  id: string
  email: string
  password: string
}

/** An activated customer with a password, created without sign-up mails. */
export async function aCustomer(
  app: RowStore,
  traits: { accountType?: AccountType; activated?: boolean; email?: string } = {},
): Promise<TestCustomer> {
  count++

  const email = traits.email ?? `customer-${count}@example.com`
  const id = await insertCustomer(app.deps.db, app.clock.now, {
    email,
    username: `Client ${count}`.slice(0, 12),
    accountType: traits.accountType ?? 'personal',
    passwordHash: await hashOfGoodPassword(),
    signupProofHash: null,
    activatedAt: traits.activated === false ? null : app.clock.now,
    language: 'fr',
    channel: null,
  })
  if (id === null) throw new Error('the address is taken')

  return { id, email, password: goodPassword }
}

/** A browser in which the customer is logged in. */
export async function aLoggedInBrowser(app: TestApp, customer: TestCustomer): Promise<Browser> {
  const browser = app.browser()
  const { data } = await browser.call('POST /global/account/login', {
    body: { email: customer.email, password: customer.password },
  })
  browser.token = data.accessToken ?? null
  return browser
}

/** A browser that holds a visitor's temporary token, issued to a network of its own. */
export async function aVisitor(app: TestApp, network: string = randomUUID()): Promise<Browser> {
  const browser = app.browser()
  browser.token = (await issueTemporarySession(app.deps.db, app.clock.now, network)).accessToken
  return browser
}

/** The browser of a visitor who is another one in every test. */
export function useVisitor(app: TestApp): Browser {
  const visitor = Object.create(Browser.prototype) as Browser
  beforeEach(async () => {
    Object.assign(visitor, await aVisitor(app))
  })
  return visitor
}

/** A browser with a new session, without hashing a password. */
export async function aBrowserOf(app: TestApp, customerId: string): Promise<Browser> {
  const browser = app.browser()
  browser.token = (await issueSession(app.deps.db, app.clock.now, customerId)).accessToken
  return browser
}

/** The id of a new member of staff, who has not enrolled. */
export async function aStaffMember(
  app: TestApp,
  role: StaffRole | { ownRoleId: string } = 'administrator',
): Promise<string> {
  count++

  const isBuiltIn = typeof role === 'string'
  return insertRow(app.deps.db, 'staff_member', {
    email: `staff-${count}@example.com`,
    name: `Staff ${count}`,
    role: isBuiltIn ? role : null,
    own_role_id: isBuiltIn ? null : role.ownRoleId,
    created_at: app.clock.now,
  })
}

/** A session of a member of staff that counts as used and confirmed until its end, however the clock moves. */
export async function aBrowserOfStaff(app: TestApp, staffId: string): Promise<Browser> {
  const { accessToken, expiresIn } = await issueStaffSession(app.deps.db, app.clock.now, staffId)
  const end = new Date(app.clock.now.getTime() + expiresIn * 1000)
  await app.deps.db
    .updateTable('session')
    .set({ last_used_at: end, stepped_up_until: end })
    .where('token_hash', '=', secretHash(accessToken))
    .execute()

  const browser = app.browser()
  browser.token = accessToken
  return browser
}

/** A browser of a new member of staff. */
export async function aStaffBrowser(app: TestApp, role?: StaffRole | { ownRoleId: string }): Promise<Browser> {
  return aBrowserOfStaff(app, await aStaffMember(app, role))
}

/** The browser of a member of staff for all tests of a file. */
export function useStaff(app: TestApp): Browser {
  const staff = Object.create(Browser.prototype) as Browser
  beforeAll(async () => {
    Object.assign(staff, await aStaffBrowser(app))
  })
  return staff
}

/** Fetches a CAPTCHA in this browser and reads its answer from the database. */
export async function aSolvedCaptcha(app: TestApp, browser: Browser): Promise<{ captchaId: string; answer: string }> {
  const { data } = await browser.call('GET /global/tools/captchaImage', {})
  const { answer } = await rowOf(app, 'captcha', { id: data.captchaId })
  return { captchaId: data.captchaId, answer }
}

type SignUpBody = Api['POST /global/account/register']['input']['body']

export function anEmail(): string {
  count++
  return `visitor-${count}@example.com`
}

/** The body of a personal sign-up, with a CAPTCHA solved in this browser. */
export async function aSignUp(
  app: TestApp,
  browser: Browser,
  email = anEmail(),
): Promise<Extract<SignUpBody, { accountType: 'personal' }>> {
  const captcha = await aSolvedCaptcha(app, browser)
  const passwords = { password: goodPassword, confirmPassword: goodPassword }
  return { accountType: 'personal', userName: 'Zoé', email, ...passwords, captcha, agreeTerms: true }
}

/** A person who has signed up in this browser and not activated the account yet. */
export async function aPersonSignedUp(app: TestApp, browser: Browser): Promise<{ email: string; key: string }> {
  const body = await aSignUp(app, browser)
  await browser.call('POST /global/account/register', { body })
  return { email: body.email, key: keyIn(await app.mail(body.email, 'activation')) }
}

/** The key of a password reset, requested in another browser. */
export async function aResetKey(app: TestApp, email: string, count = 1): Promise<string> {
  const browser = app.browser()
  const captcha = await aSolvedCaptcha(app, browser)
  await browser.call('POST /global/account/password/resetSend', { body: { email, captcha } })
  return keyIn(await app.mail(email, 'password-reset', count))
}

/** The verification code of a password change in this browser, created without its mail. */
export async function aPasswordCode(app: TestApp, browser: Browser): Promise<string> {
  const session = await findSession(app.deps.db, app.clock.now, browser.token ?? '')
  if (!session?.customerId) throw new Error('nobody is logged in')
  return createPasswordCode(app.deps.db, session.customerId, app.clock.now)
}
