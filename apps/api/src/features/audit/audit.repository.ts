import type { StaffRight } from '@cotation/domain'
import { sql } from 'kysely'
import { type NamedSubject, namedSubject } from '#db/audit-subject.ts'
import type { Db } from '#db/database.ts'

export type AuditRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** An entry, with what a reader with these rights may know of its subject and customer. */
export async function findEntry(db: Db, position: string, rights: readonly StaffRight[]) {
  const subject = namedSubject(sql`entry.subject_kind`, sql`entry.subject_id`, rights)
  const customer = namedSubject(sql`'customer'`, sql`entry.customer_id::text`, rights)

  return db
    .selectFrom('audit_entry as entry')
    .leftJoin('audit_reason as given', 'given.position', 'entry.position')
    .leftJoin('staff_member as staff', 'staff.id', 'entry.staff_id')
    .selectAll('entry')
    .select([
      'given.reason',
      'staff.name as staffName',
      sql<NamedSubject | null>`${subject}`.as('namedSubject'),
      sql<NamedSubject | null>`${customer}`.as('namedCustomer'),
    ])
    .where('entry.position', '=', position)
    .executeTakeFirst()
}
