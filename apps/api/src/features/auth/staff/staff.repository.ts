import type { StaffRole } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { StaffMemberTable } from '#db/schema.generated.ts'

export type StaffRow = Selectable<StaffMemberTable>

/** A new person; nothing where the address is taken. */
export async function insertStaff(
  trx: Trx,
  person: { name: string; email: string; role: StaffRole },
  now: Date,
): Promise<string | undefined> {
  const made = await trx
    .insertInto('staff_member')
    .values({ ...person, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Somebody who may still work, until the transaction ends. */
export async function lockWorkingStaff(trx: Trx, email: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('staff_member')
    .select('id')
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

export async function endStaff(trx: Trx, staffId: string, now: Date): Promise<void> {
  await trx.updateTable('staff_member').set({ disabled_at: now }).where('id', '=', staffId).execute()
  await trx.deleteFrom('session').where('staff_id', '=', staffId).execute()
}

export function listStaffRows(db: Db): Promise<StaffRow[]> {
  return db.selectFrom('staff_member').selectAll().orderBy('created_at').orderBy('email').execute()
}
