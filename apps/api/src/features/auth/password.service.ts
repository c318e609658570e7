import type { emailBody } from '@cotation/contracts'
import { type Language, type PasswordFault, passwordFault, personalDataLimits } from '@cotation/domain'
import type { z } from 'zod'
import { mailJob } from '#core/account-mail.ts'
import { AppError } from '#core/app-error.ts'
import { isCommonPassword } from '#core/common-passwords.ts'
import type { Deps } from '#core/deps.ts'
import { assertMayCauseMail, assertRecentProof } from '#core/guards.ts'
import { forgetGuesses, passwordGuesses } from '#core/guess-limit.ts'
import { secretHash } from '#core/secrets.ts'
import type { Cookies } from '#http/cookies.ts'
import type { CustomerSession } from '#http/session.ts'
import { forgetDevices, getCustomer, lockCustomer, takeKey, updateCredentials } from './customer.repository.ts'
import { enqueueFriendNews } from './friend-news.service.ts'
import { type BrowserOfCaller, rememberBrowser } from './known-browser.service.ts'
import { takePasswordCode, tryPasswordCode, wrongCode } from './password-code.service.ts'
import { removeLinks } from './quick-login.repository.ts'
import { hasSecondFactor } from './second-factor.repository.ts'
import { removeAccessOf, touchAuthentication } from './session.repository.ts'
import { type Grant, issueSession } from './session.service.ts'

/**
 * The contract checks the minimum of the product and the commonest passwords. An installation may
 * require longer ones, and the server knows more common ones.
 */
export function assertAcceptablePassword(deps: Deps, password: string): void {
  const fault = passwordFault(password, deps.config.passwordMinLength)
  if (fault) throw refusedPassword(fault)
  if (isCommonPassword(password)) throw refusedPassword('PASSWORD_TOO_COMMON')
}

const refusedPassword = (code: PasswordFault) => new AppError('VALIDATION', { fields: [{ path: 'password', code }] })

export async function sendReset(
  deps: Deps,
  input: z.output<typeof emailBody>,
  caller: { language: Language; cookies: Cookies },
): Promise<void> {
  await assertMayCauseMail(deps, input, 'password-reset', caller.cookies)
  await deps.jobs.enqueue(deps.db, mailJob, {
    kind: 'password-reset',
    email: input.email,
    language: caller.language,
    redirect: input.redirect,
  })
  // Without the account: whether the address has one is only known to the job that sends the mail (AUT-1).
  deps.securityEvents.record({ kind: 'reset-requested' })
}

/**
 * A reset also activates the account: the mail proves the address. Ends all sessions (SES-1) and, if asked
 * for, sign-ins through third parties. Earlier wrong passwords are forgotten, and of all browsers at most
 * this one counts as known (B12).
 */
export async function resetPassword(
  deps: Deps,
  input: { key: string; password: string; unlink?: boolean | undefined },
  caller: BrowserOfCaller & { network: string },
): Promise<void> {
  assertAcceptablePassword(deps, input.password)

  const passwordHash = await deps.passwords.hash(input.password, { caller: caller.network, isKnown: false })
  const { id, email } = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const customerId = await takeKey(trx, secretHash(input.key), 'password-reset', now)
    if (customerId === null) throw new AppError('KEY_INVALID')

    const customer = await lockCustomer(trx, customerId)
    await updateCredentials(trx, customerId, {
      password_hash: passwordHash,
      signup_proof_hash: null,
      signup_visitor_hash: null,
      activated_at: customer.activated_at ?? now,
    })
    await removeAccessOf(trx, customerId)
    if (input.unlink) await removeLinks(trx, customerId)
    await forgetDevices(trx, customerId)
    // With a second factor the browser is known only after it: each known browser has its own guesses.
    if (!(await hasSecondFactor(trx, customerId))) await rememberBrowser(deps, trx, customer, caller)
    if (customer.activated_at === null) await enqueueFriendNews(deps, trx, { customerId, now })

    const { email, language } = customer
    await deps.jobs.enqueue(trx, mailJob, { kind: 'password-changed', email, language })
    return customer
  })

  // The owner has proved the address: what others guessed no longer counts (B12).
  await forgetGuesses(deps, passwordGuesses(email))
  deps.securityEvents.record({ kind: 'password-reset', customerId: id })
}

/** Mails the verification code of a password change to the caller's own address. */
export async function sendPasswordCode(
  deps: Deps,
  caller: { session: CustomerSession; language: Language },
): Promise<{ email: string }> {
  const { email } = await getCustomer(deps.db, caller.session.customerId)
  await deps.jobs.enqueue(deps.db, mailJob, { kind: 'password-code', email, language: caller.language })
  return { email }
}

const turnOf = ({ customerId }: CustomerSession) => ({ caller: customerId, isKnown: true })

/** Changes the password or sets the first; all sessions end and the caller gets a new token. */
export async function changePassword(
  deps: Deps,
  { session, browserName }: { session: CustomerSession; browserName: string },
  input: { oldPassword?: string | undefined; password: string; code: string },
): Promise<Grant> {
  assertAcceptablePassword(deps, input.password)
  const { password_hash: current } = await getCustomer(deps.db, session.customerId)
  const codeHash = await assertMayChangePassword(deps, session, current, input)

  const passwordHash = await deps.passwords.hash(input.password, turnOf(session))
  const grant = await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    await takePasswordCode(trx, codeHash, deps.clock())
    if (customer.password_hash !== current) throw wrongPassword('oldPassword')

    await updateCredentials(trx, customer.id, { password_hash: passwordHash })
    await removeAccessOf(trx, customer.id)
    const { email, language } = customer
    await deps.jobs.enqueue(trx, mailJob, { kind: 'password-changed', email, language })

    return issueSession(trx, deps.clock(), customer.id, browserName)
  })

  deps.securityEvents.record({ kind: 'password-changed', customerId: session.customerId })
  return grant
}

/**
 * Returns the hash of the right code. Both secrets are always checked, and a failure of either uses
 * up a try of the code. The code is reported first: without it, nobody can test passwords here.
 */
async function assertMayChangePassword(
  deps: Deps,
  session: CustomerSession,
  current: string | null,
  input: { oldPassword?: string | undefined; code: string },
): Promise<Buffer> {
  const { oldPassword = '', code } = input
  if (current === null) assertRecentProof(session, deps.clock())
  else if (oldPassword === '') {
    throw new AppError('VALIDATION', { fields: [{ path: 'oldPassword', code: 'OLD_PASSWORD_REQUIRED' }] })
  }

  const codeHash = await tryPasswordCode(deps, session.customerId, code)
  const isPasswordRight = current === null || (await deps.passwords.verify(current, oldPassword, turnOf(session)))
  if (codeHash === null) throw wrongCode()
  if (!isPasswordRight) throw wrongPassword('oldPassword')

  return codeHash
}

/** An account without a password has no right one. */
export async function assertPassword(deps: Deps, session: CustomerSession, password: string): Promise<void> {
  const { password_hash: current } = await getCustomer(deps.db, session.customerId)
  if (!(await deps.passwords.verify(current, password, turnOf(session)))) throw wrongPassword('password')
}

/** Confirms the password for sensitive changes within the next 15 minutes. */
export async function confirmPassword(deps: Deps, session: CustomerSession, password: string): Promise<void> {
  await assertPassword(deps, session, password)
  await touchAuthentication(deps.db, session.tokenHash, deps.clock())
}

/**
 * For what cannot be undone or leaves the product: the password itself, however recent the login.
 * An account without a password needs a sign-in within the last minutes.
 */
export async function assertIdentity(
  deps: Deps,
  session: CustomerSession,
  password: string | undefined,
): Promise<void> {
  const { password_hash: current } = await getCustomer(deps.db, session.customerId)
  if (current === null) {
    const ageMs = deps.clock().getTime() - session.authenticatedAt.getTime()
    if (ageMs > personalDataLimits.signInMinutes * 60_000) throw new AppError('PASSWORD_REQUIRED')
    return
  }

  if (password === undefined) {
    throw new AppError('VALIDATION', { fields: [{ path: 'password', code: 'PASSWORD_REQUIRED' }] })
  }
  if (!(await deps.passwords.verify(current, password, turnOf(session)))) throw wrongPassword('password')
}

const wrongPassword = (path: string) => new AppError('PASSWORD_WRONG', { fields: [{ path, code: 'PASSWORD_WRONG' }] })
