import type { emailBody, registerBody } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { z } from 'zod'
import { mailJob } from '#core/account-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { assertMayCauseMail } from '#core/guards.ts'
import { newSecret, secretHash, secretMatches } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import type { Cookies } from '#http/cookies.ts'
import type { Session } from '#http/session.ts'
import { insertCustomer, lockCustomer, type NewCustomer, takeKey, updateCredentials } from './customer.repository.ts'
import { enqueueFriendNews } from './friend-news.service.ts'
import { type BrowserOfCaller, rememberBrowser } from './known-browser.service.ts'
import { assertAcceptablePassword } from './password.service.ts'
import { createPasswordCode } from './password-code.service.ts'
import { removeAccessOf } from './session.repository.ts'
import { claimVisitor, type Grant, issueSession, visitorHashOf } from './session.service.ts'

const proofSeconds = 30 * 86_400

export type SignUp = z.output<typeof registerBody>

/** Signs up. Reveals whether the address is taken only after CAPTCHA and rate limits (AUT-1). */
export async function register(
  deps: Deps,
  input: SignUp,
  caller: { language: Language; cookies: Cookies; session: Session | null; network: string },
): Promise<{ email: string }> {
  // Before the CAPTCHA, so that a refused password does not use it up.
  assertAcceptablePassword(deps, input.password)
  await assertMayCauseMail(deps, input, 'sign-up', caller.cookies)

  const passwordHash = await deps.passwords.hash(input.password, { caller: caller.network, isKnown: false })
  const proof = newSecret()
  const { accountType, email, userName, cm, referralCode, redirect } = input

  await deps.db.transaction().execute(async (trx) => {
    const id = await insertCustomer(trx, deps.clock(), {
      email,
      username: userName,
      accountType,
      passwordHash,
      signupProofHash: secretHash(proof),
      signupVisitorHash: visitorHashOf(caller.session),
      activatedAt: null,
      language: caller.language,
      channel: cm ?? null,
      ...companyFields(input),
    })
    if (id === null) throw new AppError('ALREADY_REGISTERED')

    await deps.jobs.enqueue(trx, mailJob, { kind: 'activation', email, language: caller.language, redirect })
    if (referralCode) await enqueueFriendNews(deps, trx, { customerId: id, code: referralCode, now: deps.clock() })
  })
  caller.cookies.set('signup', proof, proofSeconds)

  return { email }
}

function companyFields(input: SignUp): Partial<NewCustomer> {
  if (input.accountType !== 'enterprise') return {}
  const { firstName, lastName, company, phoneCode, phone, title, industry } = input
  return { firstName, lastName, company, phoneCode, phone, title, industry }
}

/**
 * Activates an account with the key from the mail. The mail proves the address, but an attacker may
 * have signed up with it: unless the same browser activates, the password is dropped (AUT-5).
 */
export async function activate(
  deps: Deps,
  key: string,
  caller: BrowserOfCaller & { session: Session | null },
): Promise<Grant & { choosePassword: boolean; passwordCode?: string }> {
  const { cookies, session, browserName } = caller
  const activated = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const customerId = await takeKey(trx, secretHash(key), 'activation', now)
    if (customerId === null) throw new AppError('KEY_INVALID')

    const customer = await lockCustomer(trx, customerId)
    // Already activated by a reset or a sign-in: an old mail must not drop the new password.
    if (customer.activated_at) throw new AppError('KEY_INVALID')

    const sameBrowser = secretMatches(cookies.get('signup'), customer.signup_proof_hash)
    const keepsPassword = sameBrowser && customer.password_hash !== null
    await activateCustomer(trx, customerId, now, keepsPassword)
    await claimVisitor(trx, visitorHashOf(session), customerId, now)
    // In another browser the visitor of the sign-up has no session, but wants to go on there.
    await claimVisitor(trx, customer.signup_visitor_hash, customerId, now)
    await rememberBrowser(deps, trx, customer, caller)
    await enqueueFriendNews(deps, trx, { customerId, now })

    const grant = await issueSession(trx, now, customerId, browserName)
    if (keepsPassword) return { customerId, answer: { ...grant, choosePassword: false } }

    const passwordCode = await createPasswordCode(trx, customerId, now)
    return { customerId, answer: { ...grant, choosePassword: true, passwordCode } }
  })

  deps.securityEvents.record({ kind: 'account-activated', customerId: activated.customerId })
  return activated.answer
}

/** Activates the account and ends all earlier sessions. */
export async function activateCustomer(trx: Trx, customerId: string, now: Date, keepsPassword: boolean): Promise<void> {
  await updateCredentials(trx, customerId, {
    activated_at: now,
    signup_proof_hash: null,
    signup_visitor_hash: null,
    ...(keepsPassword ? {} : { password_hash: null }),
  })
  await removeAccessOf(trx, customerId)
}

/** Always answers the same: only the job checks whether the account exists (AUT-1). */
export async function sendActivation(
  deps: Deps,
  input: z.output<typeof emailBody>,
  caller: { language: Language; cookies: Cookies },
): Promise<void> {
  await assertMayCauseMail(deps, input, 'activation', caller.cookies)
  await deps.jobs.enqueue(deps.db, mailJob, {
    kind: 'activation',
    email: input.email,
    language: caller.language,
    redirect: input.redirect,
  })
}
