import { type Language, rolesWith, type StaffRole } from '@cotation/domain'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { StaffMemberTable } from '#db/schema.generated.ts'
import { removeTickets } from './staff-ticket.repository.ts'

export type StaffRow = Selectable<StaffMemberTable>

/** A built-in role, or one that the shop has made. */
export type RoleColumns = { role: StaffRole; own_role_id: null } | { role: null; own_role_id: string }

export type NewStaff = { name: string; email: string; language?: Language } & (RoleColumns | { role: StaffRole })

/** The id of the new member; undefined if the address is taken. */
export async function insertStaff(trx: Trx, member: NewStaff, now: Date): Promise<string | undefined> {
  const made = await trx
    .insertInto('staff_member')
    .values({ ...member, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Locks a member of staff who is not disabled. */
export async function lockActiveStaff(trx: Trx, email: string): Promise<StaffRow | undefined> {
  return trx
    .selectFrom('staff_member')
    .selectAll()
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff_member').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function findStaff(db: Db | Trx, staffId: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff_member').selectAll().where('id', '=', staffId).executeTakeFirst()
}

export async function getStaff(db: Db | Trx, staffId: string): Promise<StaffRow> {
  return db.selectFrom('staff_member').selectAll().where('id', '=', staffId).executeTakeFirstOrThrow()
}

export async function lockStaff(trx: Trx, staffId: string): Promise<StaffRow | undefined> {
  return trx.selectFrom('staff_member').selectAll().where('id', '=', staffId).forUpdate().executeTakeFirst()
}

export async function updateStaff(trx: Trx, staffId: string, change: Updateable<StaffMemberTable>): Promise<void> {
  await trx.updateTable('staff_member').set(change).where('id', '=', staffId).execute()
}

/**
 * Locks everyone who administers staff and is not disabled, always in the same sequence: two
 * administrators who disable each other at once must not both succeed.
 */
export async function lockAdministrators(trx: Trx): Promise<string[]> {
  const rows = await trx
    .selectFrom('staff_member')
    .select('id')
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('role', 'in', rolesWith('staff.admin')),
        eb(
          'own_role_id',
          'in',
          eb.selectFrom('staff_role').select('id').where(sql<boolean>`'staff.admin' = any(rights)`),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends sessions and sign-ins that wait for a second factor; returns how many sessions that were. */
export async function removeStaffAccess(trx: Trx, staffId: string): Promise<number> {
  const ended = await trx.deleteFrom('session').where('staff_id', '=', staffId).executeTakeFirst()
  await removeTickets(trx, staffId)
  return Number(ended.numDeletedRows)
}

export async function removeEnrolment(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_enrolment').where('staff_id', '=', staffId).execute()
}

/** Replaces the link of a member; the id of the new one. */
export async function putEnrolment(
  trx: Trx,
  enrolment: { id: string; staffId: string; keyHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await removeEnrolment(trx, enrolment.staffId)
  await trx
    .insertInto('staff_enrolment')
    .values({
      id: enrolment.id,
      staff_id: enrolment.staffId,
      key_hash: enrolment.keyHash,
      created_at: enrolment.now,
      expires_at: enrolment.expiresAt,
    })
    .execute()
}

/** The active member of a link that has not ended. */
export async function findEnrolled(db: Db | Trx, by: { keyHash: Buffer } | { id: string }, now: Date) {
  const live = db
    .selectFrom('staff_enrolment')
    .innerJoin('staff_member', 'staff_member.id', 'staff_enrolment.staff_id')
    .selectAll('staff_member')
    .where('staff_enrolment.expires_at', '>', now)
    .where('staff_member.disabled_at', 'is', null)
  const chosen = 'id' in by ? live.where('staff_enrolment.id', '=', by.id) : live.where('key_hash', '=', by.keyHash)
  return chosen.executeTakeFirst()
}

/** Uses up a link: of several concurrent calls only one gets the member's id. */
export async function takeEnrolment(trx: Trx, keyHash: Buffer, now: Date): Promise<string | null> {
  const row = await trx
    .deleteFrom('staff_enrolment')
    .where('key_hash', '=', keyHash)
    .where('expires_at', '>', now)
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id ?? null
}
