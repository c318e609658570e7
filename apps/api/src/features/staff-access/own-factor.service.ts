import type { SecondFactorView } from '@cotation/contracts'
import type { AuditAction } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type AuditFacts, changedFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { forgetGuesses } from '#core/guess-limit.ts'
import { allowsPasskeys } from '#core/second-factor/passkey.ts'
import type { AssertionInput, RegistrationInput } from '#core/second-factor/passkey-answer.ts'
import { makeRecoveryCodes } from '#core/second-factor/recovery-codes.ts'
import type { Trx } from '#db/database.ts'
import { stepUpMs } from '#features/auth/session.service.ts'
import type { StaffSession } from '#http/session.ts'
import { getStaff, lockStaff, updateStaff } from './staff.repository.ts'
import {
  countRecoveryCodes,
  findApp,
  listFactors,
  listPasskeys,
  removePasskeyOf,
  replaceRecoveryCodes,
} from './staff-factor.repository.ts'
import {
  beginAppOf,
  beginPasskeyOf,
  confirmAppOf,
  countCodeGuess,
  ensureRecoveryCodes,
  insertPasskeyOf,
  passkeyChallengeOf,
  takeCode,
  takePasskey,
} from './staff-factor.service.ts'
import { mailStaff } from './staff-mail.service.ts'
import { lockSession, removeOtherAccess, updateStepUp } from './staff-session.repository.ts'

/** The second factors of the caller. */
export async function viewSecondFactor(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  { staffId }: StaffSession,
): Promise<SecondFactorView> {
  const app = await findApp(db, staffId)
  const passkeys = await listPasskeys(db, staffId)
  return {
    isOn: app !== undefined || passkeys.length > 0,
    appSince: app?.confirmed_at.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    offersPasskeys: allowsPasskeys(publicUrl),
    recoveryCodesLeft: await countRecoveryCodes(db, staffId),
  }
}

/** Runs and records a change of the caller's factors. The lock makes concurrent changes wait. */
async function changeFactors<Result>(
  deps: Deps,
  { staffId }: StaffSession,
  action: AuditAction,
  change: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx, staffId)
    const before = await factorFacts(trx, staffId)
    const result = await change(trx)

    const changed = changedFacts(before, await factorFacts(trx, staffId))
    await recordAudit(trx, { staffId, action, subject: { kind: 'staff', id: staffId }, ...changed })
    return result
  })
}

/** No secrets, credentials or names of passkeys: the audit is kept permanently. */
async function factorFacts(trx: Trx, staffId: string): Promise<AuditFacts> {
  const { is_demo } = await getStaff(trx, staffId)
  const app = await findApp(trx, staffId)
  const passkeys = await listPasskeys(trx, staffId)
  return {
    isDemo: is_demo,
    appSince: app?.confirmed_at.toISOString() ?? null,
    passkeyIds: passkeys.map(({ id }) => id),
    recoveryCodesLeft: await countRecoveryCodes(trx, staffId),
  }
}

/**
 * Also ends what was opened with the earlier factors: other sessions, and sign-ins that wait. Locks
 * sessions before factors, like a step-up: the opposite sequence could deadlock with one.
 */
function replaceFactors<Result>(
  deps: Deps,
  session: StaffSession,
  action: AuditAction,
  change: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return changeFactors(deps, session, action, async (trx) => {
    await removeOtherAccess(trx, session.staffId, session.tokenHash, deps.clock())
    return change(trx)
  })
}

/**
 * An account of the demo signs in with its password alone. With a factor of its own it becomes an
 * ordinary one: sessions that needed no factor end, and the current one steps up like any other.
 */
async function leaveDemo(deps: Deps, trx: Trx, session: StaffSession): Promise<void> {
  const { staffId, tokenHash } = session
  const member = await getStaff(trx, staffId)
  if (!member.is_demo) return

  await updateStaff(trx, staffId, { is_demo: false })
  await removeOtherAccess(trx, staffId, tokenHash, deps.clock())
  await extendStepUp(deps, trx, session)
}

/**
 * New recovery codes; all earlier ones become invalid. Refused without a factor, as in an account
 * of the demo.
 */
export async function renewCodes(deps: Deps, session: StaffSession): Promise<{ recoveryCodes: string[] }> {
  const { staffId } = session
  const { shown, hashes } = await makeRecoveryCodes(staffId)

  await replaceFactors(deps, session, 'staff.recovery-codes-renewed', async (trx) => {
    if ((await listFactors(trx, staffId)).length === 0) throw new AppError('SECOND_FACTOR_STATE')
    await replaceRecoveryCodes(trx, staffId, hashes, deps.clock())
    await mailStaff(deps, trx, 'staff-recovery-codes-renewed', staffId)
  })

  deps.securityEvents.record({ kind: 'recovery-codes-renewed', staffId })
  return { recoveryCodes: shown }
}

export function beginApp(deps: Deps, { staffId }: StaffSession) {
  return beginAppOf(deps, staffId)
}

/** Replaces the app, or adds it beside passkeys. */
export async function confirmApp(
  deps: Deps,
  session: StaffSession,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { staffId } = session
  const codes = await makeRecoveryCodes(staffId)

  const recoveryCodes = await replaceFactors(deps, session, 'staff.app-added', async (trx) => {
    await confirmAppOf(deps, trx, staffId, code)
    await leaveDemo(deps, trx, session)
    await mailStaff(deps, trx, 'staff-app-replaced', staffId)
    return ensureRecoveryCodes(trx, staffId, codes, deps.clock())
  })

  deps.securityEvents.record({ kind: 'app-added', staffId })
  return { recoveryCodes }
}

export function beginPasskey(deps: Deps, { staffId, tokenHash }: StaffSession) {
  return beginPasskeyOf(deps, staffId, tokenHash)
}

export async function addPasskey(
  deps: Deps,
  session: StaffSession,
  input: RegistrationInput,
): Promise<{ recoveryCodes: string[] }> {
  const { staffId, tokenHash } = session
  const codes = await makeRecoveryCodes(staffId)

  const recoveryCodes = await changeFactors(deps, session, 'staff.passkey-added', async (trx) => {
    await insertPasskeyOf(deps, trx, staffId, tokenHash, input)
    await leaveDemo(deps, trx, session)
    await mailStaff(deps, trx, 'staff-passkey-added', staffId, { name: input.name })
    return ensureRecoveryCodes(trx, staffId, codes, deps.clock())
  })

  deps.securityEvents.record({ kind: 'passkey-added', staffId })
  return { recoveryCodes }
}

/** Never the last factor: staff cannot sign in without one. */
export async function removePasskey(deps: Deps, session: StaffSession, passkeyId: string): Promise<void> {
  const { staffId } = session
  await replaceFactors(deps, session, 'staff.passkey-removed', async (trx) => {
    if (!(await removePasskeyOf(trx, staffId, passkeyId))) throw new AppError('NOT_FOUND')
    if ((await listFactors(trx, staffId)).length === 0) throw new AppError('LAST_SECOND_FACTOR')
    await mailStaff(deps, trx, 'staff-passkey-removed', staffId)
  })
  deps.securityEvents.record({ kind: 'passkey-removed', staffId })
}

/** Proves the second factor again with a code. */
export async function stepUp(deps: Deps, session: StaffSession, code: string): Promise<{ steppedUpUntil: string }> {
  const { staffId } = session
  const guess = await countCodeGuess(deps, staffId, 'signed in', code)

  const answer = await deps.db.transaction().execute(async (trx) => {
    await getLockedSession(trx, session)
    await takeCode(deps, trx, staffId, guess)
    return extendStepUp(deps, trx, session)
  })

  await forgetGuesses(deps, guess.limitKey)
  deps.securityEvents.record({ kind: 'step-up', staffId, detail: 'code' })
  return answer
}

async function extendStepUp(deps: Deps, trx: Trx, { tokenHash }: StaffSession): Promise<{ steppedUpUntil: string }> {
  const until = new Date(deps.clock().getTime() + stepUpMs)
  await updateStepUp(trx, tokenHash, until)
  return { steppedUpUntil: until.toISOString() }
}

/** Throws if the session was ended in the meantime. */
async function getLockedSession(trx: Trx, { tokenHash }: StaffSession) {
  const current = await lockSession(trx, tokenHash)
  if (!current) throw new AppError('UNAUTHENTICATED')
  return current
}

/** Contains the end of the last step-up, so that a signature works once. */
function stepUpSubject(tokenHash: Buffer, steppedUpUntil: Date | null): string {
  return `staff step-up ${tokenHash.toString('hex')} ${steppedUpUntil?.getTime() ?? 0}`
}

export function beginPasskeyStepUp(deps: Deps, { staffId, tokenHash, steppedUpUntil }: StaffSession) {
  return passkeyChallengeOf(deps, staffId, stepUpSubject(tokenHash, steppedUpUntil))
}

export async function stepUpWithPasskey(
  deps: Deps,
  session: StaffSession,
  input: AssertionInput,
): Promise<{ steppedUpUntil: string }> {
  const { staffId, tokenHash } = session
  const answer = await deps.db.transaction().execute(async (trx) => {
    const current = await getLockedSession(trx, session)
    await takePasskey(deps, trx, staffId, stepUpSubject(tokenHash, current.stepped_up_until), input)
    return extendStepUp(deps, trx, session)
  })

  deps.securityEvents.record({ kind: 'step-up', staffId, detail: 'passkey' })
  return answer
}
