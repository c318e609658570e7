import type { StaffRole } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { issueStaffSession } from '#features/auth/session.service.ts'
import { endStaff, insertStaff, listStaffRows, lockWorkingStaff, type StaffRow } from './staff.repository.ts'

export type { StaffRow }
export type StaffDeps = Pick<Deps, 'clock' | 'db'>

/** A new person of the shop and a token for one shift; null where the address is taken. */
export function addStaff(
  { db, clock }: StaffDeps,
  person: { name: string; email: string; role: StaffRole },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const id = await insertStaff(trx, person, clock())
    return id === undefined ? null : (await issueStaffSession(trx, clock(), id)).accessToken
  })
}

/** Another token for somebody who may work; null for everybody else. */
export function newStaffToken({ db, clock }: StaffDeps, email: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const id = await lockWorkingStaff(trx, email)
    return id === undefined ? null : (await issueStaffSession(trx, clock(), id)).accessToken
  })
}

/** Ends all that somebody may do, at once and on every server (SES-1); false where there was nothing to end. */
export function disableStaff({ db, clock }: StaffDeps, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const id = await lockWorkingStaff(trx, email)
    if (id !== undefined) await endStaff(trx, id, clock())
    return id !== undefined
  })
}

/** Everybody who works or worked for the shop, in the order in which they came. */
export function listStaff({ db }: Pick<Deps, 'db'>): Promise<StaffRow[]> {
  return listStaffRows(db)
}
