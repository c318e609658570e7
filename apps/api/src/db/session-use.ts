import { sql } from 'kysely'

/** Sessions end without use after these times, except those of visitors, who would lose their projects. */
const maxIdleMs = { customer: 7 * 86_400_000, staff: 3_600_000 }

/** Whether a session of a customer or of staff was used lately. */
export function isInUse(now: Date) {
  const customersSince = new Date(now.getTime() - maxIdleMs.customer)
  const staffSince = new Date(now.getTime() - maxIdleMs.staff)
  return sql<boolean>`case
    when customer_id is not null then last_used_at > ${customersSince}
    when staff_id is not null then last_used_at > ${staffSince}
    else true end`
}
