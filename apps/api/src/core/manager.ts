import type { CustomerManager } from '@cotation/contracts'
import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StaffMemberTable } from '#db/schema.generated.ts'

/** What customers may know about a member of staff. */
export type StaffContactRow = Pick<Selectable<StaffMemberTable>, (typeof staffContactColumns)[number]>
export const staffContactColumns = ['name', 'email', 'phone', 'hours_fr', 'hours_en'] as const

/** The manager of a customer, found by the customer's id or address; none if disabled. */
export async function findManager(db: Db, by: 'id' | 'email', customer: string): Promise<StaffContactRow | undefined> {
  const managerId = db.selectFrom('customer').select('manager_id').where(by, '=', customer)
  return db
    .selectFrom('staff_member')
    .select(staffContactColumns)
    .where('id', '=', managerId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

export function managerView({ name, email, phone, hours_fr: fr, hours_en: en }: StaffContactRow): CustomerManager {
  return { name, email, phone, ...(fr !== '' && { hours: { fr, en } }) }
}
