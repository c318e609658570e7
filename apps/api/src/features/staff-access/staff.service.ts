import type { AuditAction } from '@cotation/domain'
import { byTool, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { insertSecurityEvents } from '#core/security-events.ts'
import type { Trx } from '#db/database.ts'
import { issueStaffSession } from '#features/auth/session.service.ts'
import {
  insertStaff,
  lockActiveStaff,
  type NewStaff,
  removeEnrolment,
  removeStaffAccess,
  type StaffRow,
  updateStaff,
} from './staff.repository.ts'
import { newEnrolmentKey } from './staff-enrolment.service.ts'
import { removeFactors } from './staff-factor.repository.ts'

/** What the command line does with members of staff. */

export type { StaffRow }
export type StaffDeps = Pick<Deps, 'clock' | 'db'>

async function recordByTool(trx: Trx, staffId: string, action: AuditAction): Promise<void> {
  await recordAudit(trx, { ...byTool, action, subject: { kind: 'staff', id: staffId } })
}

/** Adds a member of staff and returns the key of the enrolment link; null if the address is taken. */
export function addStaff({ db, clock }: StaffDeps, member: NewStaff): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const id = await insertStaff(trx, member, clock())
    if (id === undefined) return null

    await insertSecurityEvents(trx, [{ at: clock(), kind: 'staff-added', staff_id: id }])
    await recordByTool(trx, id, 'staff.added')
    return newEnrolmentKey({ clock }, trx, id)
  })
}

/** The key of a new enrolment link for a member who has not enrolled yet. */
export function newStaffLink(
  { db, clock }: StaffDeps,
  email: string,
): Promise<{ key: string } | 'not-active' | 'enrolled'> {
  return db.transaction().execute(async (trx) => {
    const member = await lockActiveStaff(trx, email)
    if (!member) return 'not-active'
    if (member.password_hash !== null) return 'enrolled'

    await recordByTool(trx, member.id, 'staff.link-made')
    return { key: await newEnrolmentKey({ clock }, trx, member.id) }
  })
}

/**
 * Removes password and second factors of an active member, ends the sessions and returns the key of a
 * new enrolment link; null if not found.
 */
export function resetStaffFactor({ db, clock }: StaffDeps, email: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const member = await lockActiveStaff(trx, email)
    if (!member) return null

    await removeCredentials(trx, member.id)
    await insertSecurityEvents(trx, [{ at: clock(), kind: 'staff-reset', staff_id: member.id }])
    await recordByTool(trx, member.id, 'staff.factor-reset')
    return newEnrolmentKey({ clock }, trx, member.id)
  })
}

/** Leaves a member with nothing to sign in with, and signed out everywhere. */
export async function removeCredentials(trx: Trx, staffId: string): Promise<void> {
  await updateStaff(trx, staffId, { password_hash: null })
  await removeFactors(trx, staffId)
  await removeStaffAccess(trx, staffId)
}

/** A new token for an active member of staff; null for unknown or disabled ones. */
export function newStaffToken({ db, clock }: StaffDeps, email: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const member = await lockActiveStaff(trx, email)
    if (!member) return null

    const { accessToken } = await issueStaffSession(trx, clock(), member.id)
    await insertSecurityEvents(trx, [{ at: clock(), kind: 'staff-token', staff_id: member.id }])
    await recordByTool(trx, member.id, 'staff.token-made')
    return accessToken
  })
}

/** Disables active staff and ends their sessions on every server (SES-1); false if not found. */
export function disableStaff({ db, clock }: StaffDeps, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const member = await lockActiveStaff(trx, email)
    if (!member) return false

    await disableMember(trx, member.id, clock())
    await insertSecurityEvents(trx, [{ at: clock(), kind: 'staff-disabled', staff_id: member.id }])
    await recordByTool(trx, member.id, 'staff.disabled')
    return true
  })
}

/** The link of a disabled member ends too. */
export async function disableMember(trx: Trx, staffId: string, now: Date): Promise<void> {
  await updateStaff(trx, staffId, { disabled_at: now })
  await removeStaffAccess(trx, staffId)
  await removeEnrolment(trx, staffId)
}

/** All members of staff, disabled ones included, oldest first. */
export async function listStaff({ db }: Pick<Deps, 'db'>): Promise<(StaffRow & { ownRoleName: string | null })[]> {
  return db
    .selectFrom('staff_member')
    .leftJoin('staff_role', 'staff_role.id', 'staff_member.own_role_id')
    .selectAll('staff_member')
    .select('staff_role.name as ownRoleName')
    .orderBy('staff_member.created_at')
    .orderBy('email')
    .execute()
}
