import type { QuickChannel } from '@cotation/contracts'
import { accountLimits, isEmail, type Language, normalizeEmail, safeRedirectPath } from '@cotation/domain'
import { SignInError, type SignInIdentity } from '#adapters/sign-in.ts'
import { mailJob } from '#core/account-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { assertRecentProof } from '#core/guards.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import type { Cookies } from '#http/cookies.ts'
import { type CustomerSession, isCustomer, type Session } from '#http/session.ts'
import { getCustomer, insertCustomer, lockCustomer, lockCustomerByEmail } from './customer.repository.ts'
import { enqueueFriendNews } from './friend-news.service.ts'
import { type BrowserOfCaller, rememberBrowser } from './known-browser.service.ts'
import type { LoginAnswer } from './login.service.ts'
import { openTicket } from './login-ticket.service.ts'
import { findLink, insertFlow, insertLink, listLinkedChannels, removeLink, takeFlow } from './quick-login.repository.ts'
import { listSecondFactors } from './second-factor.repository.ts'
import { claimVisitor, issueSession, visitorHashOf } from './session.service.ts'
import { activateCustomer } from './sign-up.service.ts'

const flowSeconds = 600

export async function listChannels(deps: Deps, session: Session | null): Promise<QuickChannel[]> {
  const linked = isCustomer(session) ? await listLinkedChannels(deps.db, session.customerId) : []
  return deps.signIn.channels().map(({ channel, name }) => ({ channel, name, linked: linked.includes(channel) }))
}

const redirectUri = (deps: Deps, channel: string) => `${deps.publicUrl}/manufacture/quick-callback/${channel}`

function assertChannel(deps: Deps, channel: string): void {
  if (!deps.signIn.channels().some((known) => known.channel === channel)) throw new AppError('NOT_FOUND')
}

async function withSignIn<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    throw new AppError(error.reason === 'unavailable' ? 'SIGN_IN_UNAVAILABLE' : 'SIGN_IN_REFUSED', { cause: error })
  }
}

/** Begins a sign-in, bound to this browser by a cookie; links if a customer is logged in. */
export async function beginQuickLogin(
  deps: Deps,
  input: { channel: string; callback?: string | undefined },
  caller: { session: Session | null; cookies: Cookies },
): Promise<{ url: string }> {
  assertChannel(deps, input.channel)

  const now = deps.clock()
  if (isCustomer(caller.session)) assertRecentProof(caller.session, now)

  const begun = await withSignIn(() =>
    deps.signIn.begin(input.channel, { redirectUri: redirectUri(deps, input.channel) }),
  )
  const browser = newSecret()
  await insertFlow(deps.db, {
    stateHash: secretHash(begun.state),
    browserHash: secretHash(browser),
    channel: input.channel,
    nonce: begun.nonce,
    codeVerifier: begun.codeVerifier,
    redirect: safeRedirectPath(input.callback),
    linkCustomerId: isCustomer(caller.session) ? caller.session.customerId : null,
    expiresAt: new Date(now.getTime() + flowSeconds * 1000),
  })
  caller.cookies.set('quick', browser, flowSeconds)

  return { url: String(begun.url) }
}

/** Finishes a sign-in once, in time, in the same browser, with the provider's response verified. */
export async function finishQuickLogin(
  deps: Deps,
  input: { channel: string; search: string; referralCode?: string | undefined },
  caller: BrowserOfCaller & { session: Session | null; language: Language },
): Promise<Partial<LoginAnswer> & { linked: boolean; redirect: string }> {
  assertChannel(deps, input.channel)

  const callbackUrl = new URL(redirectUri(deps, input.channel))
  callbackUrl.search = input.search

  const state = callbackUrl.searchParams.get('state') ?? ''
  const flow = await takeFlow(deps.db, {
    stateHash: secretHash(state),
    browserHash: secretHash(caller.cookies.get('quick') ?? ''),
    channel: input.channel,
    now: deps.clock(),
  })
  if (!flow) throw new AppError('SIGN_IN_REFUSED')

  // A link begun with a stolen session must not work after that session ended.
  const isLinkOfOther = flow.link_customer_id !== null && flow.link_customer_id !== caller.session?.customerId
  if (isLinkOfOther) throw new AppError('SIGN_IN_REFUSED')

  const identity = await withSignIn(() =>
    deps.signIn.finish(input.channel, {
      callbackUrl,
      redirectUri: redirectUri(deps, input.channel),
      state,
      nonce: flow.nonce,
      codeVerifier: flow.code_verifier,
    }),
  )
  if (flow.link_customer_id !== null) {
    await linkIdentity(deps, input.channel, identity, flow.link_customer_id)
    deps.securityEvents.record({
      kind: 'service-linked',
      customerId: flow.link_customer_id,
      detail: input.channel,
    })
    return { linked: true, redirect: flow.redirect }
  }

  const { customerId, answer } = await deps.db.transaction().execute(async (trx) => {
    const { id, isNew } = await findOrCreateCustomer(deps, trx, input.channel, identity, caller.language)
    const methods = await listSecondFactors(trx, id)
    if (methods.length > 0) {
      return { customerId: id, answer: await openTicket(deps, trx, id, methods, caller.cookies) }
    }

    await claimVisitor(trx, visitorHashOf(caller.session), id, deps.clock())
    await rememberBrowser(deps, trx, await getCustomer(trx, id), caller)

    const news = { customerId: id, code: input.referralCode, now: deps.clock() }
    if (isNew) await enqueueFriendNews(deps, trx, news)
    return { customerId: id, answer: await issueSession(trx, deps.clock(), id, caller.browserName) }
  })

  if (!('secondFactor' in answer)) {
    deps.securityEvents.record({ kind: 'login', customerId, detail: input.channel })
  }
  return { ...answer, linked: false, redirect: flow.redirect }
}

async function linkIdentity(deps: Deps, channel: string, identity: SignInIdentity, customerId: string): Promise<void> {
  const { issuer, subject } = identity
  const isLinked = await deps.db.transaction().execute(async (trx) => {
    const isNew = await insertLink(trx, { issuer, subject, channel, customerId, now: deps.clock() })
    if (isNew) await tellOwner(deps, trx, 'sign-in-linked', customerId, channel)
    return isNew
  })
  if (isLinked) return

  const owner = await findLink(deps.db, issuer, subject)
  if (owner?.customer_id !== customerId) throw new AppError('SIGN_IN_LINKED_ELSEWHERE')
}

/** A thief of a session could link an identity of their own, which survives a new password (B13). */
async function tellOwner(
  deps: Deps,
  trx: Trx,
  kind: 'sign-in-linked' | 'sign-in-unlinked',
  customerId: string,
  channel: string,
): Promise<void> {
  const { email, language } = await getCustomer(trx, customerId)
  const service = deps.signIn.channels().find((known) => known.channel === channel)?.name ?? channel
  await deps.jobs.enqueue(trx, mailJob, { kind, email, language, values: { service } })
}

/**
 * The linked account of an identity, else a new one, else one never activated, whose password is
 * dropped. An address alone never opens an activated account (OAU-2): its owner logs in and links.
 */
async function findOrCreateCustomer(
  deps: Deps,
  trx: Trx,
  channel: string,
  identity: SignInIdentity,
  language: Language,
): Promise<{ id: string; isNew: boolean }> {
  const { issuer, subject } = identity
  const link = await findLink(trx, issuer, subject)
  if (link) return { id: link.customer_id, isNew: false }

  const email = normalizeEmail(identity.email ?? '')
  if (!identity.emailVerified || !isEmail(email)) throw new AppError('SIGN_IN_EMAIL_UNVERIFIED')

  const now = deps.clock()
  const created = await insertCustomer(trx, now, {
    email,
    username: userNameFrom(identity.name ?? '', email),
    accountType: 'personal',
    passwordHash: null,
    signupProofHash: null,
    activatedAt: now,
    language,
    channel: null,
  })
  const customerId = created ?? (await takeOverUnactivated(trx, email, now))
  if (!(await insertLink(trx, { issuer, subject, channel, customerId, now })))
    throw new AppError('SIGN_IN_LINKED_ELSEWHERE')

  return { id: customerId, isNew: true }
}

async function takeOverUnactivated(trx: Trx, email: string, now: Date): Promise<string> {
  const customer = await lockCustomerByEmail(trx, email)
  if (!customer || customer.activated_at) throw new AppError('SIGN_IN_ACCOUNT_EXISTS')
  await activateCustomer(trx, customer.id, now, false)
  return customer.id
}

/** A user name of the permitted length, made from the provider's name or the e-mail address. */
function userNameFrom(name: string, email: string): string {
  const { min, max } = accountLimits.userName
  const clean = (raw: string) => [...raw.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim()].slice(0, max).join('').trim()
  return [clean(name), clean(email.split('@')[0] ?? '')].find((candidate) => [...candidate].length >= min) ?? 'client'
}

/** Unlinks, unless that would leave the account without any way to sign in (OAU-2). */
export async function unlinkChannel(deps: Deps, session: CustomerSession, channel: string): Promise<QuickChannel[]> {
  assertRecentProof(session, deps.clock())
  await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    const linked = await listLinkedChannels(trx, session.customerId)
    if (!linked.includes(channel)) throw new AppError('NOT_FOUND')
    if (customer.password_hash === null && linked.length === 1) throw new AppError('LAST_SIGN_IN_METHOD')
    await removeLink(trx, session.customerId, channel)
    await tellOwner(deps, trx, 'sign-in-unlinked', session.customerId, channel)
  })
  deps.securityEvents.record({ kind: 'service-unlinked', customerId: session.customerId, detail: channel })

  return listChannels(deps, session)
}
