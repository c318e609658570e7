import type { StaffRole } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Deps } from '#core/deps.ts'
import { insertSecurityEvents } from '#core/security-events.ts'
import type { Trx } from '#db/database.ts'
import type { StaffMemberTable } from '#db/schema.generated.ts'
import { issueStaffSession } from '#features/auth/session.service.ts'
import { disableStaffMember, insertStaff, lockActiveStaff } from './staff.repository.ts'

export type StaffRow = Selectable<StaffMemberTable>
export type StaffDeps = Pick<Deps, 'clock' | 'db'>

/** Adds a member of staff and returns a token for one shift; null if the address is taken. */
export function addStaff(
  { db, clock }: StaffDeps,
  member: { name: string; email: string; role: StaffRole },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const id = await insertStaff(trx, member, clock())
    return id === undefined ? null : issueToken(trx, id, clock())
  })
}

/** A new token for an active member of staff; null for unknown or disabled ones. */
export function newStaffToken({ db, clock }: StaffDeps, email: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const id = await lockActiveStaff(trx, email)
    return id === undefined ? null : issueToken(trx, id, clock())
  })
}

async function issueToken(trx: Trx, staffId: string, now: Date): Promise<string> {
  const { accessToken } = await issueStaffSession(trx, now, staffId)
  await insertSecurityEvents(trx, [{ at: now, kind: 'staff-token', staff_id: staffId }])
  return accessToken
}

/** Disables active staff and ends their sessions on every server (SES-1); false if not found. */
export function disableStaff({ db, clock }: StaffDeps, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const id = await lockActiveStaff(trx, email)
    if (id === undefined) return false

    await disableStaffMember(trx, id, clock())
    await insertSecurityEvents(trx, [{ at: clock(), kind: 'staff-disabled', staff_id: id }])
    return true
  })
}

/** All members of staff, disabled ones included, oldest first. */
export function listStaff({ db }: Pick<Deps, 'db'>): Promise<StaffRow[]> {
  return db.selectFrom('staff_member').selectAll().orderBy('created_at').orderBy('email').execute()
}
