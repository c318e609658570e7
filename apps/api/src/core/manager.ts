import type { CustomerManager } from '@cotation/contracts'
import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StaffMemberTable } from '#db/schema.generated.ts'

/** What customers may know about a member of staff. */
export type StaffContactRow = Pick<Selectable<StaffMemberTable>, (typeof staffContactColumns)[number]>
export const staffContactColumns = ['name', 'email', 'phone', 'hours_fr', 'hours_en'] as const

/** The managers of customers, found by the customers' ids or addresses; without disabled ones. */
export async function findManagers(
  db: Db,
  by: 'id' | 'email',
  customers: readonly string[],
): Promise<(StaffContactRow & { customer: string })[]> {
  if (customers.length === 0) return []
  return db
    .selectFrom('customer')
    .innerJoin('staff_member', 'staff_member.id', 'customer.manager_id')
    .select(staffContactColumns.map((column) => `staff_member.${column}` as const))
    .select(`customer.${by} as customer`)
    .where(`customer.${by}`, 'in', customers)
    .where('staff_member.disabled_at', 'is', null)
    .execute()
}

/** The manager of one customer. */
export async function findManager(db: Db, customerId: string): Promise<StaffContactRow | undefined> {
  return (await findManagers(db, 'id', [customerId]))[0]
}

export function managerView({ name, email, phone, hours_fr: fr, hours_en: en }: StaffContactRow): CustomerManager {
  return { name, email, phone, ...(fr !== '' && { hours: { fr, en } }) }
}
