import type { StaffMemberView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type AuditEntry, changedFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { StaffSession } from '#http/session.ts'
import {
  insertStaff,
  lockAdministrators,
  lockStaff,
  removeStaffAccess,
  type StaffRow,
  updateStaff,
} from './staff.repository.ts'
import { disableMember, removeCredentials } from './staff.service.ts'
import { mailEnrolment } from './staff-enrolment.service.ts'
import { listMembers, type MemberRow } from './staff-member.repository.ts'
import { getRoleColumns } from './staff-role.service.ts'

/** Members of staff, as administrators see and change them. */
export async function listAllMembers({ db, clock }: Pick<Deps, 'clock' | 'db'>): Promise<StaffMemberView[]> {
  const now = clock()
  const rows = await listMembers(db, now)
  return rows.map((row) => memberView(row, now))
}

async function getMemberView({ db, clock }: Pick<Deps, 'clock' | 'db'>, staffId: string): Promise<StaffMemberView> {
  const now = clock()
  const [row] = await listMembers(db, now, staffId)
  if (!row) throw new AppError('NOT_FOUND')
  return memberView(row, now)
}

function memberView(row: MemberRow, now: Date): StaffMemberView {
  const isInvited = stateOf(row, now) === 'invited'
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: { id: row.role ?? row.own_role_id ?? '', name: row.ownRoleName ?? '' },
    state: stateOf(row, now),
    hasSecondFactor: row.hasSecondFactor,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.usedAt?.toISOString() ?? null,
    liveSessions: Number(row.sessions ?? 0),
    linkExpiresAt: isInvited ? (row.linkExpiresAt?.toISOString() ?? null) : null,
  }
}

function stateOf({ disabled_at, hasPassword, linkExpiresAt }: MemberRow, now: Date): StaffMemberView['state'] {
  if (disabled_at !== null) return 'disabled'
  if (hasPassword) return 'active'
  return linkExpiresAt !== null && linkExpiresAt > now ? 'invited' : 'link-expired'
}

/** Adds a member and mails the enrolment link. */
export async function addMember(
  deps: Deps,
  session: StaffSession,
  input: { name: string; email: string; roleId: string; language: Language },
): Promise<StaffMemberView> {
  const { name, email, roleId, language } = input
  const staffId = await deps.db.transaction().execute(async (trx) => {
    const role = await getRoleColumns(trx, roleId)
    const id = await insertStaff(trx, { name, email, language, ...role }, deps.clock())
    if (id === undefined)
      throw new AppError('STAFF_EMAIL_USED', { fields: [{ path: 'email', code: 'STAFF_EMAIL_USED' }] })

    await mailEnrolment(deps, trx, id)
    await recordChange(trx, session, id, { action: 'staff.added', after: { roleId } })
    return id
  })

  deps.securityEvents.record({ kind: 'staff-added', staffId })
  return getMemberView(deps, staffId)
}

/** Locks a member; throws for an unknown one. */
async function getLocked(trx: Trx, staffId: string) {
  const member = await lockStaff(trx, staffId)
  if (!member) throw new AppError('NOT_FOUND')
  return member
}

/**
 * For what takes the administration from a member. Two administrators who do it to each other wait at
 * the lock, and the second one finds that no administrator would be left, or is no administrator any more.
 */
async function assertOthersAdminister(trx: Trx, { staffId: actorId }: StaffSession, staffId: string): Promise<void> {
  if (actorId === staffId) throw new AppError('OWN_MEMBERSHIP')

  const others = (await lockAdministrators(trx)).filter((id) => id !== staffId)
  if (others.length === 0) throw new AppError('LAST_ADMINISTRATOR')
  if (!others.includes(actorId)) throw new AppError('FORBIDDEN')
}

type MemberChange = Pick<AuditEntry, 'action' | 'before' | 'after'>

async function recordChange(trx: Trx, { staffId }: StaffSession, memberId: string, change: MemberChange) {
  await recordAudit(trx, { staffId, subject: { kind: 'staff', id: memberId }, ...change })
}

/** The log is kept for years and cannot be changed: it says that the name changed, and neither name. */
function changesOf(before: StaffRow, after: StaffRow): Pick<MemberChange, 'before' | 'after'> | null {
  const isNameChanged = before.name !== after.name
  return changedFacts(
    { roleId: before.role ?? before.own_role_id, isNameChanged: false },
    { roleId: after.role ?? after.own_role_id, isNameChanged },
  )
}

export async function updateMember(
  deps: Deps,
  session: StaffSession,
  staffId: string,
  input: { name?: string | undefined; roleId?: string | undefined },
): Promise<StaffMemberView> {
  const { name, roleId } = input
  await deps.db.transaction().execute(async (trx) => {
    if (roleId !== undefined) await assertOthersAdminister(trx, session, staffId)
    const before = await getLocked(trx, staffId)
    if (roleId !== undefined) await updateStaff(trx, staffId, await getRoleColumns(trx, roleId))
    if (name !== undefined) await updateStaff(trx, staffId, { name })

    const changed = changesOf(before, await getLocked(trx, staffId))
    if (changed) await recordChange(trx, session, staffId, { action: 'staff.changed', ...changed })
  })

  if (roleId !== undefined) deps.securityEvents.record({ kind: 'staff-role-changed', staffId })
  return getMemberView(deps, staffId)
}

/** Idempotent: the time of the first call stays. */
export async function disable(deps: Deps, session: StaffSession, staffId: string): Promise<StaffMemberView> {
  await deps.db.transaction().execute(async (trx) => {
    await assertOthersAdminister(trx, session, staffId)
    const member = await getLocked(trx, staffId)
    if (member.disabled_at !== null) return

    await disableMember(trx, staffId, deps.clock())
    const change = { before: { isDisabled: false }, after: { isDisabled: true } }
    await recordChange(trx, session, staffId, { action: 'staff.disabled', ...change })
  })

  deps.securityEvents.record({ kind: 'staff-disabled', staffId })
  return getMemberView(deps, staffId)
}

export async function enable(deps: Deps, session: StaffSession, staffId: string): Promise<StaffMemberView> {
  await deps.db.transaction().execute(async (trx) => {
    const member = await getLocked(trx, staffId)
    if (member.disabled_at === null) return

    await updateStaff(trx, staffId, { disabled_at: null })
    const change = { before: { isDisabled: true }, after: { isDisabled: false } }
    await recordChange(trx, session, staffId, { action: 'staff.enabled', ...change })
  })

  deps.securityEvents.record({ kind: 'staff-enabled', staffId })
  return getMemberView(deps, staffId)
}

/** One's own factors are changed with the second factor, not without it. */
export async function resetFactor(deps: Deps, session: StaffSession, staffId: string): Promise<StaffMemberView> {
  if (session.staffId === staffId) throw new AppError('OWN_MEMBERSHIP')

  await deps.db.transaction().execute(async (trx) => {
    const member = await getLocked(trx, staffId)
    if (member.disabled_at !== null) throw new AppError('STAFF_NOT_ACTIVE')

    await removeCredentials(trx, staffId)
    await mailEnrolment(deps, trx, staffId)
    await recordChange(trx, session, staffId, { action: 'staff.factor-reset' })
  })

  deps.securityEvents.record({ kind: 'staff-reset', staffId })
  return getMemberView(deps, staffId)
}

export async function endMemberSessions(deps: Deps, session: StaffSession, staffId: string): Promise<StaffMemberView> {
  await deps.db.transaction().execute(async (trx) => {
    await getLocked(trx, staffId)
    const sessions = await removeStaffAccess(trx, staffId)
    if (sessions > 0)
      await recordChange(trx, session, staffId, { action: 'staff.sessions-ended', before: { sessions }, after: {} })
  })

  deps.securityEvents.record({ kind: 'sessions-ended', staffId })
  return getMemberView(deps, staffId)
}
