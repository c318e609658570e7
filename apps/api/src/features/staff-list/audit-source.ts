import { type SqlBool, sql } from 'kysely'
import { namedSubject } from '#db/audit-subject.ts'
import { contains } from '#db/lists.ts'
import type { ListReader, ListSource } from './list-query.ts'
import { customersMatching, knownCustomerColumn, staffColumn, staffMatching } from './shared-columns.ts'

const byId = sql`'name', entry.subject_id, 'path', null`

/** Each part looks up its own index; names that the reader may not know find nothing. */
function positionsMatching(search: string, { rights }: ListReader) {
  const parts = [
    sql`select position from audit_reason where ${contains(sql`reason`, search)}`,
    sql`select position from audit_entry where staff_id in (${staffMatching(search)})`,
  ]
  if (rights.includes('orders.read'))
    parts.push(sql`select position from audit_entry where subject_kind = 'order' and subject_id in (
      select bought.id::text from customer_order bought where ${contains(sql`bought.number`, search)})`)
  if (rights.includes('customers.read'))
    parts.push(sql`select position from audit_entry where customer_id in (${customersMatching(search, rights)})`)
  return sql.join(parts, sql` union all `)
}

/** What staff, tools and the server did. Times rise with positions, so a position sorts by time. */
export const auditSource = (reader: ListReader): ListSource => ({
  from: sql`audit_entry entry left join audit_reason given on given.position = entry.position`,
  id: sql`entry.position`,
  search: (search) => sql<SqlBool>`entry.position in (${positionsMatching(search, reader)})`,
  columns: {
    position: { value: sql`entry.position` },
    at: { value: sql`entry.at`, sort: { by: sql`entry.position`, type: 'number', isReversed: false } },
    actor: { value: sql`entry.actor` },
    person: staffColumn(sql`entry.staff_id`),
    action: { value: sql`entry.action`, isSplit: true },
    subjectKind: { value: sql`entry.subject_kind` },
    subjectId: {
      value: sql`(jsonb_build_object('id', entry.subject_id) || coalesce(
        ${namedSubject(sql`entry.subject_kind`, sql`entry.subject_id`, reader.rights)}, jsonb_build_object(${byId})))`,
      compared: sql`entry.subject_id`,
    },
    customer: knownCustomerColumn(sql`entry.customer_id`, reader.rights),
    before: { value: sql`entry.before::text` },
    after: { value: sql`entry.after::text` },
    reason: { value: sql`given.reason` },
    requestId: { value: sql`nullif(entry.request_id, '')` },
    hash: { value: sql`encode(entry.hash, 'hex')` },
  },
})
