import type { StaffMe, StaffSessionView } from '@cotation/contracts'
import { staffPasswordMinLength } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { changedFacts, recordAudit } from '#core/audit.ts'
import { isCommonPassword } from '#core/common-passwords.ts'
import type { Deps } from '#core/deps.ts'
import { countGuess, forgetGuesses } from '#core/guess-limit.ts'
import { managerView } from '#core/manager.ts'
import type { StaffSession } from '#http/session.ts'
import { getStaff, lockStaff, updateStaff } from './staff.repository.ts'
import { countRecoveryCodes, listFactors } from './staff-factor.repository.ts'
import { mailStaff } from './staff-mail.service.ts'
import { findRole } from './staff-role.repository.ts'
import { listSessions, removeOtherAccess, removeSession, removeSessionByToken } from './staff-session.repository.ts'

/** The caller, with everything that menu and screens depend on. */
export async function viewMe(
  { db, clock, config }: Pick<Deps, 'clock' | 'config' | 'db'>,
  session: StaffSession,
): Promise<StaffMe> {
  const member = await getStaff(db, session.staffId)
  const ownRole = member.own_role_id === null ? undefined : await findRole(db, member.own_role_id)
  const factors = await listFactors(db, member.id)

  const until = session.steppedUpUntil
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    role: { id: member.role ?? member.own_role_id ?? '', name: ownRole?.name ?? '' },
    rights: [...session.staffRights],
    contact: managerView(member),
    hasSecondFactor: factors.length > 0,
    recoveryCodesLeft: await countRecoveryCodes(db, member.id),
    hasLetterKeys: member.has_letter_keys,
    timeZone: config.timeZone,
    steppedUpUntil: until !== null && until > clock() ? until.toISOString() : null,
  }
}

export function setLetterKeys(
  { db }: Pick<Deps, 'db'>,
  { staffId }: StaffSession,
  hasLetterKeys: boolean,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const member = await lockStaff(trx, staffId)
    await updateStaff(trx, staffId, { has_letter_keys: hasLetterKeys })

    const changed = changedFacts({ hasLetterKeys: member?.has_letter_keys ?? true }, { hasLetterKeys })
    const subject = { kind: 'staff', id: staffId } as const
    if (changed) await recordAudit(trx, { staffId, action: 'staff.shortcuts-changed', subject, ...changed })
  })
}

export async function listOwnSessions(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  { staffId, tokenHash }: StaffSession,
): Promise<StaffSessionView[]> {
  const rows = await listSessions(db, staffId, clock())
  return rows.map(({ id, token_hash, browser, created_at, last_used_at }) => ({
    id,
    browser,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    isCurrent: token_hash.equals(tokenHash),
  }))
}

/** Another person's session and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function endSession(
  { db, securityEvents }: Pick<Deps, 'db' | 'securityEvents'>,
  { staffId }: StaffSession,
  sessionId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await removeSession(trx, staffId, sessionId))) throw new AppError('NOT_FOUND')
    const subject = { kind: 'staff', id: staffId } as const
    await recordAudit(trx, { staffId, action: 'staff.session-ended', subject, before: { sessionId } })
  })
  securityEvents.record({ kind: 'session-ended', staffId })
}

/** Also ends sign-ins that wait for a second factor. Returns how many sessions were live. */
export async function endOtherSessions(
  { db, clock, securityEvents }: Pick<Deps, 'clock' | 'db' | 'securityEvents'>,
  { staffId, tokenHash }: StaffSession,
): Promise<number> {
  const ended = await db.transaction().execute(async (trx) => {
    await lockStaff(trx, staffId)
    const { sessions, waitingLogins } = await removeOtherAccess(trx, staffId, tokenHash, clock())

    const before = { sessions, waitingLogins }
    const subject = { kind: 'staff', id: staffId } as const
    if (sessions + waitingLogins > 0)
      await recordAudit(trx, { staffId, action: 'staff.sessions-ended', subject, before })
    return sessions
  })

  securityEvents.record({ kind: 'sessions-ended', staffId })
  return ended
}

export async function logout(
  { db, securityEvents }: Pick<Deps, 'db' | 'securityEvents'>,
  { staffId, tokenHash }: StaffSession,
): Promise<void> {
  await removeSessionByToken(db, tokenHash)
  securityEvents.record({ kind: 'logout', staffId })
}

/** The contract checks the length; an installation may require more, and the server knows more common ones. */
export function assertAcceptablePassword({ config }: Pick<Deps, 'config'>, password: string): void {
  const minLength = Math.max(staffPasswordMinLength, config.passwordMinLength)
  if ([...password].length < minLength) throw refusedPassword('PASSWORD_TOO_SHORT')
  if (isCommonPassword(password)) throw refusedPassword('PASSWORD_TOO_COMMON')
}

const refusedPassword = (code: string) => new AppError('VALIDATION', { fields: [{ path: 'password', code }] })

/** Changes the caller's password and ends all other sessions and waiting sign-ins. */
export async function changePassword(
  deps: Deps,
  { staffId, tokenHash }: StaffSession,
  input: { oldPassword: string; password: string },
): Promise<void> {
  assertAcceptablePassword(deps, input.password)

  const limitKey = `staff password ${staffId}`
  const turn = { caller: staffId, isKnown: true }
  await countGuess(deps, limitKey)
  const { password_hash: oldHash } = await getStaff(deps.db, staffId)
  if (!(await deps.passwords.verify(oldHash, input.oldPassword, turn)))
    throw new AppError('PASSWORD_WRONG', { fields: [{ path: 'oldPassword', code: 'PASSWORD_WRONG' }] })
  await forgetGuesses(deps, limitKey)

  const newHash = await deps.passwords.hash(input.password, turn)
  await deps.db.transaction().execute(async (trx) => {
    // A reset by an administrator in the meantime must win.
    const current = await lockStaff(trx, staffId)
    if (current?.password_hash !== oldHash) throw new AppError('PASSWORD_WRONG')

    await updateStaff(trx, staffId, { password_hash: newHash })
    await removeOtherAccess(trx, staffId, tokenHash, deps.clock())
    await mailStaff(deps, trx, 'staff-password-changed', staffId)
    await recordAudit(trx, { staffId, action: 'staff.password-changed', subject: { kind: 'staff', id: staffId } })
  })
  deps.securityEvents.record({ kind: 'password-changed', staffId })
}
