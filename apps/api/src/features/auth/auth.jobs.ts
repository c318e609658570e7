import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { KeyPurpose } from '#db/column-types.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { type AuthMailKind, type AuthMailRequest, mailJob } from './auth-mail.ts'
import { findCustomerByEmail, putKey, removeUnactivated } from './customer.repository.ts'
import { removeExpired } from './session.repository.ts'

const hour = 3_600_000
const keyLifeMs: Record<KeyPurpose, number> = { activation: 24 * hour, 'password-reset': hour }
const unactivatedDays = 30

export function authJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: mailJob, retryLimit: 8, run: (request: AuthMailRequest) => sendAuthMail(deps, request) },
    { name: 'auth-sweep', schedule: '17 * * * *', run: () => sweep(deps) },
  ]
}

/** Nobody is told apart by the caller's answer; here it turns out whether there is an account and what it needs. */
export async function sendAuthMail(deps: Deps, request: AuthMailRequest): Promise<void> {
  const customer = await findCustomerByEmail(deps.db, request.email)
  if (!customer) return

  const kind: AuthMailKind = request.kind === 'activation' && customer.activated_at ? 'already-active' : request.kind
  const key = newSecret()
  const pathOf: Record<AuthMailKind, string> = {
    activation: `/activate#key=${key}`,
    'already-active': '/login',
    'password-reset': `/reset-password#key=${key}`,
    'password-changed': '/reset-password',
  }

  if (kind === 'activation' || kind === 'password-reset') {
    const now = deps.clock()
    const expiresAt = new Date(now.getTime() + keyLifeMs[kind])
    await putKey(deps.db, { hash: secretHash(key), customerId: customer.id, purpose: kind, now, expiresAt })
  }

  await sendActionMail(deps, {
    kind,
    to: customer.email,
    userName: customer.username,
    language: request.language,
    path: pathOf[kind],
    idempotencyKey: `${kind} ${key}`,
  })
}

async function sweep(deps: Deps): Promise<void> {
  const now = deps.clock()
  await removeExpired(deps.db, now)
  await removeUnactivated(deps.db, new Date(now.getTime() - unactivatedDays * 24 * hour))
  await deps.limiter.sweep()
}
