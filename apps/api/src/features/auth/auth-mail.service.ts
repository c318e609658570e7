import type { AccountMailKind, AccountMailRequest } from '#core/account-mail.ts'
import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import { findCustomerByEmail, putKey } from './customer.repository.ts'
import { createPasswordCode } from './password-code.service.ts'

const hourMs = 3_600_000
const keyLifeMs = { activation: 24 * hourMs, 'password-reset': hourMs } as const

/**
 * Checks only here whether the account exists: the request was answered the same for everyone. An
 * active account is written to in the language of its profile.
 */
export async function sendAuthMail(deps: Deps, request: AccountMailRequest): Promise<void> {
  const customer = await findCustomerByEmail(deps.db, request.email)
  if (!customer) return

  const kind: AccountMailKind = request.kind === 'activation' && customer.activated_at ? 'already-active' : request.kind
  const key = newSecret()
  const search = request.redirect === undefined ? '' : `?redirect=${encodeURIComponent(request.redirect)}`
  const pathOf: Record<AccountMailKind, string> = {
    activation: `/activate${search}#key=${key}`,
    'already-active': `/login${search}`,
    'password-reset': `/reset-password${search}#key=${key}`,
    'password-code': '/user/account/password',
    'password-changed': '/reset-password',
    'new-device': '/reset-password',
    'sign-in-linked': '/reset-password',
    'sign-in-unlinked': '/reset-password',
    'phone-changed': '/reset-password',
    'second-factor-on': '/reset-password',
    'second-factor-off': '/reset-password',
    'passkey-added': '/reset-password',
    'passkey-removed': '/reset-password',
    'recovery-codes-renewed': '/reset-password',
    'recovery-code-used': '/reset-password',
  }

  if (kind === 'activation' || kind === 'password-reset') {
    const now = deps.clock()
    const expiresAt = new Date(now.getTime() + keyLifeMs[kind])
    await putKey(deps.db, { hash: secretHash(key), customerId: customer.id, purpose: kind, now, expiresAt })
  }

  const code = kind === 'password-code' ? await createPasswordCode(deps.db, customer.id, deps.clock()) : undefined

  await sendActionMail(deps, {
    kind,
    to: customer.email,
    userName: customer.username,
    language: customer.activated_at ? customer.language : request.language,
    code,
    repliesTo: 'sender',
    path: pathOf[kind],
    values: request.values ?? {},
    idempotencyKey: `${kind} ${key}`,
  })
}
