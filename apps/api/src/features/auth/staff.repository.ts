import type { StaffRole } from '@cotation/domain'
import type { Trx } from '#db/database.ts'

/** The id of the new member; undefined if the address is taken. */
export async function insertStaff(
  trx: Trx,
  member: { name: string; email: string; role: StaffRole },
  now: Date,
): Promise<string | undefined> {
  const made = await trx
    .insertInto('staff_member')
    .values({ ...member, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Locks a member of staff who is not disabled. */
export async function lockActiveStaff(trx: Trx, email: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('staff_member')
    .select('id')
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

export async function disableStaffMember(trx: Trx, staffId: string, now: Date): Promise<void> {
  await trx.updateTable('staff_member').set({ disabled_at: now }).where('id', '=', staffId).execute()
  await trx.deleteFrom('session').where('staff_id', '=', staffId).execute()
}
