import { type Language, passwordFault } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { assertMayCauseMail, assertRecentProof } from '#core/guards.ts'
import { secretHash } from '#core/secrets.ts'
import type { Cookies } from '#http/cookies.ts'
import type { CustomerSession } from '#http/session.ts'
import { mailJob } from './auth-mail.service.ts'
import { getCustomer, lockCustomer, takeKey, updateCredentials } from './customer.repository.ts'
import { removeAccessOf, touchAuthentication } from './session.repository.ts'
import { type Grant, issueSession } from './session.service.ts'

/** The contract checks the minimum of the product; an installation may require longer passwords. */
export function assertAcceptablePassword(deps: Deps, password: string): void {
  const fault = passwordFault(password, deps.config.passwordMinLength)
  if (fault) throw new AppError('VALIDATION', { fields: [{ path: 'password', code: fault }] })
}

export async function sendReset(
  deps: Deps,
  input: { email: string; captcha: { captchaId: string; answer: string } },
  caller: { language: Language; cookies: Cookies },
): Promise<void> {
  await assertMayCauseMail(deps, input, 'password-reset', caller.cookies)
  await deps.jobs.enqueue(deps.db, mailJob, { kind: 'password-reset', email: input.email, language: caller.language })
}

/** A reset also activates the account: the mail proves the address. Ends all sessions (SES-1). */
export async function resetPassword(deps: Deps, input: { key: string; password: string }): Promise<void> {
  assertAcceptablePassword(deps, input.password)

  const passwordHash = await deps.passwords.hash(input.password)
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const customerId = await takeKey(trx, secretHash(input.key), 'password-reset', now)
    if (customerId === null) throw new AppError('KEY_INVALID')

    const customer = await lockCustomer(trx, customerId)
    await updateCredentials(trx, customerId, {
      password_hash: passwordHash,
      signup_proof_hash: null,
      activated_at: customer.activated_at ?? now,
    })
    await removeAccessOf(trx, customerId)
    const { email, language } = customer
    await deps.jobs.enqueue(trx, mailJob, { kind: 'password-changed', email, language })
  })
}

/** Changes the password or sets the first; all sessions end and the caller gets a new token. */
export async function changePassword(
  deps: Deps,
  session: CustomerSession,
  input: { oldPassword?: string | undefined; password: string },
): Promise<Grant> {
  assertAcceptablePassword(deps, input.password)
  const { password_hash: current } = await getCustomer(deps.db, session.customerId)
  if (current === null) assertRecentProof(session, deps.clock())
  else await assertPassword(deps, current, input.oldPassword, 'oldPassword')

  const passwordHash = await deps.passwords.hash(input.password)
  return deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    if (customer.password_hash !== current)
      throw new AppError('PASSWORD_WRONG', { fields: [{ path: 'oldPassword', code: 'PASSWORD_WRONG' }] })

    await updateCredentials(trx, customer.id, { password_hash: passwordHash })
    await removeAccessOf(trx, customer.id)
    const { email, language } = customer
    await deps.jobs.enqueue(trx, mailJob, { kind: 'password-changed', email, language })

    return issueSession(trx, deps.clock(), customer.id)
  })
}

/** Confirms the password for sensitive changes within the next 15 minutes. */
export async function confirmPassword(deps: Deps, session: CustomerSession, password: string): Promise<void> {
  const { password_hash: current } = await getCustomer(deps.db, session.customerId)
  await assertPassword(deps, current, password, 'password')
  await touchAuthentication(deps.db, session.tokenHash, deps.clock())
}

async function assertPassword(
  deps: Deps,
  hash: string | null,
  password: string | undefined,
  path: string,
): Promise<void> {
  if (password === undefined) throw new AppError('VALIDATION', { fields: [{ path, code: 'OLD_PASSWORD_REQUIRED' }] })
  if (!(await deps.passwords.verify(hash, password))) {
    throw new AppError('PASSWORD_WRONG', { fields: [{ path, code: 'PASSWORD_WRONG' }] })
  }
}
