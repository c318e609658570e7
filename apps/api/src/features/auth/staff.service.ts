import type { StaffRole } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Deps } from '#core/deps.ts'
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
    return id === undefined ? null : (await issueStaffSession(trx, clock(), id)).accessToken
  })
}

/** A new token for an active member of staff; null for unknown or disabled ones. */
export function newStaffToken({ db, clock }: StaffDeps, email: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const id = await lockActiveStaff(trx, email)
    return id === undefined ? null : (await issueStaffSession(trx, clock(), id)).accessToken
  })
}

/** Disables active staff and ends their sessions on every server (SES-1); false if not found. */
export function disableStaff({ db, clock }: StaffDeps, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const id = await lockActiveStaff(trx, email)
    if (id !== undefined) await disableStaffMember(trx, id, clock())
    return id !== undefined
  })
}

/** All members of staff, disabled ones included, oldest first. */
export function listStaff({ db }: Pick<Deps, 'db'>): Promise<StaffRow[]> {
  return db.selectFrom('staff_member').selectAll().orderBy('created_at').orderBy('email').execute()
}
