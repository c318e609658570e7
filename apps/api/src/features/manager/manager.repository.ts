import type { Updateable } from 'kysely'
import { type StaffContactRow, staffContactColumns } from '#core/manager.ts'
import type { Trx } from '#db/database.ts'
import type { StaffMemberTable } from '#db/schema.generated.ts'

/** Locks a customer and returns the current manager. */
export async function lockManagedCustomer(
  trx: Trx,
  customerId: string,
): Promise<{ manager_id: string | null } | undefined> {
  return trx
    .selectFrom('customer')
    .select('manager_id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findActiveStaffId(trx: Trx, email: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('staff_member')
    .select('id')
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

interface ManagerChange {
  customerId: string
  managerId: string | null
  reason: string
  staffId: string
}

/** Sets or removes the manager and records who did so. */
export async function updateManager(trx: Trx, change: ManagerChange, now: Date): Promise<void> {
  const { customerId, managerId, reason, staffId } = change
  await trx.updateTable('customer').set({ manager_id: managerId }).where('id', '=', customerId).execute()
  await trx
    .insertInto('manager_change')
    .values({ customer_id: customerId, manager_id: managerId, reason, staff_id: staffId, at: now })
    .execute()
}

export async function lockStaffContact(trx: Trx, staffId: string): Promise<StaffContactRow> {
  return trx
    .selectFrom('staff_member')
    .select(staffContactColumns)
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Updates the given columns, if any, and returns the contact details. */
export async function updateStaffContact(
  trx: Trx,
  staffId: string,
  change: Updateable<StaffMemberTable>,
): Promise<StaffContactRow> {
  if (Object.keys(change).length > 0)
    await trx.updateTable('staff_member').set(change).where('id', '=', staffId).execute()

  return trx.selectFrom('staff_member').select(staffContactColumns).where('id', '=', staffId).executeTakeFirstOrThrow()
}
