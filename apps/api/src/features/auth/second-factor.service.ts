import type { SecondFactorView, secondFactorProof } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { z } from 'zod'
import { type AccountMailKind, mailJob } from '#core/account-mail.ts'
import { AppError } from '#core/app-error.ts'
import { byTool, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { assertRecentProof } from '#core/guards.ts'
import { countGuess, forgetGuesses } from '#core/guess-limit.ts'
import { allowsPasskeys } from '#core/second-factor/passkey.ts'
import { makeRecoveryCodes, type RecoveryCodes, recoveryCodeHash } from '#core/second-factor/recovery-codes.ts'
import { base32, findTotpStep, newTotpSecret, totpUri } from '#core/second-factor/totp.ts'
import { insertSecurityEvents } from '#core/security-events.ts'
import type { Trx } from '#db/database.ts'
import type { CustomerSession } from '#http/session.ts'
import { getCustomer, lockCustomer, lockCustomerByEmail } from './customer.repository.ts'
import { listPasskeys, removePasskeys } from './passkey.repository.ts'
import { assertPassword } from './password.service.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  findConfirmedTotp,
  findPendingTotp,
  hasSecondFactor,
  putPendingTotp,
  removeRecoveryCodes,
  removeTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
} from './second-factor.repository.ts'
import { removeAccessOf } from './session.repository.ts'

/** What the secret of a customer's app is sealed for. */
const sealedFor = (customerId: string) => `totp ${customerId}`

/** The same for a wrong, used or expired code: the difference would help to guess. */
export const wrongSecondFactor = () =>
  new AppError('SECOND_FACTOR_WRONG', { fields: [{ path: 'code', code: 'SECOND_FACTOR_WRONG' }] })

export async function viewSecondFactor(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  session: CustomerSession,
): Promise<SecondFactorView> {
  const totp = await findConfirmedTotp(db, session.customerId)
  const passkeys = await listPasskeys(db, session.customerId)
  return {
    isOn: totp !== undefined || passkeys.length > 0,
    appSince: totp?.confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    offersPasskeys: allowsPasskeys(publicUrl),
    recoveryCodesLeft: await countRecoveryCodes(db, session.customerId),
  }
}

/** A new secret for the customer's app. It counts once a code has proved that the app knows it. */
export async function beginSecondFactor(
  deps: Deps,
  session: CustomerSession,
): Promise<{ secret: string; uri: string }> {
  const now = deps.clock()
  assertRecentProof(session, now)

  const { id, email } = await getCustomer(deps.db, session.customerId)
  const secret = newTotpSecret()
  const isBegun = await putPendingTotp(deps.db, id, deps.vault.seal(sealedFor(id), secret), now)
  if (!isBegun) throw new AppError('SECOND_FACTOR_STATE')

  return { secret: base32(secret), uri: totpUri({ issuer: deps.config.brand.name, name: email, secret }) }
}

/** Adds the app as a second factor; the first factor brings the recovery codes, which are shown this once. */
export async function confirmSecondFactor(
  deps: Deps,
  session: CustomerSession,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const now = deps.clock()
  assertRecentProof(session, now)

  const codes = await makeRecoveryCodes(session.customerId)
  const { recoveryCodes, wasOn } = await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    const hadFactor = await hasSecondFactor(trx, customer.id)
    const pending = await findPendingTotp(trx, customer.id)
    if (!pending) throw new AppError('SECOND_FACTOR_STATE')

    const secret = deps.vault.open(sealedFor(customer.id), pending.sealed_secret)
    const step = findTotpStep(secret, code, now)
    if (step === null) throw wrongSecondFactor()

    await confirmTotp(trx, customer.id, step, now)
    await mailOwner(deps, trx, 'second-factor-on', customer)
    return { recoveryCodes: await ensureRecoveryCodes(trx, customer.id, codes, now), wasOn: hadFactor }
  })

  const { customerId } = session
  deps.securityEvents.record({ kind: 'app-added', customerId })
  if (!wasOn) deps.securityEvents.record({ kind: 'second-factor-on', customerId, detail: 'code' })
  return { recoveryCodes }
}

type Proof = z.output<typeof secondFactorProof>

/** New recovery codes; all earlier ones become invalid. */
export async function renewRecoveryCodes(
  deps: Deps,
  session: CustomerSession,
  proof: Proof,
): Promise<{ recoveryCodes: string[] }> {
  const { shown, hashes } = await makeRecoveryCodes(session.customerId)

  await withProof(deps, session, proof, async (trx, customer) => {
    await replaceRecoveryCodes(trx, customer.id, hashes, deps.clock())
    await mailOwner(deps, trx, 'recovery-codes-renewed', customer)
  })
  deps.securityEvents.record({ kind: 'recovery-codes-renewed', customerId: session.customerId })

  return { recoveryCodes: shown }
}

export async function turnOffSecondFactor(deps: Deps, session: CustomerSession, proof: Proof): Promise<void> {
  await withProof(deps, session, proof, async (trx, customer) => {
    await removeFactors(trx, customer.id)
    await mailOwner(deps, trx, 'second-factor-off', customer)
  })
  deps.securityEvents.record({ kind: 'second-factor-off', customerId: session.customerId })
}

export async function removeFactors(trx: Trx, customerId: string): Promise<void> {
  await removeTotp(trx, customerId)
  await removePasskeys(trx, customerId)
  await removeRecoveryCodes(trx, customerId)
}

/**
 * For an operator, after the identity of the owner was checked: a lost phone, or a factor that a thief
 * has added. Ends all sessions. False if no account with this address has a second factor.
 */
export function removeSecondFactorOf(deps: Pick<Deps, 'clock' | 'db' | 'jobs'>, email: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomerByEmail(trx, email)
    if (!customer || !(await hasSecondFactor(trx, customer.id))) return false

    await removeFactors(trx, customer.id)
    await removeAccessOf(trx, customer.id)
    await mailOwner(deps, trx, 'second-factor-off', customer)
    await insertSecurityEvents(trx, [{ at: deps.clock(), kind: 'second-factor-off', customer_id: customer.id }])
    const subject = { kind: 'customer', id: customer.id } as const
    await recordAudit(trx, { ...byTool, action: 'customer.second-factor-removed', subject })
    return true
  })
}

/** Runs a change of the second factor after the password or a code was proved. */
async function withProof(
  deps: Deps,
  session: CustomerSession,
  { password, code }: Proof,
  change: (trx: Trx, customer: Owner) => Promise<void>,
): Promise<void> {
  let guess: CodeGuess | null = null
  if (password === undefined) guess = await countCodeGuess(deps, session.customerId, 'logged in', code ?? '')
  else await assertPassword(deps, session, password)

  await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    if (!(await hasSecondFactor(trx, customer.id))) throw new AppError('SECOND_FACTOR_STATE')
    if (guess !== null) await takeSecondFactor(deps, trx, customer, guess)
    await change(trx, customer)
  })

  if (guess !== null) await forgetGuesses(deps, guess.limitKey)
}

/** The new codes to show, or none if the customer has codes of another factor. */
export async function ensureRecoveryCodes(
  trx: Trx,
  customerId: string,
  codes: RecoveryCodes,
  now: Date,
): Promise<string[]> {
  if ((await countRecoveryCodes(trx, customerId)) > 0) return []
  await replaceRecoveryCodes(trx, customerId, codes.hashes, now)
  return codes.shown
}

/** A code that was counted as a guess and not compared yet. */
export interface CodeGuess {
  limitKey: string
  code: string
  /** Null for a code of an app. */
  recoveryHash: Buffer | null
}

/**
 * Counts a guess, per account and browser, and hashes a recovery code before the transaction, because
 * that is slow.
 */
export async function countCodeGuess(
  deps: Pick<Deps, 'limiter'>,
  customerId: string,
  browser: string,
  code: string,
): Promise<CodeGuess> {
  const limitKey = `second-factor ${customerId} ${browser}`
  await countGuess(deps, limitKey)

  const isAppCode = /^\d{6}$/.test(code)
  return { limitKey, code, recoveryHash: isAppCode ? null : await recoveryCodeHash(code, customerId) }
}

export interface Owner {
  id: string
  email: string
  language: Language
}

/** Uses up a right code. A wrong one throws, which rolls the transaction back. */
export async function takeSecondFactor(deps: Deps, trx: Trx, customer: Owner, guess: CodeGuess): Promise<void> {
  if (guess.recoveryHash !== null) {
    if (!(await takeRecoveryCode(trx, customer.id, guess.recoveryHash))) throw wrongSecondFactor()
    const left = String(await countRecoveryCodes(trx, customer.id))
    return mailOwner(deps, trx, 'recovery-code-used', customer, { left })
  }

  const totp = await findConfirmedTotp(trx, customer.id)
  if (!totp) throw wrongSecondFactor()

  const secret = deps.vault.open(sealedFor(customer.id), totp.sealed_secret)
  const step = findTotpStep(secret, guess.code, deps.clock())
  if (step === null || !(await takeTotpStep(trx, customer.id, step))) throw wrongSecondFactor()
}

export async function mailOwner(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  kind: AccountMailKind,
  { email, language }: Owner,
  values: Record<string, string> = {},
): Promise<void> {
  await jobs.enqueue(trx, mailJob, { kind, email, language, values })
}
