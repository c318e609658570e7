import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@cotation/domain'
import { addStaff } from '#features/staff-access/staff.service.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { rowOf } from './rows.ts'
import { authenticatorOf, type TestAuthenticator } from './second-factors.ts'

export const staffPassword = 'Une-fraiseuse-42'

export interface EnrolledStaff {
  id: string
  email: string
  /** Signed in since the enrolment. */
  browser: Browser
  authenticator: TestAuthenticator
}

/** Chooses a password with the key of a link and sets up an authenticator app, in a new browser. */
export async function enrolWith(app: TestApp, key: string): Promise<Pick<EnrolledStaff, 'browser' | 'authenticator'>> {
  const browser = app.browser()
  await expectOk(browser.call('POST /global/staff/enrolment/password', { body: { key, password: staffPassword } }))
  const { secret } = await expectOk(browser.call('POST /global/staff/enrolment/app/begin', {}))

  const authenticator = authenticatorOf(app, secret)
  const confirmation = { body: { code: authenticator.code() } }
  const enrolled = await expectOk(browser.call('POST /global/staff/enrolment/app/confirm', confirmation))
  browser.token = enrolled.accessToken

  return { browser, authenticator: { ...authenticator, recoveryCodes: enrolled.recoveryCodes } }
}

async function expectOk<T>(answer: Promise<{ status: number; data: T; error?: { code: string } }>): Promise<T> {
  const { status, data, error } = await answer
  if (status !== 200) throw new Error(`answered ${status} ${error?.code}`)
  return data
}

/** A member of staff with password and authenticator app. */
export async function anEnrolledMember(app: TestApp, role: StaffRole = 'operator'): Promise<EnrolledStaff> {
  const email = `${randomUUID()}@example.com`
  const key = await addStaff(app.deps, { name: 'Léa Petit', email, role })
  const { id } = await rowOf(app, 'staff_member', { email })
  return { id, email, ...(await enrolWith(app, key ?? '')) }
}

/** A browser in which the password was given and the second factor is missing. */
export async function aWaitingStaffBrowser(app: TestApp, email: string): Promise<Browser> {
  const browser = app.browser()
  await expectOk(browser.call('POST /global/staff/login', { body: { email, password: staffPassword } }))
  return browser
}
